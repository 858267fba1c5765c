import { parseAmount } from '#shared/amount/parse-amount.ts'
import { writePaymentLink } from '#shared/payment-link/write-payment-link.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { type AmountFieldProblem, amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'

/** What the amount field of Receive holds, in base units. */
export type RequestedAmount =
  | { readonly is: 'any' }
  | { readonly is: 'amount'; readonly value: bigint }
  | AmountFieldProblem

/** Reads the amount somebody is to be asked for; an empty field leaves it to them. */
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
  /** What the code says, for a camera. */
  readonly text: string
  /** Whether it is a payment link, which names network and asset; else it is the address alone. */
  readonly isLink: boolean
}

/**
 * What the code holds: the address alone, which every scanner reads, until a token or an amount is asked for. While the
 * amount is wrong it asks for none, so that nobody pays one that was not meant.
 */
export function codeOf(address: string, asset: Asset, wanted: RequestedAmount): Code {
  const value = wanted.is === 'amount' ? wanted.value : undefined
  const isPlain = wanted.is === 'wrong' || (asset.address === undefined && value === undefined)
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
