import { Hono } from 'hono'
import { createRecoveryKey } from '#server/adapters/recovery-key/recovery-key.ts'
import { createOfflineKey, importOfflineKey, openRecoveries } from '#server/cli/open-recoveries.ts'
import { createRecoveryCommands } from '#server/core/embedded/recovery-commands.ts'
import type { RecoveryStore } from '#server/ports/stores/recoveries.ts'

/** Of a request. */
const waitMs = 72 * 3_600_000

/**
 * The operator of the local world, who helps to recover wallets. `POST /` of `control` answers every request as an operator would after the
 * wait, with an offline key of this run.
 */
export async function createLocalRecoveries(store: RecoveryStore) {
  const { file, publicKey } = await createOfflineKey()
  const offlineKey = await importOfflineKey(file, 'of the local world')
  const commands = createRecoveryCommands(store, () => Date.now() + waitMs)
  const control = new Hono()
  control.post('/', async (c) => {
    const requests = [...(await commands.exportDue())]
    const exportedAt = new Date().toISOString()
    const { file: answered } = await openRecoveries(
      { format: 'drawbridge-recovery-requests', version: 1, exportedAt, requests },
      [offlineKey],
    )
    return c.json({ count: requests.length, refused: await commands.answer(answered.answers) })
  })
  return {
    control,
    recoveryKey: createRecoveryKey(publicKey),
    /** The wait is over for the user too, once the request is answered. */
    store: {
      ...store,
      find: async (userId, nowMs) => {
        const found = await store.find(userId, nowMs)
        return found?.answer === undefined ? found : { ...found, opensAtMs: Math.min(found.opensAtMs, nowMs) }
      },
    } satisfies RecoveryStore,
  }
}
