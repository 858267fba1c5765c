import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { createSemaphore } from '#widget/lib/semaphore.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Runs a request, from its completion to its end, after those that wait before it. `open` opens its review, once: called if it
 * waits, or another one waits for it. Rejects with the signal's reason, without running it, if that aborts before.
 */
export type RunInTurn = <T>(work: () => Promise<T>, signal: AbortSignal, open: () => void) => Promise<T>

const runAtOnce: RunInTurn = (work) => work()

function createQueue(): RunInTurn {
  const semaphore = createSemaphore(1)
  const opens: (() => void)[] = []
  return async (work, signal, open) => {
    opens.push(open)
    // The first review is on screen: it must be the one whose turn it is.
    if (opens.length > 1) for (const each of opens) each()
    try {
      return await semaphore(work, signal)
    } finally {
      opens.splice(opens.indexOf(open), 1)
    }
  }
}

const queuesAtom = atom(() => ({
  queues: new Map<string, RunInTurn>(),
  /** Requests get their queues in the order in which they arrived: code that loads for the first may be there for the next. */
  arrive: createSemaphore(1),
}))

/**
 * The queue of a request of our own wallet. The node counts a transaction once it has it: of two that are completed before
 * either is sent, both would have the same nonce, and only one could be executed.
 */
export const nonceQueueAtom = atom(
  null,
  (get, _set, connection: Connection, { method }: RpcRequest): Promise<RunInTurn> => {
    const { namespace, accounts, chain } = connection
    const { queues, arrive } = get(queuesAtom)
    return arrive(async () => {
      const adapter = await get(portsAtom).chains.adapter(namespace)
      const keys = await adapter.localKeys?.()
      if (!keys?.nonceMethods?.has(method)) return runAtOnce
      const key = `${accounts[0]}|${chain}`
      const queue = queues.get(key) ?? createQueue()
      queues.set(key, queue)
      return queue
    })
  },
)
