import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatWhole } from '#shared/amount/format-amount.ts'
import type { Network } from '#shared/config/network.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { type ExplorerLink, explorerLink } from '#widget/domain/networks/explorer-link.ts'
import { loadNetworksAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import {
  documentIdAtom,
  recordVerdictAtom,
  transactionAtom,
  watchPendingTransactionsAtom,
} from '#widget/domain/transactions/journal.ts'
import {
  type EntryVerdict,
  hashOf,
  isUnverifiable,
  type TransactionEntry,
} from '#widget/domain/transactions/transaction-entry.ts'
import { receivedAmountText } from '#widget/domain/transactions/transfer-messages.ts'
import { verifyInterruptedAtom } from '#widget/domain/transactions/verify-interrupted-transactions.ts'
import {
  isVerifiable,
  type TransactionVerdict,
  verifyTransaction,
} from '#widget/domain/transactions/verify-transaction.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** Mounted by the view: restarts watching pending transactions, even after a failed poll, and verifies interrupted ones. */
export const watchTransactionsAtom = atom(
  () => undefined,
  async (_get, set): Promise<void> => {
    await set(loadNetworksAtom)
    await set(verifyInterruptedAtom)
    await set(watchPendingTransactionsAtom)
    await set(verifyInterruptedAtom)
  },
)
watchTransactionsAtom.onMount = (watch) => {
  void watch()
}

/** The network of an entry. */
export const entryNetworkAtom = atomFamily((id: string) =>
  atom((get): Network | undefined => {
    const entry = get(transactionAtom(id))
    return entry && get(networkAtom(entry.asset.chain))
  }),
)

/** True if only the host reports the entry's result. */
export const isEntryHostReportedAtom = atomFamily((id: string) =>
  atom((get): boolean => {
    const entry = get(transactionAtom(id))
    return entry !== undefined && get(isHostReportedAtom(entry.asset.chain))
  }),
)

/** True if there is no transaction on the chain to verify. */
const isNotOnChain = (entry: TransactionEntry | undefined): boolean =>
  entry?.state.is === 'dropped' || entry?.state.is === 'expired'

/** The calls of an approval or a swap are stored until they are verified. */
const shouldVerify = (entry: TransactionEntry | undefined): boolean =>
  entry !== undefined && isVerifiable(entry)

const verdictQueryAtom = atomFamily((id: string) =>
  queryAtom<TransactionVerdict>((get) => {
    const entry = get(transactionAtom(id))
    const network = get(entryNetworkAtom(id))
    const { chains } = get(portsAtom)
    const hash = entry && hashOf(entry.state)
    return {
      // Verified again when the state changes, because the transaction can be in a block then.
      key: ['sent-check', id, hash ?? '', entry?.state.is ?? ''],
      staleTimeMs: Number.POSITIVE_INFINITY,
      enabled: hash !== undefined && network !== undefined && !isNotOnChain(entry) && shouldVerify(entry),
      load: async (signal) =>
        entry && network ? verifyTransaction({ chains }, network, entry, signal) : 'unverifiable',
    }
  }),
)

/**
 * The verdict of an entry: the one of this document, otherwise the journal's. The `checking` of an earlier document never
 * completes, so it counts as unverified.
 */
export const entryVerdictAtom = atomFamily((id: string) =>
  atom((get): EntryVerdict => {
    const entry = get(transactionAtom(id))
    const verdict = get(verdictQueryAtom(id))
    if (verdict.is === 'ready' && verdict.data !== 'unverifiable') return verdict.data
    const stored = entry?.check ?? 'not-compared'
    if (stored === 'checking' && entry?.page !== get(documentIdAtom)) return 'unverified'
    return stored === 'not-compared' && verdict.is === 'ready' ? 'unverified' : stored
  }),
)

/** True if an approval or a swap is on the chain and was never verified. */
export const isNeverVerifiedAtom = atomFamily((id: string) =>
  atom((get): boolean => {
    const entry = get(transactionAtom(id))
    return entry?.purpose !== undefined && isUnverifiable(entry)
  }),
)

/** Stores the verdict of this document in the journal, for the activity list. */
export const storeVerdictAtom = atom(null, (get, set, id: string): void => {
  if (get(verdictQueryAtom(id)).is === 'ready') set(recordVerdictAtom, id, get(entryVerdictAtom(id)))
})

/** The transaction in its explorer; without a hash, its sender. */
export const explorerLinkAtom = atomFamily((id: string) =>
  atom((get): ExplorerLink | undefined => {
    const entry = get(transactionAtom(id))
    return (
      entry &&
      explorerLink(get, get(entryNetworkAtom(id)), { hash: hashOf(entry.state), account: entry.from })
    )
  }),
)

/** The icon of the wallet that received the request. */
export const walletIconAtom = atomFamily((id: string) =>
  atom((get): string | undefined => {
    const entry = get(transactionAtom(id))
    return entry && get(walletByIdAtom(entry.walletId))?.icon
  }),
)

const feeOf = ({ state }: TransactionEntry): bigint | undefined =>
  state.is === 'confirmed' || state.is === 'failed' ? state.fee : undefined

/** The received amount of a swap, otherwise its minimum. */
function receivedTexts({ purpose }: TransactionEntry, locale: string) {
  if (purpose?.is !== 'swap') return {}
  const { gets, received, atLeast } = purpose
  const text = (value: bigint) =>
    `${formatWhole(toDisplayedAmount(value, gets), gets.decimals, locale)} ${gets.symbol}`
  return received === undefined ? { atLeast: text(atLeast) } : { received: text(received) }
}

/** The amounts, fee and time of an entry, formatted. */
export const entryTextsAtom = atomFamily((id: string) =>
  atom((get) => {
    const entry = get(transactionAtom(id))
    if (!entry) return undefined
    const locale = get(localeAtom)
    const network = get(entryNetworkAtom(id))
    const fee = feeOf(entry)
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return {
      amount: formatWhole(toDisplayedAmount(entry.value, entry.asset), entry.asset.decimals, locale),
      symbol: entry.asset.symbol,
      arrived: receivedAmountText(entry, locale),
      ...receivedTexts(entry, locale),
      time: time.format(entry.at),
      fee:
        fee === undefined || !network
          ? undefined
          : `${formatWhole(fee, network.nativeCurrency.decimals, locale)} ${network.nativeCurrency.symbol}`,
    }
  }),
)
