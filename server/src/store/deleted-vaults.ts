import { createHash } from 'node:crypto'
import type { Queries } from './database.ts'
import { parseRow } from './tables.ts'

/** Rows inserted per statement. */
const batchSize = 500

/** Both are random: the hash alone states neither. */
const vaultHash = (userId: string, keyThumbprint: string): string =>
  createHash('sha256').update(`${userId} ${keyThumbprint}`).digest('hex')

/**
 * Records the vaults of a user who is about to be deleted, within the transaction of the deletion, so that each of them can find out later
 * that the user was deleted.
 * @param expiresAtMs epoch milliseconds.
 */
export async function recordDeletedVaults(db: Queries, userId: string, expiresAtMs: number): Promise<void> {
  const devices = await db
    .selectFrom('embedded_devices')
    .select('key_thumbprint')
    .where('user_id', '=', userId)
    .where('kind', '=', 'vault')
    .execute()
  for (let start = 0; start < devices.length; start += batchSize)
    await db
      .insertInto('deleted_vaults')
      .values(
        devices.slice(start, start + batchSize).map(({ key_thumbprint }) => ({
          vault_hash: vaultHash(userId, key_thumbprint),
          expires_at_ms: expiresAtMs,
        })),
      )
      .execute()
}

/** Those of the users who were deleted, and had a vault with this key. */
export async function deletedUsersOf(
  db: Queries,
  keyThumbprint: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  const byHash = new Map(userIds.map((userId) => [vaultHash(userId, keyThumbprint), userId]))
  const found = await db
    .selectFrom('deleted_vaults')
    .selectAll()
    .where('vault_hash', 'in', [...byHash.keys()])
    .execute()
  return found.flatMap((row) => byHash.get(parseRow('deleted_vaults', row).vault_hash) ?? [])
}
