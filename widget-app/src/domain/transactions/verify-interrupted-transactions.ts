import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { documentIdAtom, journalAtom, recordVerdictAtom, transactionAtom } from './journal.ts'
import { isOnChain, type TransactionEntry } from './transaction-entry.ts'
import { verifyTransaction } from './verify-transaction.ts'

const isRunningAtom = atom(false)

/** Time after which the verification that follows sending has started, or never will, in milliseconds. */
const verificationStartMs = 3 * 60 * 1_000

/** Mined transactions without a verification in progress: their document was closed, or it has failed. */
function interruptedIds(get: Getter): readonly string[] {
  const page = get(documentIdAtom)
  const now = get(portsAtom).clock.now()
  const isInterrupted = ({ check, page: entryPage, updatedAt }: TransactionEntry) => {
    if (entryPage !== page) return check === 'not-compared' || check === 'checking'
    return check === 'not-compared' && now - updatedAt >= verificationStartMs
  }
  return get(journalAtom)
    .filter((entry) => isOnChain(entry.state) && isInterrupted(entry))
    .map(({ id }) => id)
}

/**
 * Verifies the unverified transactions of former documents against their requests, one after the other, and records each
 * verdict. Call it on load, after watching, and where activity is shown. Verified ones are not verified again; never
 * rejects.
 */
export const verifyInterruptedAtom = atom(null, async (get, set): Promise<void> => {
  if (get(isRunningAtom) || interruptedIds(get).length === 0) return
  set(isRunningAtom, true)
  const { signal } = new AbortController()
  try {
    await set(loadNetworksAtom)
    for (const id of interruptedIds(get)) {
      const entry = get(transactionAtom(id))
      const network = entry && get(networkTableAtom).get(entry.asset.chain)
      const check = network ? await verifyTransaction(get(portsAtom), network, entry, signal) : 'unverifiable'
      set(recordVerdictAtom, id, check === 'unverifiable' ? 'unverified' : check)
    }
  } finally {
    set(isRunningAtom, false)
  }
})

/** Mounted where activity is shown: verifies transactions of former documents. */
export const isVerifyingInterruptedAtom = atom(
  () => undefined,
  (_get, set) => void set(verifyInterruptedAtom),
)
isVerifyingInterruptedAtom.onMount = (compare) => {
  compare()
}
