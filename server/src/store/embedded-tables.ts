import { oauthProviderIds } from '../../../shared/api/embedded-social.ts'
import * as z from '../../../shared/zod.ts'
import { auditEventNames } from '../ports/stores/embedded-users.ts'
import { socialAttemptStates, socialFailures } from '../ports/stores/social-attempts.ts'

const text = z.string()
const integer = z.int()
const flag = z.union([z.literal(0), z.literal(1)])
/** In base units. */
const amount = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))

/** Tables of embedded wallets, as `tables` lists them. */
export const embeddedTables = {
  /** Users of embedded wallets. `accounts` is null until the vault has created the wallet's keys. */
  embedded_users: {
    key: ['id'],
    row: z.object({ id: text, wallet_id: text, accounts: z.nullable(text), created_at_ms: integer }),
  },
  embedded_identities: {
    key: ['provider', 'subject'],
    row: z.object({
      provider: z.enum(['email', 'google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']),
      subject: text,
      name: text,
      user_id: text,
      created_at_ms: integer,
    }),
  },
  /** `vault_id`: of a frame, the vault that a ticket has connected it with last. */
  embedded_devices: {
    key: ['id'],
    row: z.object({
      id: text,
      user_id: text,
      key_thumbprint: text,
      kind: z.enum(['frame', 'vault']),
      site: z.nullable(text),
      name: text,
      created_at_ms: integer,
      last_used_at_ms: integer,
      revoked_at_ms: z.nullable(integer),
      vault_id: z.nullable(text),
    }),
  },
  /** `issuer_id`: the device whose ticket opened the session. */
  embedded_sessions: {
    key: ['token_hash'],
    row: z.object({
      token_hash: text,
      user_id: text,
      device_id: text,
      stepped_up_at_ms: z.nullable(integer),
      asserted_at_ms: z.nullable(integer),
      asserted_by: z.nullable(text),
      wallet_proved_at_ms: z.nullable(integer),
      expires_at_ms: integer,
      absolute_expires_at_ms: integer,
      issuer_id: z.nullable(text),
    }),
  },
  passkeys: {
    key: ['id'],
    row: z.object({
      id: text,
      user_id: text,
      public_key: text,
      sign_count: integer,
      transports: text,
      is_backed_up: flag,
      name: text,
      created_at_ms: integer,
    }),
  },
  /** A revoked envelope has no key. */
  envelopes: {
    key: ['id'],
    row: z.object({
      id: text,
      user_id: text,
      kind: z.enum(['device', 'passkey', 'recovery', 'assisted']),
      device_id: z.nullable(text),
      passkey_id: z.nullable(text),
      sealed_key: z.nullable(text),
      sealed: z.nullable(text),
      created_at_ms: integer,
      is_complete: flag,
      factor_key_id: z.nullable(text),
      sealed_factor: z.nullable(text),
    }),
  },
  /** `answer` is null until the operator has answered. */
  recovery_requests: {
    key: ['user_id'],
    row: z.object({
      user_id: text,
      id: text,
      cancel_hash: text,
      device_id: text,
      device_name: text,
      envelope_id: text,
      public_key: text,
      is_begun: flag,
      requested_at_ms: integer,
      opens_at_ms: integer,
      expires_at_ms: integer,
      answer: z.nullable(text),
    }),
  },
  /** For a deletion without the wallet's keys. */
  deletion_requests: {
    key: ['user_id'],
    row: z.object({
      user_id: text,
      id: text,
      cancel_hash: text,
      device_name: text,
      is_begun: flag,
      requested_at_ms: integer,
      opens_at_ms: integer,
      expires_at_ms: integer,
    }),
  },
  /** `last_claim_id` and its amount are null until the first claim. */
  spending_limits: {
    key: ['id'],
    row: z.object({
      id: text,
      user_id: text,
      device_id: text,
      site: text,
      key_thumbprint: text,
      asset: text,
      maximum: amount,
      claimed: amount,
      last_claim_id: z.nullable(text),
      last_claim_amount: z.nullable(amount),
      sealed_key: text,
      created_at_ms: integer,
      expires_at_ms: integer,
    }),
  },
  audit_events: {
    key: ['id'],
    row: z.object({
      id: text,
      user_id: text,
      event: z.enum(auditEventNames),
      at_ms: integer,
      client: text,
      subject: text,
      expires_at_ms: integer,
    }),
  },
  vault_tickets: {
    key: ['token_hash'],
    row: z.object({
      token_hash: text,
      user_id: text,
      site: text,
      key_thumbprint: z.nullable(text),
      stepped_up_at_ms: z.nullable(integer),
      expires_at_ms: integer,
      absolute_expires_at_ms: z.nullable(integer),
      issuer_id: z.nullable(text),
    }),
  },
  /** Vaults of deleted users. */
  deleted_vaults: {
    key: ['vault_hash'],
    row: z.object({ vault_hash: text, expires_at_ms: integer }),
  },
  /** Each for one sign-in. The process that serves sign-ins reads them (deploy/database-roles.sql). */
  shared_emails: {
    key: ['nonce_hash'],
    row: z.object({
      nonce_hash: text,
      project_key: text,
      user_id: text,
      account: text,
      site: text,
      email: text,
      expires_at_ms: integer,
    }),
  },
  one_time_codes: {
    key: ['id_hash'],
    row: z.object({
      id_hash: text,
      key_thumbprint: text,
      purpose: text,
      email: text,
      code_hash: text,
      attempts: integer,
      delivery: z.enum(['sending', 'accepted', 'failed']),
      expires_at_ms: integer,
    }),
  },
  social_attempts: {
    key: ['id_hash'],
    row: z.object({
      id_hash: text,
      start_hash: text,
      provider: z.enum(oauthProviderIds),
      key_thumbprint: text,
      site: text,
      user_id: z.nullable(text),
      number: text,
      state: z.enum(socialAttemptStates),
      browser_hash: z.nullable(text),
      state_hash: z.nullable(text),
      sealed: z.nullable(text),
      subject: z.nullable(text),
      name: z.nullable(text),
      failure: z.nullable(z.enum(socialFailures)),
      expires_at_ms: integer,
    }),
  },
  /** `answer` is null until the relay has returned it. */
  farcaster_attempts: {
    key: ['id_hash'],
    row: z.object({
      id_hash: text,
      key_thumbprint: text,
      purpose: text,
      site: text,
      nonce: text,
      channel_token: text,
      answer: z.nullable(text),
      next_read_at_ms: integer,
      expires_at_ms: integer,
    }),
  },
  /** The messages are JSON texts; null until a device has sent them. */
  wallet_transfers: {
    key: ['user_id'],
    row: z.object({
      user_id: text,
      id: text,
      device_id: text,
      device_name: text,
      commit_message: text,
      key_message: z.nullable(text),
      reveal_message: z.nullable(text),
      secret_message: z.nullable(text),
      expires_at_ms: integer,
    }),
  },
  counters: {
    key: ['name'],
    row: z.object({ name: text, count: integer, expires_at_ms: integer }),
  },
  /** Values that may be used once. */
  claims: {
    key: ['name'],
    row: z.object({ name: text, expires_at_ms: integer }),
  },
} as const
