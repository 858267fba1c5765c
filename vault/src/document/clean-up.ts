import type { FlowPorts } from './flow-ports.ts'

/**
 * Deletes from this device what changes have left here whose response was lost: passkeys that the server has removed, and key pairs of
 * recoveries that are over. After a failure the next window tries again.
 */
export const cleanUp = (ports: FlowPorts): Promise<void> => deleteLeftovers(ports).catch(() => undefined)

async function deleteLeftovers({ session, records, authenticator, recoveryKeys }: FlowPorts): Promise<void> {
  const { userId } = session
  const isRecoveryOver = () => session.account().recovery === 'offered'
  const stored = await records.cleanups.list(userId)
  const cleanups = stored.filter(({ is }) => is === 'passkey' || isRecoveryOver())
  if (cleanups.length === 0) return
  // A request for a recovery stores its key first: until the server has it, its window has the lock.
  await records.exclusively(userId, async () => {
    await session.reload()
    const { passkeys } = session.account()
    for (const { is, id, rpId } of cleanups) {
      if (is === 'recovery-key') {
        if (!isRecoveryOver()) continue
        await (await recoveryKeys()).remove(id)
      } else if (rpId !== undefined && !passkeys.some((passkey) => passkey.id === id))
        await authenticator.forget(rpId, id)
      await records.cleanups.remove(id)
    }
  })
}
