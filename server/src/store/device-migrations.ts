import type { Migration } from './migration.ts'

/**
 * Tickets name the device that issued them, and sessions the device whose ticket opened them: `issuer_id`. Devices of frames name the
 * vault that a ticket has connected them with last. Null: of a former version, or without a ticket. Vaults of deleted users, by a hash
 * that states neither the user nor the device.
 */
export const deviceLinks: Migration = {
  id: '0016-device-links',
  statements: ({ text, integer, options }) => [
    `ALTER TABLE vault_tickets ADD COLUMN issuer_id ${text}`,
    `ALTER TABLE embedded_sessions ADD COLUMN issuer_id ${text}`,
    `ALTER TABLE embedded_devices ADD COLUMN vault_id ${text}`,
    `CREATE TABLE deleted_vaults (
      vault_hash ${text} PRIMARY KEY,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX deleted_vaults_expires_at ON deleted_vaults (expires_at_ms)`,
  ],
}
