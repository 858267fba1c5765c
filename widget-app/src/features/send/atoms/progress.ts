import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatWhole } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { type ExplorerLink, explorerLink } from '#widget/domain/networks/explorer-link.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { transactionAtom } from '#widget/domain/transactions/journal.ts'
import { hashOf, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { receivedAmountText, receivedMessage } from '#widget/domain/transactions/transfer-messages.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { sendStateAtom } from './draft.ts'

/** The journal entry of the current or last transfer. */
export const entryAtom = atom((get): TransactionEntry | undefined => {
  const state = get(sendStateAtom)
  return 'entryId' in state ? get(transactionAtom(state.entryId)) : undefined
})

/** Whether the result of the transfer is only host-reported. */
export const isEntryHostReportedAtom = atom((get): boolean => {
  const chain = get(entryAtom)?.asset.chain
  return chain !== undefined && get(isHostReportedAtom(chain))
})

/** The transaction in its network's explorer; without a hash, the sender's account. */
export const explorerLinkAtom = atom((get): ExplorerLink | undefined => {
  const entry = get(entryAtom)
  if (!entry) return undefined
  const network = get(networkAtom(entry.asset.chain))
  return explorerLink(get, network, { hash: hashOf(entry.state), account: entry.from })
})

/** The entry's amount with every digit, its symbol, and the received amount if that differs. */
export const entryAmountAtom = atom((get) => {
  const entry = get(entryAtom)
  if (!entry) return undefined
  const { asset, value } = entry
  const locale = get(localeAtom)
  const amount = formatWhole(toDisplayedAmount(value, asset), asset.decimals, locale)
  return { amount, symbol: asset.symbol, received: receivedAmountText(entry, locale) }
})

/** The received amount of the entry, as a sentence. */
export const entryReceivedAtom = atom((get): string => {
  const entry = get(entryAtom)
  return entry ? receivedMessage(entry, get(localeAtom), get(translateAtom)) : ''
})
