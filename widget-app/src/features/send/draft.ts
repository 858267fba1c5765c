import { formatForInput } from '#shared/amount/format-amount.ts'
import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { isCapable } from '#widget/core/capabilities.ts'
import type { ViewOf } from '#widget/core/view.ts'
import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'

/** An asset as the form names it; `address` undefined is the native currency. */
export type AssetKey = { readonly chain: ChainId; readonly address: string | undefined }

/** What a payment link fills in; fields it says nothing of stay as they are. */
export type LinkFields = {
  readonly to: string
  readonly asset?: AssetKey
  readonly amount?: AmountDraft
}

/** What a person has filled in. */
export type Draft = {
  readonly asset: AssetKey | undefined
  readonly amount: AmountDraft
  readonly to: string
  /** What a payment link filled in, to tell it apart from what the person did. */
  readonly link: LinkFields | undefined
}

export const emptyDraft: Draft = {
  asset: undefined,
  amount: { is: 'typed', text: '' },
  to: '',
  link: undefined,
}

const nativeWords: readonly string[] = ['native', nativeEvmAddress]

/** More fraction digits than any asset has: the text is only rewritten, not valued. */
const rewriteDecimals = 36

/** A program's amount as this locale would type it; anything else stays as it came, and the form says what is wrong. */
export function typedAmount(amount: string, locale: string): string {
  const parsed = parsePlainAmount(amount, rewriteDecimals)
  return parsed.is === 'amount' ? formatForInput(parsed.value, rewriteDecimals, locale) : amount
}

/**
 * The form as a host's request fills it in. Without `assetAddress` the person chooses the token; `native` or
 * 0xeee…eee mean the native currency.
 */
export function prefilledDraft(
  view: ViewOf<'WalletSend'>,
  chain: ChainId | undefined,
  locale: string,
): Draft {
  const { amount = '', assetAddress, to = '' } = view
  const on = view.chainId ?? chain
  const isNative = assetAddress !== undefined && nativeWords.includes(assetAddress.toLowerCase())
  return {
    asset:
      assetAddress === undefined || on === undefined
        ? undefined
        : { chain: on, address: isNative ? undefined : assetAddress },
    amount: { is: 'typed', text: typedAmount(amount, locale) },
    to: to.trim(),
    link: undefined,
  }
}

/** What of a host's request counts for an account of a namespace: the fields of a payment on EVM only (SPEC §6). */
export function appliedView(view: ViewOf<'WalletSend'>, namespace: Namespace): ViewOf<'WalletSend'> {
  if (isCapable('sendParameters', namespace, undefined)) return view
  const { name, namespace: asked, chainId } = view
  return {
    name,
    ...(asked === undefined ? {} : { namespace: asked }),
    ...(chainId === undefined || namespaceOf(chainId) !== namespace ? {} : { chainId }),
  }
}
