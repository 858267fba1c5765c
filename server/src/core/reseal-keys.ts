import type { Logger } from '../ports/logger.ts'
import { type SecretBox, SecretBoxError } from '../ports/secret-box.ts'
import type { SealedKeyStore, SealedRowKey } from '../ports/stores/sealed-keys.ts'
import type { SealedKey, SmartSessionStore } from '../ports/stores/smart-sessions.ts'

/** Keys per read of the store. */
const batchSize = 500
/** Keys per run, so that a run ends before the lock of its job (a minute) expires; the next run continues. */
const runMaxCount = 20_000

/** Binds a sealed key of a smart session to its row. */
export const sealContext = ({ projectKey, pci }: Pick<SealedKey, 'projectKey' | 'pci'>): string =>
  `smart_sessions/${projectKey}/${pci}`

/** Binds a sealed key of an envelope to its row. */
export const envelopeKeyContext = ({ id }: Pick<SealedRowKey, 'id'>): string => `envelopes/${id}`

/** Binds a sealed key of a spending limit to its row. */
export const spendingLimitKeyContext = ({ id }: Pick<SealedRowKey, 'id'>): string => `spending_limits/${id}`

/** Keys of one table: reads a batch after a row, and reseals one. */
type KeysOf<Row> = {
  readonly keysNotSealedWith: (
    prefix: string,
    after: Row | undefined,
    limit: number,
  ) => Promise<readonly Row[]>
  readonly reseal: (former: Row, sealedKey: string) => Promise<boolean>
}

type ResealResult = {
  /** Keys that are now sealed under the current key. */
  readonly resealed: number
  /** Keys that no configured key can open. */
  readonly unreadable: number
  /** False if the next run has to continue. */
  readonly isComplete: boolean
}

/**
 * Reseals stored keys that are sealed under a former key, so that the operator can remove the former key from the
 * configuration. A key that cannot be opened stays unchanged.
 * @param contextOf binds a key to its row.
 */
async function resealKeys<Row extends { readonly sealedKey: string }>(
  store: KeysOf<Row>,
  secrets: SecretBox,
  contextOf: (row: Row) => string,
): Promise<ResealResult> {
  let [resealed, unreadable] = [0, 0]
  let last: Row | undefined
  for (let count = 0; count < runMaxCount; count += batchSize) {
    const keys = await store.keysNotSealedWith(secrets.currentPrefix, last, batchSize)
    // In parallel: SQLite commits them together, PostgreSQL uses all of its connections.
    const results = await Promise.all(
      keys.map(async (key) => {
        const opened = openKey(secrets, key.sealedKey, contextOf(key))
        if (opened === undefined) return 'unreadable'
        const isReplaced = await store.reseal(key, secrets.seal(opened, contextOf(key)))
        return isReplaced ? 'resealed' : 'changed'
      }),
    )
    resealed += results.filter((result) => result === 'resealed').length
    unreadable += results.filter((result) => result === 'unreadable').length
    last = keys.at(-1)
    if (keys.length < batchSize) return { resealed, unreadable, isComplete: true }
  }
  return { resealed, unreadable, isComplete: false }
}

type Resealing = () => Promise<ResealResult>

/** Reseals the keys of smart sessions. */
export const smartSessionKeys =
  (store: Pick<SmartSessionStore, 'keysNotSealedWith' | 'reseal'>, secrets: SecretBox): Resealing =>
  () =>
    resealKeys(store, secrets, sealContext)

/** Reseals the keys of envelopes. */
export const envelopeKeys =
  (store: SealedKeyStore, secrets: SecretBox): Resealing =>
  () =>
    resealKeys(store, secrets, envelopeKeyContext)

/** Reseals the keys of spending limits. */
export const spendingLimitKeys =
  (store: SealedKeyStore, secrets: SecretBox): Resealing =>
  () =>
    resealKeys(store, secrets, spendingLimitKeyContext)

const resealIntervalMs = 900_000

/** The recurring job that reseals keys; it logs the result. */
export const createResealJob = (all: readonly Resealing[], logger: Logger) => ({
  'reseal-keys': {
    everyMs: resealIntervalMs,
    run: async () => {
      for (const reseal of all) {
        const { resealed, unreadable, isComplete } = await reseal()
        if (resealed > 0) logger.info({ resealed, isComplete }, 'stored keys encrypted anew')
        if (unreadable > 0) logger.error({ unreadable }, 'stored keys cannot be decrypted')
      }
    },
  },
})

function openKey(secrets: SecretBox, sealedKey: string, context: string): string | undefined {
  try {
    return secrets.open(sealedKey, context)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
