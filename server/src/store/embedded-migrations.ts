import type { Migration } from './migration.ts'

export const embeddedWallets: Migration = {
  id: '0007-embedded-wallets',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE embedded_users (
      id ${text} PRIMARY KEY,
      wallet_id ${text} NOT NULL UNIQUE,
      accounts ${text},
      created_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE TABLE embedded_identities (
      provider ${text} NOT NULL,
      subject ${text} NOT NULL,
      name ${text} NOT NULL,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      created_at_ms ${integer} NOT NULL,
      PRIMARY KEY (provider, subject)
    )${options}`,
    `CREATE INDEX embedded_identities_user ON embedded_identities (user_id)`,
    `CREATE TABLE embedded_devices (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      key_thumbprint ${text} NOT NULL,
      kind ${text} NOT NULL,
      site ${text},
      name ${text} NOT NULL,
      created_at_ms ${integer} NOT NULL,
      last_used_at_ms ${integer} NOT NULL,
      revoked_at_ms ${integer},
      UNIQUE (user_id, key_thumbprint)
    )${options}`,
    `CREATE TABLE embedded_sessions (
      token_hash ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      device_id ${text} NOT NULL REFERENCES embedded_devices (id) ON DELETE CASCADE,
      stepped_up_at_ms ${integer},
      asserted_at_ms ${integer},
      asserted_by ${text},
      wallet_proved_at_ms ${integer},
      expires_at_ms ${integer} NOT NULL,
      absolute_expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX embedded_sessions_device ON embedded_sessions (device_id)`,
    `CREATE INDEX embedded_sessions_user ON embedded_sessions (user_id)`,
    `CREATE INDEX embedded_sessions_expires_at ON embedded_sessions (expires_at_ms)`,
    `CREATE TABLE passkeys (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      public_key ${text} NOT NULL,
      sign_count ${integer} NOT NULL,
      transports ${text} NOT NULL,
      is_backed_up ${integer} NOT NULL,
      name ${text} NOT NULL,
      created_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX passkeys_user ON passkeys (user_id)`,
    `CREATE TABLE envelopes (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      device_id ${text} REFERENCES embedded_devices (id) ON DELETE CASCADE,
      passkey_id ${text},
      sealed_key ${text},
      sealed ${text},
      created_at_ms ${integer} NOT NULL,
      is_complete ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX envelopes_user ON envelopes (user_id)`,
    `CREATE INDEX envelopes_device ON envelopes (device_id)`,
    `CREATE TABLE audit_events (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL,
      event ${text} NOT NULL,
      at_ms ${integer} NOT NULL,
      client ${text} NOT NULL,
      subject ${text} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX audit_events_user ON audit_events (user_id, at_ms)`,
    `CREATE INDEX audit_events_expires_at ON audit_events (expires_at_ms)`,
    `CREATE TABLE vault_tickets (
      token_hash ${text} PRIMARY KEY,
      user_id ${text} NOT NULL,
      site ${text} NOT NULL,
      stepped_up_at_ms ${integer},
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX vault_tickets_expires_at ON vault_tickets (expires_at_ms)`,
    `CREATE TABLE one_time_codes (
      id_hash ${text} PRIMARY KEY,
      key_thumbprint ${text} NOT NULL,
      purpose ${text} NOT NULL,
      email ${text} NOT NULL,
      code_hash ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      delivery ${text} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX one_time_codes_expires_at ON one_time_codes (expires_at_ms)`,
    `CREATE TABLE counters (
      name ${text} PRIMARY KEY,
      count ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX counters_expires_at ON counters (expires_at_ms)`,
    `CREATE TABLE claims (
      name ${text} PRIMARY KEY,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX claims_expires_at ON claims (expires_at_ms)`,
  ],
}

/** Tickets name the key of the frame that may use them; attempts of logins by other services. */
export const socialLogins: Migration = {
  id: '0008-social-logins',
  statements: ({ text, integer, options }) => [
    `ALTER TABLE vault_tickets ADD COLUMN key_thumbprint ${text}`,
    `CREATE TABLE social_attempts (
      id_hash ${text} PRIMARY KEY,
      start_hash ${text} NOT NULL UNIQUE,
      provider ${text} NOT NULL,
      key_thumbprint ${text} NOT NULL,
      site ${text} NOT NULL,
      user_id ${text},
      number ${text} NOT NULL,
      state ${text} NOT NULL,
      browser_hash ${text},
      state_hash ${text} UNIQUE,
      sealed ${text},
      subject ${text},
      name ${text},
      failure ${text},
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX social_attempts_expires_at ON social_attempts (expires_at_ms)`,
    `CREATE TABLE farcaster_attempts (
      id_hash ${text} PRIMARY KEY,
      key_thumbprint ${text} NOT NULL,
      purpose ${text} NOT NULL,
      site ${text} NOT NULL,
      nonce ${text} NOT NULL,
      channel_token ${text} NOT NULL,
      answer ${text},
      next_read_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX farcaster_attempts_expires_at ON farcaster_attempts (expires_at_ms)`,
  ],
}

/** Tickets state when the session that issued them ends. Null: issued by a server of a former version. */
export const ticketEnds: Migration = {
  id: '0009-ticket-ends',
  statements: ({ integer }) => [`ALTER TABLE vault_tickets ADD COLUMN absolute_expires_at_ms ${integer}`],
}

/** Transfers of wallets between devices: one of a user at a time. */
export const walletTransfers: Migration = {
  id: '0010-wallet-transfers',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE wallet_transfers (
      user_id ${text} PRIMARY KEY REFERENCES embedded_users (id) ON DELETE CASCADE,
      id ${text} NOT NULL UNIQUE,
      device_id ${text} NOT NULL,
      device_name ${text} NOT NULL,
      commit_message ${text} NOT NULL,
      key_message ${text},
      reveal_message ${text},
      secret_message ${text},
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX wallet_transfers_expires_at ON wallet_transfers (expires_at_ms)`,
  ],
}

/**
 * Envelopes that the operator can open have their factor, encrypted to the operator's offline key. Requests for a recovery: one of a user
 * at a time. One that has not begun waits for the mail server to take its notice.
 */
export const assistedRecovery: Migration = {
  id: '0011-assisted-recovery',
  statements: ({ text, integer, options }) => [
    `ALTER TABLE envelopes ADD COLUMN factor_key_id ${text}`,
    `ALTER TABLE envelopes ADD COLUMN sealed_factor ${text}`,
    `CREATE TABLE recovery_requests (
      user_id ${text} PRIMARY KEY REFERENCES embedded_users (id) ON DELETE CASCADE,
      id ${text} NOT NULL UNIQUE,
      cancel_hash ${text} NOT NULL UNIQUE,
      device_id ${text} NOT NULL REFERENCES embedded_devices (id) ON DELETE CASCADE,
      device_name ${text} NOT NULL,
      envelope_id ${text} NOT NULL REFERENCES envelopes (id) ON DELETE CASCADE,
      public_key ${text} NOT NULL,
      is_begun ${integer} NOT NULL,
      requested_at_ms ${integer} NOT NULL,
      opens_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL,
      answer ${text}
    )${options}`,
    `CREATE INDEX recovery_requests_device ON recovery_requests (device_id)`,
    `CREATE INDEX recovery_requests_envelope ON recovery_requests (envelope_id)`,
    `CREATE INDEX recovery_requests_opens_at ON recovery_requests (opens_at_ms)`,
    `CREATE INDEX recovery_requests_expires_at ON recovery_requests (expires_at_ms)`,
  ],
}

/**
 * Spending limits. The server key of a limit's envelope is in its row, so that deleting the row revokes the envelope. Amounts are decimal
 * text: they can exceed 64 bits.
 */
export const spendingLimits: Migration = {
  id: '0012-spending-limits',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE spending_limits (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      device_id ${text} NOT NULL REFERENCES embedded_devices (id) ON DELETE CASCADE,
      site ${text} NOT NULL,
      key_thumbprint ${text} NOT NULL,
      asset ${text} NOT NULL,
      maximum ${text} NOT NULL,
      claimed ${text} NOT NULL DEFAULT '0',
      last_claim_id ${text},
      last_claim_amount ${text},
      sealed_key ${text} NOT NULL,
      created_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL,
      UNIQUE (user_id, key_thumbprint, site, asset)
    )${options}`,
    `CREATE INDEX spending_limits_device ON spending_limits (device_id)`,
    `CREATE INDEX spending_limits_expires_at ON spending_limits (expires_at_ms)`,
  ],
}

/** What the deletion of abandoned envelopes and unused devices reads. */
export const unusedRows: Migration = {
  id: '0013-unused-rows',
  statements: () => [
    `CREATE INDEX envelopes_incomplete ON envelopes (created_at_ms) WHERE is_complete = 0`,
    `CREATE INDEX embedded_devices_last_used_at ON embedded_devices (last_used_at_ms)`,
  ],
}

/** E-mail addresses that users of embedded wallets share with a site, each for one sign-in. */
export const sharedEmails: Migration = {
  id: '0014-shared-emails',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE shared_emails (
      nonce_hash ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      user_id ${text} NOT NULL REFERENCES embedded_users (id) ON DELETE CASCADE,
      account ${text} NOT NULL,
      site ${text} NOT NULL,
      email ${text} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX shared_emails_user ON shared_emails (user_id)`,
    `CREATE INDEX shared_emails_expires_at ON shared_emails (expires_at_ms)`,
  ],
}

/**
 * Requests for a deletion without the wallet's keys: one of a user at a time. One that has not begun waits for the mail server to take its
 * notice.
 */
export const deletionRequests: Migration = {
  id: '0015-deletion-requests',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE deletion_requests (
      user_id ${text} PRIMARY KEY REFERENCES embedded_users (id) ON DELETE CASCADE,
      id ${text} NOT NULL UNIQUE,
      cancel_hash ${text} NOT NULL UNIQUE,
      device_name ${text} NOT NULL,
      is_begun ${integer} NOT NULL,
      requested_at_ms ${integer} NOT NULL,
      opens_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX deletion_requests_expires_at ON deletion_requests (expires_at_ms)`,
  ],
}
