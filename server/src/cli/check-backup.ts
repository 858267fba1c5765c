import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecretBox } from '../adapters/secret-box/secret-box.ts'
import { parseSecretKeys } from '../adapters/secret-box/secret-keys.ts'
import type { Config } from '../config/config-schema.ts'
import { envelopeKeyContext, sealContext, spendingLimitKeyContext } from '../core/reseal-keys.ts'
import { type SecretBox, SecretBoxError } from '../ports/secret-box.ts'
import { restore } from '../store/restore.ts'
import { openSqliteDatabase } from '../store/sqlite-database.ts'
import { createStores } from '../store/stores.ts'

/** What a backup is worth. */
export type BackupCheck = {
  /** Rows that restore. */
  readonly rows: number
  /** Stored keys of smart sessions, envelopes and spending limits. */
  readonly keys: number
  /** Those that no configured key opens. */
  readonly unreadable: number
}

const pageSize = 500
/** No encrypted text begins with it, so that all are read. */
const noPrefix = '.'

/** Reads a table's keys in pages, and counts them and those that do not open. */
async function countKeys<Row extends { readonly sealedKey: string }>(
  read: (prefix: string, after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  contextOf: (row: Row) => string,
  secrets: SecretBox | undefined,
): Promise<{ readonly keys: number; readonly unreadable: number }> {
  let [keys, unreadable] = [0, 0]
  let last: Row | undefined
  for (;;) {
    const page = await read(noPrefix, last, pageSize)
    keys += page.length
    unreadable += page.filter((row) => !opens(secrets, row.sealedKey, contextOf(row))).length
    last = page.at(-1)
    if (page.length < pageSize) return { keys, unreadable }
  }
}

function opens(secrets: SecretBox | undefined, sealedKey: string, context: string): boolean {
  try {
    return secrets?.open(sealedKey, context) !== undefined
  } catch (error) {
    if (error instanceof SecretBoxError) return false
    throw error
  }
}

/**
 * Restores a backup into a temporary database, and opens every encrypted key with the configured keys: a backup without the
 * operator's keys looks complete, and its wallets and smart sessions are lost.
 * @throws RestoreError when it does not restore
 */
export async function checkBackup(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  nowMs: number,
  lines: AsyncIterable<string>,
): Promise<BackupCheck> {
  const secrets =
    secretKeys.length === 0
      ? undefined
      : createSecretBox(parseSecretKeys(secretKeys.map(({ id, key }) => `${id}:${key}`).join(',')))
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-check-'))
  try {
    const database = await openSqliteDatabase(join(folder, 'drawbridge.db'))
    try {
      const rows = await restore(database, lines, nowMs)
      const { smartSessions, envelopes, spendingLimits } = createStores(database)
      const counts = [
        await countKeys(smartSessions.keysNotSealedWith, sealContext, secrets),
        await countKeys(envelopes.keysNotSealedWith, envelopeKeyContext, secrets),
        await countKeys(spendingLimits.keysNotSealedWith, spendingLimitKeyContext, secrets),
      ]
      const sumOf = (name: 'keys' | 'unreadable') => counts.reduce((sum, one) => sum + one[name], 0)
      return { rows, keys: sumOf('keys'), unreadable: sumOf('unreadable') }
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
