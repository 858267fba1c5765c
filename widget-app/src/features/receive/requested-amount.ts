import { parseAmount } from '#shared/amount/parse-amount.ts'
import { writePaymentLink } from '#shared/payment-link/write-payment-link.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { type AmountFieldProblem, amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'

/** The parsed amount field, in base units. */
export type RequestedAmount =
  | { readonly is: 'any' }
  | { readonly is: 'amount'; readonly value: bigint }
  | AmountFieldProblem

/** Parses the requested amount; an empty field leaves the amount to the sender. */
export function parseRequestedAmount(
  text: string,
  { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>,
  locale: string,
): RequestedAmount {
  if (text.trim() === '') return { is: 'any' }
  const parsed = parseAmount(text, { decimals, locale, units: [symbol] })
  if (parsed.is === 'problem') return amountFieldProblem(parsed)
  return parsed.value === 0n ? { is: 'wrong', why: 'zero' } : { is: 'amount', value: parsed.value }
}

export type Code = {
  /** The content of the QR code. */
  readonly text: string
  /** True for a payment link, which has network and asset; false for the address alone. */
  readonly isLink: boolean
}

/**
 * The content of the QR code: the address alone, which every scanner reads, until a token or an amount is requested. An
 * invalid amount is left out, so that no unintended one is paid.
 */
export function codeOf(address: string, asset: Asset, requested: RequestedAmount): Code {
  const value = requested.is === 'amount' ? requested.value : undefined
  const isPlain = requested.is === 'wrong' || (asset.address === undefined && value === undefined)
  const link = isPlain
    ? undefined
    : writePaymentLink({
        chain: asset.chain,
        to: address,
        token: asset.address,
        value,
        decimals: asset.decimals,
      })
  return link === undefined ? { text: address, isLink: false } : { text: link, isLink: true }
}
