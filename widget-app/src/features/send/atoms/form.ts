import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, Connection, FeeEstimate, Transfer } from '#widget/chains/chain-adapter.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { bookNamesAtom } from '#widget/domain/accounts/address-book.ts'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { feeSponsorAtom } from '#widget/domain/accounts/fee-sponsor.ts'
import { type ParsedAmountDraft, parseAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { configuredChainIdsAtom, isUnsupported } from '#widget/domain/networks/networks.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryOptions, QueryResult } from '#widget/lib/query-result.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { feeLifetimeMs, type TimedFee, toTokenFailure } from '../network-fee.ts'
import { problemsOf, type SendInputs, type SendProblem } from '../problems.ts'
import { parseRecipient, type Recipient } from '../recipient/recipient.ts'
import { draftAtom, listedChainDefaultAtom, senderAtom } from './draft.ts'
import { fieldLinkAtom } from './link.ts'
import { changedNameAtom, resolvedRecipientAtom } from './resolved-recipient.ts'
import { adapterAtom, assetSelectionAtom, nativeBalanceAtom, sendNetworkAtom } from './selected-asset.ts'

/** The parsed recipient field. */
export const recipientAtom = atom((get): Recipient => {
  const link = get(fieldLinkAtom)
  if (link.is === 'invalid') return { is: 'invalid-link', why: link.why }
  const adapter = get(adapterAtom)
  const selection = get(assetSelectionAtom)
  return parseRecipient(get(draftAtom).to, {
    parse: adapter.is === 'ready' ? adapter.data.parseAddress : undefined,
    chain: get(draftAtom).asset?.chain ?? get(listedChainDefaultAtom),
    from: get(senderAtom)?.accounts[0],
    token: selection.is === 'known' ? selection.selected.asset.address : undefined,
    named: get(resolvedRecipientAtom),
  })
})

/** The name in the address book of the recipient. */
export const recipientNameAtom = atom((get): string | undefined => {
  const recipient = get(recipientAtom)
  const sender = get(senderAtom)
  return recipient.is === 'address' && sender
    ? get(bookNamesAtom(sender.namespace))(recipient.address)
    : undefined
})

/** The known address that the recipient resembles. */
export const similarRecipientAtom = atom((get): string | undefined => {
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
    staleTimeMs: feeLifetimeMs,
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
  const selection = get(assetSelectionAtom)
  const from = get(senderAtom)?.accounts[0]
  const recipient = get(recipientAtom)
  if (selection.is !== 'known' || from === undefined) return feeQuery(get, undefined)
  const { asset } = selection.selected
  const hasMinimumBalance = asset.address === undefined && namespaceOf(asset.chain) !== 'eip155'
  const to = recipient.is === 'address' && !hasMinimumBalance ? recipient.address : from
  return feeQuery(get, { from, to, asset, value: 1n })
})

const feeOf = (fee: QueryResult<TimedFee>): FeeEstimate | undefined =>
  fee.is === 'ready' ? fee.data.fee : undefined

/** The parsed amount field. */
export const amountAtom = atom((get): ParsedAmountDraft => {
  const { amount } = get(draftAtom)
  const selection = get(assetSelectionAtom)
  if (selection.is !== 'known')
    return amount.is === 'typed' && amount.text.trim() === '' ? { is: 'empty' } : { is: 'pending' }
  const { asset, value: balance } = selection.selected
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
  const selection = get(assetSelectionAtom)
  const amount = get(amountAtom)
  const recipient = get(recipientAtom)
  if (!connection || !network || selection.is !== 'known') return undefined
  if (amount.is !== 'amount' || recipient.is !== 'address') return undefined
  const { asset, price, iconUrl } = selection.selected
  const transfer = { from: connection.accounts[0], to: recipient.address, asset, value: amount.value }
  return { connection, network, transfer, price, iconUrl }
})

const exactFeeAtom = queryAtom<TimedFee>((get) => feeQuery(get, get(previewAtom)?.transfer))

/** Max of the native currency uses the rough fee: estimating the resulting amount would change that amount again. */
const usesRoughFeeAtom = atom((get) => {
  const selection = get(assetSelectionAtom)
  const isNative = selection.is === 'known' && selection.selected.asset.address === undefined
  return isNative && get(draftAtom).amount.is === 'max'
})

/** The fee of exactly the transfer under review. Write to it to estimate again. */
export const reviewFeeAtom = atom(
  (get): QueryResult<TimedFee> => get(get(usesRoughFeeAtom) ? roughFeeAtom : exactFeeAtom),
  (get, set) => set(get(usesRoughFeeAtom) ? roughFeeAtom : exactFeeAtom),
)

const assetOf = (get: Getter): { asset: Asset | undefined; balance: bigint | undefined } => {
  const selection = get(assetSelectionAtom)
  return selection.is === 'known'
    ? { asset: selection.selected.asset, balance: selection.selected.value }
    : { asset: undefined, balance: undefined }
}

/** Who may pay the fee instead of the user, as the review states. */
export const sponsorAtom = atom((get): string | undefined => {
  const [sender, network] = [get(senderAtom), get(sendNetworkAtom)]
  return sender && network && get(feeSponsorAtom)(sender.walletId, network.id)
})

const createInputs = (get: Getter, fee: FeeEstimate | undefined): SendInputs => {
  const adapter = get(adapterAtom)
  const network = get(sendNetworkAtom)
  const native = get(nativeBalanceAtom)
  return {
    isEnabled: get(hasFeatureAtom('send')),
    canSend:
      (adapter.is !== 'ready' || adapter.data.send !== undefined) &&
      adapter.is !== 'failed' &&
      (network === undefined || !isUnsupported(network.id, get(configuredChainIdsAtom))),
    ...assetOf(get),
    amount: get(amountAtom),
    recipient: get(recipientAtom),
    native: { symbol: network?.nativeCurrency.symbol ?? '', balance: native?.value },
    // Whether the account itself has to pay is known before the user confirms in the wallet.
    fee: get(sponsorAtom) === undefined ? fee : undefined,
  }
}

/** The problems of the form; the first one labels the button. */
export const problemsAtom = atom((get) => {
  const fee = get(roughFeeAtom)
  const tokenFailure = fee.is === 'failed' ? toTokenFailure(fee.error) : undefined
  return problemsOf({ ...createInputs(get, feeOf(fee)), tokenFailure })
})

/** The problems of the review, with the exact fee. */
export const reviewProblemsAtom = atom((get): readonly SendProblem[] => {
  const problems = problemsOf(createInputs(get, feeOf(get(reviewFeeAtom))))
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
