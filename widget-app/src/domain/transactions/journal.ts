import { lenientListOf } from '#shared/api/lenient-list.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Asset, Connection, TransactionStatus, Transfer } from '#widget/chains/chain-adapter.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { refetchBalancesAtom } from '#widget/domain/balances/forced-refetch.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { readReceivedAmount } from './received-amount.ts'
import { isFinal, isReceivedUnknown, needsReceivedAmount, resumedBy, withReceived } from './swap-outcome.ts'
import {
  type EntryVerdict,
  evictsPending,
  isSettled,
  isWatched,
  markInterrupted,
  nextTransaction,
  type RequestedCalls,
  storedCalls,
  type TransactionEntry,
  type TransactionEvent,
  type TransactionPurpose,
  type TransactionState,
  transactionEntrySchema,
  withinJournalLimits,
} from './transaction-entry.ts'

/** More than `withinJournalLimits` retains. */
const entryLimit = 1_000

const storedEntriesAtom = storedAtom<readonly TransactionEntry[]>(
  scopedKey('journal'),
  // A malformed entry hides none of the others.
  () => lenientListOf(transactionEntrySchema(), entryLimit),
  [],
)

/** The id of this document; created once, because a reload loses the response of a prompted wallet. */
export const documentIdAtom = atom((get) => get(portsAtom).ids())

/** The transaction journal, latest first. Entries that another document was signing are shown as unknown, not changed. */
export const journalAtom = atom((get): readonly TransactionEntry[] => {
  const page = get(documentIdAtom)
  return get(storedEntriesAtom).map((entry) => markInterrupted(entry, page))
})

/** One transaction of the journal. */
export const transactionAtom = atomFamily((id: string) =>
  atom((get) => get(journalAtom).find((entry) => entry.id === id)),
)

type Change = (entries: readonly TransactionEntry[]) => readonly TransactionEntry[]

/** Changes one entry. A notice appears if the limits evict entries that may have moved funds. */
const writeAtom = atom(null, (get, set, id: string, change: Change): void => {
  const others = get(storedEntriesAtom).filter((entry) => entry.id !== id)
  set(storedEntriesAtom, (entries) => withinJournalLimits(change(entries)))
  if (evictsPending(others, get(storedEntriesAtom))) {
    set(showToastAtom, get(translateAtom)('activity.unfollowed'), 'warning')
  }
})

/**
 * Stores a transfer, or a call for another purpose, in the journal, before it is requested from the wallet, and returns the
 * entry's id. From here on a reload loses nothing.
 */
export const beginTransactionAtom = atom(
  null,
  (
    get,
    set,
    connection: Connection,
    transfer: Transfer,
    purpose?: TransactionPurpose,
    calls?: RequestedCalls,
  ): string => {
    const { ids, clock } = get(portsAtom)
    const id = ids()
    const at = clock.now()
    const { walletId, walletName } = connection
    const { from, to, asset, value } = transfer
    const page = get(documentIdAtom)
    const requestedCalls = calls && storedCalls(calls)
    const entry: TransactionEntry = {
      id,
      at,
      updatedAt: at,
      page,
      walletId,
      walletName,
      from,
      to,
      asset,
      value,
      ...(purpose ? { purpose } : {}),
      ...(requestedCalls ? { asked: requestedCalls } : {}),
      state: { is: 'signing' },
      check: 'not-compared',
    }
    set(writeAtom, id, (entries) => [entry, ...resumedBy(entry, entries)])
    return id
  },
)

/** The assets that a transaction moves: sent and received. */
const assetsOf = ({ asset, purpose }: TransactionEntry): readonly Asset[] =>
  purpose?.gets === undefined ? [asset] : [asset, purpose.gets]

/** Calls that the chain never shows are deleted. */
function withoutStaleCalls({ is }: TransactionState, entry: TransactionEntry): TransactionEntry {
  if (is !== 'rejected' && is !== 'expired') return entry
  const { asked: _asked, ...rest } = entry
  return rest
}

/** Records an event of a transaction; one that its state does not allow changes nothing. */
export const recordTransactionAtom = atom(null, (get, set, id: string, event: TransactionEvent) => {
  const updatedAt = get(portsAtom).clock.now()
  const page = get(documentIdAtom)
  set(writeAtom, id, (entries) =>
    entries.map((entry) => {
      if (entry.id !== id) return entry
      const state = nextTransaction(entry.state, event)
      if (state === entry.state) return entry
      // The user is in the document that requested it, and sees its end.
      const isTold = entry.page === page && isFinal({ ...entry, state })
      return { ...withoutStaleCalls(state, entry), state, updatedAt, ...(isTold ? { isTold } : {}) }
    }),
  )
  const entry = get(transactionAtom(id))
  if (entry && event.is === 'followed' && event.status.is !== 'submitted')
    void set(refetchBalancesAtom, ...assetsOf(entry))
})

const settledVerdicts: readonly EntryVerdict[] = ['verified', 'added', 'mismatch']

/** An entry with its verdict; the calls are stored until the chain has shown them. */
function withVerdict(
  { asked: requestedCalls, ...entry }: TransactionEntry,
  check: EntryVerdict,
): TransactionEntry {
  const keepsCalls = requestedCalls !== undefined && !settledVerdicts.includes(check)
  return { ...entry, check, ...(keepsCalls ? { asked: requestedCalls } : {}) }
}

/** Records the verdict on a transaction. */
export const recordVerdictAtom = atom(null, (_get, set, id: string, check: EntryVerdict) =>
  set(storedEntriesAtom, (entries) =>
    entries.map((entry) => (entry.id === id && entry.check !== check ? withVerdict(entry, check) : entry)),
  ),
)

/** Marks a transaction as acknowledged by the user. */
export const dismissTransactionAtom = atom(null, (_get, set, id: string) =>
  set(storedEntriesAtom, (entries) =>
    entries.map((entry) => (entry.id === id ? { ...entry, isTold: true } : entry)),
  ),
)

/** Marks a transaction's end as reported to the host; returns whether this is the first report in any tab. */
export const reportResultAtom = atom(null, (_get, set, id: string): boolean => {
  let isFirst = true
  set(storedEntriesAtom, (entries) => {
    isFirst = !entries.some((entry) => entry.id === id && entry.isReported)
    return entries.map((entry) => (entry.id === id ? { ...entry, isReported: true } : entry))
  })
  return isFirst
})

/** Stores the received amount of a swap or a transfer, in base units, or that it could not be read. */
const recordReceivedAtom = atom(null, (get, set, id: string, received: bigint | undefined) => {
  const page = get(documentIdAtom)
  set(storedEntriesAtom, (entries) =>
    entries.map((entry) => {
      if (entry.id !== id) return entry
      const next = withReceived(entry, received)
      // As with every end: the user is in this document. An amount that could not be read is read again, and shown then.
      return entry.page === page && received !== undefined ? { ...next, isTold: true } : next
    }),
  )
})

const watchedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Fetches the transaction of a bundle from the wallet. */
const settleBundleAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const entry = get(transactionAtom(id))
  if (entry?.state.is !== 'bundled') return
  const { bundleResultAtom } = await import('./bundle-result.ts')
  const end = await set(bundleResultAtom, entry.state.bundle, signal)
  if (end.is === 'transaction') {
    const { hash } = end
    const transaction = { chain: entry.asset.chain, from: entry.from, hash, nonce: undefined }
    set(recordTransactionAtom, id, { is: 'submitted', transaction })
  } else set(recordTransactionAtom, id, { is: end.is === 'nothing' ? 'rejected' : 'lost' })
})

/** Reads the received amount of a mined swap or transfer, unless it is known. */
const readReceivedAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const entry = get(transactionAtom(id))
  if (entry === undefined || !isReceivedUnknown(entry)) return
  const { chain } = entry.asset
  const network = get(networkTableAtom).get(chain)
  const read = async () => {
    const adapter = await get(portsAtom).chains.adapter(namespaceOf(chain))
    return network && readReceivedAmount(entry, adapter, network, signal)
  }
  const received = await read().catch((cause: unknown) => {
    signal.throwIfAborted()
    get(portsAtom).log('The received amount of a transaction could not be read', cause)
    return undefined
  })
  set(recordReceivedAtom, id, received)
})

/** Watches a submitted transaction to its end. */
const settleAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const entry = get(transactionAtom(id))
  if (entry?.state.is !== 'submitted') return
  const { asset, from } = entry
  const network = get(networkTableAtom).get(asset.chain)
  const { waitForTransaction } = await get(portsAtom).chains.adapter(namespaceOf(asset.chain))
  if (!network || !waitForTransaction) return
  const { hash, nonce, expiresAfter } = entry.state
  const transaction = {
    chain: asset.chain,
    from,
    hash,
    nonce,
    ...(expiresAfter === undefined ? {} : { expiresAfter }),
  }
  const record = (status: TransactionStatus) => set(recordTransactionAtom, id, { is: 'followed', status })
  record(await waitForTransaction(transaction, network, record, signal))
})

/**
 * Watches one transaction to its end, including one that the wallet accepted as a bundle, and records each change and the
 * received amount; resolves with the final entry. @throws the error that ends watching, the signal's reason.
 */
export const watchTransactionAtom = atom(
  null,
  async (get, set, id: string, signal: AbortSignal): Promise<TransactionEntry | undefined> => {
    set(watchedAtom, new Set([...get(watchedAtom), id]))
    try {
      await set(loadNetworksAtom)
      await set(settleBundleAtom, id, signal)
      await set(settleAtom, id, signal)
      await set(readReceivedAtom, id, signal)
      return get(transactionAtom(id))
    } finally {
      // Removed, so that the next call of `watchPendingTransactionsAtom` resumes a failed one.
      set(watchedAtom, new Set([...get(watchedAtom)].filter((one) => one !== id)))
    }
  },
)

const endedSwapListAtom = atom<readonly TransactionEntry[]>([])

/** Swaps of former documents that have ended while this document watched them. */
export const resumedSwapsAtom = atom((get) => get(endedSwapListAtom))

const watchOneAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  try {
    const entry = await set(watchTransactionAtom, id, signal)
    // The view that began it here shows its end itself.
    if (entry?.purpose?.is === 'swap' && entry.page !== get(documentIdAtom) && isSettled(entry.state))
      set(endedSwapListAtom, (ended) => [...ended, entry])
  } catch (cause) {
    if (!signal.aborted) get(portsAtom).log('A transaction could not be watched', cause)
  }
})

/**
 * Watches every pending transaction to its end, and reads missing received amounts; call it on load and after each
 * submission. A transaction that is being watched is skipped. Resolves when all that it started have ended.
 */
export const watchPendingTransactionsAtom = atom(
  null,
  async (get, set, signal?: AbortSignal): Promise<void> => {
    const now = get(portsAtom).clock.now()
    const unwatched = get(journalAtom).filter(
      (entry) =>
        (isWatched(entry.state) || needsReceivedAmount(entry, now)) && !get(watchedAtom).has(entry.id),
    )
    const watchSignal = signal ?? new AbortController().signal
    await Promise.all(unwatched.map(({ id }) => set(watchOneAtom, id, watchSignal)))
  },
)
