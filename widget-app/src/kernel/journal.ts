import * as z from 'zod/mini'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Connection, Transfer } from '#widget/chains/contract.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { refreshQueriesAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { loadNetworksAtom, networkTableAtom } from './networks.ts'
import { showToastAtom } from './notices.ts'
import { portsAtom } from './ports.ts'
import { scopedKey } from './storage-keys.ts'
import {
  losesSight,
  nextTransaction,
  seenFrom,
  type TransactionEntry,
  type TransactionEvent,
  type TransactionPurpose,
  transactionEntrySchema,
  withinLimits,
} from './transaction-entry.ts'

const storedEntriesAtom = storedAtom<readonly TransactionEntry[]>(
  scopedKey('journal'),
  () => z.array(transactionEntrySchema()),
  [],
)

/** This page life; drawn once, because a reload loses the answer of a wallet that is being asked. */
const pageAtom = atom((get) => get(portsAtom).ids())

/** The transaction journal, latest first. Entries which another page was signing are shown as unknown, not changed. */
export const journalAtom = atom((get): readonly TransactionEntry[] => {
  const page = get(pageAtom)
  return get(storedEntriesAtom).map((entry) => seenFrom(entry, page))
})

/** One transaction of the journal. */
export const transactionAtom = atomFamily((id: string) =>
  atom((get) => get(journalAtom).find((entry) => entry.id === id)),
)

type Change = (entries: readonly TransactionEntry[]) => readonly TransactionEntry[]

/** Changes one entry. The limits may take others out of sight; that is said if those may have moved money. */
const writeAtom = atom(null, (get, set, id: string, change: Change): void => {
  const others = get(storedEntriesAtom).filter((entry) => entry.id !== id)
  set(storedEntriesAtom, (entries) => withinLimits(change(entries)))
  if (losesSight(others, get(storedEntriesAtom))) {
    set(showToastAtom, get(translateAtom)('activity.unfollowed'), 'warning')
  }
})

/**
 * Writes a transfer, or a call made for another purpose, into the journal, before the wallet is asked, and returns the entry's id. From here on a reload
 * loses nothing.
 */
export const beginTransactionAtom = atom(
  null,
  (get, set, connection: Connection, transfer: Transfer, purpose?: TransactionPurpose): string => {
    const { ids, clock } = get(portsAtom)
    const id = ids()
    const at = clock.now()
    const { walletId, walletName } = connection
    const { from, to, asset, value } = transfer
    const page = get(pageAtom)
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
      state: { is: 'signing' },
    }
    set(writeAtom, id, (entries) => [entry, ...entries])
    return id
  },
)

/** Records what became of a transaction; an event that its state does not allow changes nothing. */
export const recordTransactionAtom = atom(null, (get, set, id: string, event: TransactionEvent) => {
  const updatedAt = get(portsAtom).clock.now()
  set(writeAtom, id, (entries) =>
    entries.map((entry) => {
      if (entry.id !== id) return entry
      const state = nextTransaction(entry.state, event)
      return state === entry.state ? entry : { ...entry, state, updatedAt }
    }),
  )
  if (event.is === 'followed' && event.status.is !== 'submitted') void set(refreshQueriesAtom, 'balances')
})

/** Keeps what a swap really brought, in base units of what it was for. */
export const recordReceivedAtom = atom(null, (_get, set, id: string, received: bigint) =>
  set(storedEntriesAtom, (entries) =>
    entries.map((entry) =>
      entry.id === id && entry.purpose?.is === 'swap'
        ? { ...entry, purpose: { ...entry.purpose, received } }
        : entry,
    ),
  ),
)

const followedAtom = atom<ReadonlySet<string>>(new Set<string>())

const followAtom = atom(
  null,
  async (get, set, entry: TransactionEntry, signal: AbortSignal): Promise<void> => {
    const { chains, log } = get(portsAtom)
    const { state, asset, from, id } = entry
    if (state.is !== 'submitted') return
    try {
      await set(loadNetworksAtom)
      const network = get(networkTableAtom).get(asset.chain)
      const { follow } = await chains.adapter(namespaceOf(asset.chain))
      if (!network || !follow) return
      const { hash, nonce, expiresAfter } = state
      const transaction = {
        chain: asset.chain,
        from,
        hash,
        nonce,
        ...(expiresAfter === undefined ? {} : { expiresAfter }),
      }
      const status = await follow(
        transaction,
        network,
        (change) => set(recordTransactionAtom, id, { is: 'followed', status: change }),
        signal,
      )
      set(recordTransactionAtom, id, { is: 'followed', status })
    } catch (cause) {
      if (!signal.aborted) log('A transaction could not be followed', cause)
    } finally {
      // Free again, so that the next call of `followPendingAtom` resumes what failed.
      set(followedAtom, new Set([...get(followedAtom)].filter((one) => one !== id)))
    }
  },
)

/**
 * Follows every submitted transaction to its end; call on load and after each submission. What is being followed is not
 * followed twice. Resolves when all that were started have ended.
 */
export const followPendingAtom = atom(null, async (get, set, signal?: AbortSignal): Promise<void> => {
  const fresh = get(journalAtom).filter(
    (entry) => entry.state.is === 'submitted' && !get(followedAtom).has(entry.id),
  )
  set(followedAtom, new Set([...get(followedAtom), ...fresh.map((entry) => entry.id)]))
  const until = signal ?? new AbortController().signal
  await Promise.all(fresh.map((entry) => set(followAtom, entry, until)))
})
