import { formatForInput } from '#shared/amount/format-amount.ts'
import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { isCapable } from '#widget/core/capabilities.ts'
import type { ViewOf } from '#widget/core/view.ts'
import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'

/** An asset in the form; `address` undefined is the native currency. */
export type AssetKey = { readonly chain: ChainId; readonly address: string | undefined }

/** The fields that a payment link fills in; absent fields stay unchanged. */
export type LinkFields = {
  readonly to: string
  readonly asset?: AssetKey
  readonly amount?: AmountDraft
}

/** The content of the form. */
export type Draft = {
  readonly asset: AssetKey | undefined
  readonly amount: AmountDraft
  readonly to: string
  /** The fields from a payment link, to distinguish them from the user's input. */
  readonly link: LinkFields | undefined
}

export const emptyDraft: Draft = {
  asset: undefined,
  amount: { is: 'typed', text: '' },
  to: '',
  link: undefined,
}

const nativeAliases: readonly string[] = ['native', nativeEvmAddress]

/** More fraction digits than any asset has: the text is only reformatted. */
const rewriteDecimals = 36

/**
 * A host's amount in the notation of the locale; an invalid amount is returned unchanged, and the form shows the problem.
 */
export function typedAmount(amount: string, locale: string): string {
  const parsed = parsePlainAmount(amount, rewriteDecimals)
  return parsed.is === 'amount' ? formatForInput(parsed.value, rewriteDecimals, locale) : amount
}

/**
 * The form as prefilled by a host's request. Without `assetAddress` the user selects the token; `native` or 0xeee…eee mean
 * the native currency.
 */
export function prefilledDraft(
  view: ViewOf<'WalletSend'>,
  chain: ChainId | undefined,
  locale: string,
): Draft {
  const { amount = '', assetAddress, to = '' } = view
  const targetChain = view.chainId ?? chain
  const isNative = assetAddress !== undefined && nativeAliases.includes(assetAddress.toLowerCase())
  return {
    asset:
      assetAddress === undefined || targetChain === undefined
        ? undefined
        : { chain: targetChain, address: isNative ? undefined : assetAddress },
    amount: { is: 'typed', text: typedAmount(amount, locale) },
    to: to.trim(),
    link: undefined,
  }
}

/**
 * The parameters of a host's request that apply to an account of a namespace: the fields of a transfer on EVM only (SPEC
 * §6).
 */
export function appliedView(view: ViewOf<'WalletSend'>, namespace: Namespace): ViewOf<'WalletSend'> {
  if (isCapable('sendParameters', namespace, undefined)) return view
  const { name, namespace: requested, chainId } = view
  return {
    name,
    ...(requested === undefined ? {} : { namespace: requested }),
    ...(chainId === undefined || namespaceOf(chainId) !== namespace ? {} : { chainId }),
  }
}
