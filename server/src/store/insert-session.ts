import type { NewSession } from '../ports/stores/embedded-users.ts'
import type { Queries } from './database.ts'

/**
 * Adds a session, and its device unless the user has it.
 * @param issuerId the device whose ticket opens the session.
 * @returns the id of its device.
 */
export async function insertSession(
  db: Queries,
  userId: string,
  { device, tokenHash, proof, end, nowMs }: NewSession,
  issuerId?: string,
): Promise<string> {
  const { id: deviceId } = await db
    .insertInto('embedded_devices')
    .values({
      ...{ id: device.id, user_id: userId, key_thumbprint: device.keyThumbprint, kind: device.kind },
      ...{ site: device.site ?? null, name: device.name, created_at_ms: nowMs, last_used_at_ms: nowMs },
      ...{ revoked_at_ms: null, vault_id: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key_thumbprint'])
        .doUpdateSet({ last_used_at_ms: nowMs, revoked_at_ms: null, name: device.name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('embedded_sessions')
    .values({
      ...{ token_hash: tokenHash, user_id: userId, device_id: deviceId },
      ...{ stepped_up_at_ms: proof.steppedUpAtMs ?? null, asserted_at_ms: proof.assertion?.atMs ?? null },
      asserted_by: proof.assertion?.passkeyId ?? null,
      wallet_proved_at_ms: proof.walletProvedAtMs ?? null,
      ...{ expires_at_ms: end.expiresAtMs, absolute_expires_at_ms: end.absoluteExpiresAtMs },
      issuer_id: issuerId ?? null,
    })
    .execute()
  return deviceId
}
