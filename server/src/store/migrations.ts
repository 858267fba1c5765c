import { deviceLinks } from './device-migrations.ts'
import {
  assistedRecovery,
  deletionRequests,
  embeddedWallets,
  sharedEmails,
  socialLogins,
  spendingLimits,
  ticketEnds,
  unusedRows,
  walletTransfers,
} from './embedded-migrations.ts'
import type { Migration } from './migration.ts'

const initialSchema: Migration = {
  id: '0001-first',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE projects (
      key ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      allowed_origins ${text} NOT NULL,
      accepts_default_origins ${integer} NOT NULL,
      features ${text} NOT NULL,
      is_analytics_enabled ${integer} NOT NULL,
      wallet_connect ${text} NOT NULL,
      name_registry ${text} NOT NULL,
      created_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE TABLE project_ids (
      id ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      valid_until_ms ${integer}
    )${options}`,
    `CREATE UNIQUE INDEX project_ids_current ON project_ids (project_key) WHERE valid_until_ms IS NULL`,
    `CREATE INDEX project_ids_valid_until ON project_ids (valid_until_ms)`,
    `CREATE TABLE nonces (
      token_hash ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      nonce ${text} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX nonces_expires_at ON nonces (expires_at_ms)`,
    `CREATE TABLE sign_ins (
      token_hash ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      message ${text} NOT NULL,
      email ${text},
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX sign_ins_expires_at ON sign_ins (expires_at_ms)`,
    `CREATE TABLE email_codes (
      id_hash ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      email ${text} NOT NULL,
      account ${text} NOT NULL,
      code_hash ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      is_confirmed ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX email_codes_expires_at ON email_codes (expires_at_ms)`,
    `CREATE TABLE confirmed_emails (
      project_key ${text} NOT NULL,
      email ${text} NOT NULL,
      account ${text} NOT NULL,
      PRIMARY KEY (project_key, email, account)
    )${options}`,
    `CREATE TABLE names (
      registry ${text} NOT NULL,
      name ${text} NOT NULL,
      avatar ${text},
      created_at_ms ${integer} NOT NULL,
      PRIMARY KEY (registry, name)
    )${options}`,
    `CREATE TABLE named_accounts (
      registry ${text} NOT NULL,
      name ${text} NOT NULL,
      coin_type ${integer} NOT NULL,
      address ${text} NOT NULL,
      address_key ${text} NOT NULL,
      PRIMARY KEY (registry, name, coin_type),
      UNIQUE (registry, address_key, coin_type),
      FOREIGN KEY (registry, name) REFERENCES names (registry, name) ON DELETE CASCADE
    )${options}`,
    `CREATE TABLE mailboxes (
      id ${text} PRIMARY KEY,
      expires_at_ms ${integer} NOT NULL,
      window_reads_until_ms ${integer},
      frame_reads_until_ms ${integer}
    )${options}`,
    `CREATE INDEX mailboxes_expires_at ON mailboxes (expires_at_ms)`,
    `CREATE TABLE mailbox_messages (
      mailbox_id ${text} NOT NULL REFERENCES mailboxes (id) ON DELETE CASCADE,
      direction ${text} NOT NULL,
      sequence ${integer} NOT NULL,
      sealed ${text} NOT NULL,
      PRIMARY KEY (mailbox_id, direction, sequence)
    )${options}`,
    `CREATE TABLE smart_sessions (
      project_key ${text} NOT NULL,
      pci ${text} NOT NULL,
      account ${text} NOT NULL,
      session ${text} NOT NULL,
      requested ${text} NOT NULL,
      sealed_key ${text} NOT NULL,
      is_active ${integer} NOT NULL,
      created_at_seconds ${integer} NOT NULL,
      revoked_at_seconds ${integer},
      PRIMARY KEY (project_key, pci)
    )${options}`,
    `CREATE INDEX smart_sessions_account ON smart_sessions (project_key, account, created_at_seconds)`,
    `CREATE TABLE smart_session_spending (
      project_key ${text} NOT NULL,
      pci ${text} NOT NULL,
      permission ${integer} NOT NULL,
      period ${integer} NOT NULL,
      spent ${text} NOT NULL,
      PRIMARY KEY (project_key, pci, permission, period)
    )${options}`,
    `CREATE TABLE jobs (
      id ${text} PRIMARY KEY,
      kind ${text} NOT NULL,
      payload ${text} NOT NULL,
      attempt ${integer} NOT NULL,
      run_at_ms ${integer} NOT NULL,
      locked_until_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX jobs_run_at ON jobs (run_at_ms)`,
  ],
}

const settings: Migration = {
  id: '0002-settings',
  statements: ({ text, options }) => [
    `CREATE TABLE settings (
      name ${text} PRIMARY KEY,
      value ${text} NOT NULL
    )${options}`,
  ],
}

const orders: Migration = {
  id: '0003-orders',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE orders (
      reference ${text} PRIMARY KEY,
      project_key ${text} NOT NULL,
      id ${text} NOT NULL,
      provider ${text} NOT NULL,
      purchase ${text} NOT NULL,
      url ${text} NOT NULL,
      vendor_id ${text} NOT NULL,
      state ${text} NOT NULL,
      progress ${integer} NOT NULL,
      transaction_hash ${text},
      reason ${text},
      created_at_ms ${integer} NOT NULL,
      changed_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL,
      UNIQUE (project_key, id)
    )${options}`,
    `CREATE INDEX orders_expires_at ON orders (expires_at_ms)`,
    `CREATE TABLE vendor_events (
      id ${text} PRIMARY KEY,
      expires_at_ms ${integer} NOT NULL
    )${options}`,
    `CREATE INDEX vendor_events_expires_at ON vendor_events (expires_at_ms)`,
  ],
}

const jobsAndEvents: Migration = {
  id: '0004-jobs-and-events',
  statements: ({ text, integer, options }) => [
    `ALTER TABLE jobs ADD COLUMN died_at_ms ${integer}`,
    `ALTER TABLE jobs ADD COLUMN failure ${text}`,
    `CREATE INDEX jobs_died_at ON jobs (died_at_ms)`,
    `CREATE TABLE events (
      id ${text} PRIMARY KEY,
      kind ${text} NOT NULL,
      project_key ${text},
      received_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer} NOT NULL,
      content ${text} NOT NULL
    )${options}`,
    `CREATE INDEX events_received_at ON events (received_at_ms)`,
    `CREATE INDEX events_expires_at ON events (expires_at_ms)`,
  ],
}

/**
 * A confirmed address belongs to the account of its code, and callers prove it with the code's id: a lookup by account and
 * address would also serve callers without proof. Earlier codes do not store the account in the canonical form that is
 * compared.
 */
const confirmationsByCode: Migration = {
  id: '0005-confirmations-by-code',
  statements: () => [`DROP TABLE confirmed_emails`, `DELETE FROM email_codes`],
}

const orderPayments: Migration = {
  id: '0006-order-payments',
  statements: ({ text, integer, options }) => [
    `CREATE TABLE order_payments (
      reference ${text} NOT NULL REFERENCES orders (reference) ON DELETE CASCADE,
      payment_id ${text} NOT NULL,
      state ${text} NOT NULL,
      transaction_hash ${text},
      reason ${text},
      occurred_at_ms ${integer} NOT NULL,
      PRIMARY KEY (reference, payment_id)
    )${options}`,
    `INSERT INTO order_payments (reference, payment_id, state, transaction_hash, reason, occurred_at_ms)
      SELECT reference, '', state, transaction_hash, reason, changed_at_ms FROM orders WHERE state <> 'waiting'`,
    ...['state', 'progress', 'transaction_hash', 'reason', 'changed_at_ms'].map(
      (column) => `ALTER TABLE orders DROP COLUMN ${column}`,
    ),
  ],
}

/** Oldest first. */
export const migrations: readonly Migration[] = [
  ...[initialSchema, settings, orders, jobsAndEvents],
  ...[confirmationsByCode, orderPayments, embeddedWallets, socialLogins, ticketEnds],
  ...[walletTransfers, assistedRecovery, spendingLimits, unusedRows, sharedEmails],
  ...[deletionRequests, deviceLinks],
]
