import * as z from '#shared/zod.ts'
import type { SignClient } from '../client.ts'

type DisconnectReason = { readonly code: number; readonly message: string }

/** Private members of the SDK's engine that deleting a session needs. */
type EngineMembers = {
  deleteSession: (params: { readonly topic: string; readonly id?: number }) => Promise<void>
  sendResult: (response: {
    readonly id: number
    readonly topic: string
    readonly result: true
  }) => Promise<void>
  cleanupPendingSentRequestsForTopic: (params: {
    readonly topic: string
    readonly error: DisconnectReason
  }) => void
}

/** The reason with which a session ends, by WalletConnect's error codes. */
export const userDisconnected: DisconnectReason = { code: 6000, message: 'User disconnected.' }

const isFunction = (value: unknown) => typeof value === 'function'
const member = <Name extends keyof EngineMembers>() => z.custom<EngineMembers[Name]>(isFunction)
const membersSchema = () =>
  z.object({
    deleteSession: member<'deleteSession'>(),
    sendResult: member<'sendResult'>(),
    cleanupPendingSentRequestsForTopic: member<'cleanupPendingSentRequestsForTopic'>(),
  })

/**
 * Deletes a session only once, whether the site or the wallet ends it. If both end it at the same time, the SDK deletes it
 * twice. The second deletion rejects without a handler, and the SDK then waits for it forever and processes no further
 * message of a wallet: the next pairing would never get a response.
 * @throws ZodError with an SDK version other than the pinned one.
 */
export function dedupeSessionDelete({ core, engine, session }: SignClient): void {
  const original = membersSchema().parse({ ...engine })
  const pending = new Map<string, Promise<void>>()

  const deleteSession: EngineMembers['deleteSession'] = (params) => {
    const { topic } = params
    const pendingDelete = pending.get(topic)
    if (pendingDelete) return pendingDelete
    if (!session.keys.includes(topic)) return Promise.resolve()
    const deletion = original.deleteSession(params).finally(() => pending.delete(topic))
    pending.set(topic, deletion)
    return deletion
  }

  async function onSessionDeleteRequest(topic: string, { id }: { readonly id: number }): Promise<void> {
    if (!session.keys.includes(topic)) return
    try {
      original.cleanupPendingSentRequestsForTopic({ topic, error: userDisconnected })
      // The SDK publishes the response later, and no longer needs the session for it.
      if (core.crypto.keychain.has(topic)) await original.sendResult({ id, topic, result: true })
    } catch {
      // A wallet that has disconnected does not wait for a response.
    }
    await deleteSession({ topic, id })
  }

  Object.assign(engine, { deleteSession, onSessionDeleteRequest })
}
