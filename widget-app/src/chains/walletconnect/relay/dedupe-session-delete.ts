import * as z from 'zod/mini'
import type { SignClient } from '../client.ts'

type EndReason = { readonly code: number; readonly message: string }

/** Private members of the SDK's engine that deleting a session needs. */
type EndParts = {
  deleteSession: (ended: { readonly topic: string; readonly id?: number }) => Promise<void>
  sendResult: (answer: {
    readonly id: number
    readonly topic: string
    readonly result: true
  }) => Promise<void>
  cleanupPendingSentRequestsForTopic: (ended: { readonly topic: string; readonly error: EndReason }) => void
}

/** The reason with which a session ends, by WalletConnect's error codes. */
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
 * Deletes a session only once, whether the site or the wallet ends it. If both end it at the same time, the SDK deletes it
 * twice. The second deletion rejects without a handler, and the SDK then waits for it forever and processes no further
 * message of a wallet: the next pairing would never get a response.
 * @throws ZodError with an SDK version other than the pinned one.
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
      // The SDK publishes the response later, and no longer needs the session for it.
      if (core.crypto.keychain.has(topic)) await own.sendResult({ id, topic, result: true })
    } catch {
      // A wallet that has disconnected does not wait for a response.
    }
    await deleteSession({ topic, id })
  }

  Object.assign(engine, { deleteSession, onSessionDeleteRequest })
}
