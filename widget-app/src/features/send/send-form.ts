import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, Connection, FeeEstimate, Transfer } from '#widget/chains/chain-adapter.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { type ParsedAmountDraft, parseAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { configuredChainIdsAtom, isUnsupported } from '#widget/domain/networks/networks.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryOptions, QueryResult } from '#widget/lib/query-result.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { draftAtom, offeredChainAtom, senderAtom } from './atoms.ts'
import { feeLifetimeMs, type TimedFee, toTokenFailure } from './network-fee.ts'
import { problemsOf, type SendFacts, type SendProblem } from './problems.ts'
import { fieldLinkAtom } from './recipient/link-atoms.ts'
import { type Recipient, readRecipient } from './recipient/recipient.ts'
import { changedNameAtom, resolvedRecipientAtom } from './recipient/resolved-recipient.ts'
import { adapterAtom, assetSelectionAtom, nativeBalanceAtom, sendNetworkAtom } from './selected-asset.ts'

/** The parsed recipient field. */
export const recipientAtom = atom((get): Recipient => {
  const link = get(fieldLinkAtom)
  if (link.is === 'refused') return { is: 'refused-link', why: link.why }
  const adapter = get(adapterAtom)
  const choice = get(assetSelectionAtom)
  return readRecipient(get(draftAtom).to, {
    parse: adapter.is === 'ready' ? adapter.data.parseAddress : undefined,
    chain: get(draftAtom).asset?.chain ?? get(offeredChainAtom),
    from: get(senderAtom)?.accounts[0],
    token: choice.is === 'known' ? choice.chosen.asset.address : undefined,
    named: get(resolvedRecipientAtom),
  })
})

/** The known address that the recipient resembles. */
export const imitatedRecipientAtom = atom((get): string | undefined => {
  const recipient = get(recipientAtom)
  const sender = get(senderAtom)
  if (recipient.is !== 'address' || !sender) return undefined
  const known = get(knownAddressesAtom(sender.namespace))
  return findImpersonatedAddress(recipient.address, known, get(addressEncodingsAtom(sender.namespace)).of)
})

function feeQuery(get: Getter, transfer: Transfer | undefined): QueryOptions<TimedFee> {
  const adapter = get(adapterAtom)
  const network = get(sendNetworkAtom)
  const { clock } = get(portsAtom)
  const estimate = adapter.is === 'ready' ? adapter.data.estimateFee : undefined
  const { from = '', to = '', asset, value = 0n } = transfer ?? {}
  return {
    key: ['send-fee', asset?.chain ?? '', asset?.address ?? '', from, to, value.toString()],
    lifetimeMs: feeLifetimeMs,
    enabled: transfer !== undefined && network !== undefined && estimate !== undefined,
    load: async () => {
      if (!transfer || !network || !estimate) throw new Error('A fee query ran without its transfer')
      return { fee: await estimate(transfer, network), at: clock.now() }
    },
  }
}

/**
 * The fee of a similar transfer, before amount and recipient are known: one base unit, to the sender itself until there is a
 * recipient. Max is computed from it, and it does not change with every typed digit. Chains with a minimum account balance
 * would reject one base unit of native currency to a new account; there it is always to the sender.
 */
export const roughFeeAtom = queryAtom<TimedFee>((get) => {
  const choice = get(assetSelectionAtom)
  const from = get(senderAtom)?.accounts[0]
  const recipient = get(recipientAtom)
  if (choice.is !== 'known' || from === undefined) return feeQuery(get, undefined)
  const { asset } = choice.chosen
  const keepsLeast = asset.address === undefined && namespaceOf(asset.chain) !== 'eip155'
  const to = recipient.is === 'address' && !keepsLeast ? recipient.address : from
  return feeQuery(get, { from, to, asset, value: 1n })
})

const feeOf = (fee: QueryResult<TimedFee>): FeeEstimate | undefined =>
  fee.is === 'ready' ? fee.data.fee : undefined

/** The parsed amount field. */
export const amountAtom = atom((get): ParsedAmountDraft => {
  const { amount } = get(draftAtom)
  const choice = get(assetSelectionAtom)
  if (choice.is !== 'known')
    return amount.is === 'typed' && amount.text.trim() === '' ? { is: 'empty' } : { is: 'pending' }
  const { asset, value: balance } = choice.chosen
  return parseAmountDraft(amount, { asset, balance, fee: feeOf(get(roughFeeAtom)), locale: get(localeAtom) })
})

/** The transfer of a complete form. */
export type Preview = {
  readonly connection: Connection
  readonly network: Network
  readonly transfer: Transfer
  readonly price: string | undefined
  readonly iconUrl: string | undefined
}

/** The transfer to review; undefined while a field is missing or invalid. */
export const previewAtom = atom((get): Preview | undefined => {
  const connection = get(senderAtom)
  const network = get(sendNetworkAtom)
  const choice = get(assetSelectionAtom)
  const amount = get(amountAtom)
  const recipient = get(recipientAtom)
  if (!connection || !network || choice.is !== 'known') return undefined
  if (amount.is !== 'amount' || recipient.is !== 'address') return undefined
  const { asset, price, iconUrl } = choice.chosen
  const transfer = { from: connection.accounts[0], to: recipient.address, asset, value: amount.value }
  return { connection, network, transfer, price, iconUrl }
})

const exactFeeAtom = queryAtom<TimedFee>((get) => feeQuery(get, get(previewAtom)?.transfer))

/** Max of the native currency uses the rough fee: estimating the resulting amount would change that amount again. */
const usesRoughFeeAtom = atom((get) => {
  const choice = get(assetSelectionAtom)
  const isNative = choice.is === 'known' && choice.chosen.asset.address === undefined
  return isNative && get(draftAtom).amount.is === 'max'
})

/** The fee of exactly the transfer under review. Write to it to estimate again. */
export const reviewFeeAtom = atom(
  (get): QueryResult<TimedFee> => get(get(usesRoughFeeAtom) ? roughFeeAtom : exactFeeAtom),
  (get, set) => set(get(usesRoughFeeAtom) ? roughFeeAtom : exactFeeAtom),
)

const assetOf = (get: Getter): { asset: Asset | undefined; balance: bigint | undefined } => {
  const choice = get(assetSelectionAtom)
  return choice.is === 'known'
    ? { asset: choice.chosen.asset, balance: choice.chosen.value }
    : { asset: undefined, balance: undefined }
}

const factsWith = (get: Getter, fee: FeeEstimate | undefined): SendFacts => {
  const adapter = get(adapterAtom)
  const network = get(sendNetworkAtom)
  const native = get(nativeBalanceAtom)
  return {
    isOffered: get(hasFeatureAtom('send')),
    canSend:
      (adapter.is !== 'ready' || adapter.data.send !== undefined) &&
      adapter.is !== 'failed' &&
      (network === undefined || !isUnsupported(network.id, get(configuredChainIdsAtom))),
    ...assetOf(get),
    amount: get(amountAtom),
    recipient: get(recipientAtom),
    native: { symbol: network?.nativeCurrency.symbol ?? '', balance: native?.value },
    fee,
  }
}

/** The problems of the form; the first one labels the button. */
export const problemsAtom = atom((get) => {
  const fee = get(roughFeeAtom)
  const refusal = fee.is === 'failed' ? toTokenFailure(fee.error) : undefined
  return problemsOf({ ...factsWith(get, feeOf(fee)), refusal })
})

/** The problems of the review, with the exact fee. */
export const reviewProblemsAtom = atom((get): readonly SendProblem[] => {
  const problems = problemsOf(factsWith(get, feeOf(get(reviewFeeAtom))))
  return get(changedNameAtom) ? [{ is: 'name-moved' }, ...problems] : problems
})

/** Whether the form is pending: balances, the adapter, or the fee for Max. */
export const isFormWaitingAtom = atom((get): boolean => {
  const waitsForFee = get(amountAtom).is === 'pending' && get(roughFeeAtom).is !== 'failed'
  return (
    get(assetSelectionAtom).is === 'loading' ||
    ['unchecked', 'resolving'].includes(get(recipientAtom).is) ||
    waitsForFee
  )
})
