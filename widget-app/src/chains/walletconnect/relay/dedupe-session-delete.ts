import * as z from 'zod/mini'
import type { SignClient } from '../client.ts'

type EndReason = { readonly code: number; readonly message: string }

/** The private parts of the SDK's engine that an end needs. */
type EndParts = {
  deleteSession: (ended: { readonly topic: string; readonly id?: number }) => Promise<void>
  sendResult: (answer: {
    readonly id: number
    readonly topic: string
    readonly result: true
  }) => Promise<void>
  cleanupPendingSentRequestsForTopic: (ended: { readonly topic: string; readonly error: EndReason }) => void
}

/** Why a session ends, as WalletConnect numbers it. */
export const userDisconnected: EndReason = { code: 6000, message: 'User disconnected.' }

const isFunction = (value: unknown) => typeof value === 'function'
const part = <Name extends keyof EndParts>() => z.custom<EndParts[Name]>(isFunction)
const partsSchema = () =>
  z.object({
    deleteSession: part<'deleteSession'>(),
    sendResult: part<'sendResult'>(),
    cleanupPendingSentRequestsForTopic: part<'cleanupPendingSentRequestsForTopic'>(),
  })

/**
 * Lets a session end once, whoever ends it. When the wallet and the site end one in the same moment, the SDK deletes it
 * twice; the second time fails where nobody hears it, and the SDK then waits for its end for ever and takes in nothing
 * more that a wallet sends: the next pairing would never be answered.
 * @throws ZodError with another SDK than was pinned.
 */
export function endOnce({ core, engine, session }: SignClient): void {
  const own = partsSchema().parse({ ...engine })
  const ending = new Map<string, Promise<void>>()

  const deleteSession: EndParts['deleteSession'] = (ended) => {
    const { topic } = ended
    const begun = ending.get(topic)
    if (begun) return begun
    if (!session.keys.includes(topic)) return Promise.resolve()
    const end = own.deleteSession(ended).finally(() => ending.delete(topic))
    ending.set(topic, end)
    return end
  }

  async function onSessionDeleteRequest(topic: string, { id }: { readonly id: number }): Promise<void> {
    if (!session.keys.includes(topic)) return
    try {
      own.cleanupPendingSentRequestsForTopic({ topic, error: userDisconnected })
      // The SDK publishes it in its own time, which needs no session any more.
      if (core.crypto.keychain.has(topic)) await own.sendResult({ id, topic, result: true })
    } catch {
      // A wallet that has left does not wait for an answer.
    }
    await deleteSession({ topic, id })
  }

  Object.assign(engine, { deleteSession, onSessionDeleteRequest })
}
