import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { documentIdAtom, journalAtom, recordVerdictAtom, transactionAtom } from './journal.ts'
import { isOnChain, type TransactionEntry } from './transaction-entry.ts'
import { verifyTransaction } from './verify-transaction.ts'

const isRunningAtom = atom(false)

/** By then the comparison that begins when a transaction is sent has begun, or will not, in milliseconds. */
const beganAfterMs = 3 * 60 * 1_000

/** Transactions on the chain that no comparison is under way for: their page was left, or what began it has failed. */
function leftOf(get: Getter): readonly string[] {
  const page = get(documentIdAtom)
  const now = get(portsAtom).clock.now()
  const isLeft = ({ check, page: own, updatedAt }: TransactionEntry) => {
    if (own !== page) return check === 'not-compared' || check === 'checking'
    return check === 'not-compared' && now - updatedAt >= beganAfterMs
  }
  return get(journalAtom)
    .filter((entry) => isOnChain(entry.state) && isLeft(entry))
    .map(({ id }) => id)
}

/**
 * Compares what earlier pages have left uncompared with what was asked, one after the other, and writes down what each came
 * to: a difference, the same, or that it could not be compared. Call it on load, after following, and where activity is
 * shown. What is compared already is not compared twice; never rejects.
 */
export const verifyInterruptedAtom = atom(null, async (get, set): Promise<void> => {
  if (get(isRunningAtom) || leftOf(get).length === 0) return
  set(isRunningAtom, true)
  const { signal } = new AbortController()
  try {
    await set(loadNetworksAtom)
    for (const id of leftOf(get)) {
      const entry = get(transactionAtom(id))
      const network = entry && get(networkTableAtom).get(entry.asset.chain)
      const check = network ? await verifyTransaction(get(portsAtom), network, entry, signal) : 'unverifiable'
      set(recordVerdictAtom, id, check === 'unverifiable' ? 'unverified' : check)
    }
  } catch (cause) {
    get(portsAtom).log('What was sent before could not be compared', cause)
  } finally {
    set(isRunningAtom, false)
  }
})

/** Mounted where activity is shown: compares what earlier pages have left. */
export const isVerifyingInterruptedAtom = atom(
  () => undefined,
  (_get, set) => void set(verifyInterruptedAtom),
)
isVerifyingInterruptedAtom.onMount = (compare) => {
  compare()
}
