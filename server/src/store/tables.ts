import * as z from '../../../shared/zod.ts'
import { embeddedTables } from './embedded-tables.ts'

const text = z.string()
/** Also epoch milliseconds. */
const integer = z.int()
const flag = z.union([z.literal(0), z.literal(1)])

/**
 * Columns of each table as both databases return them, and its primary key. Flags are 0 and 1, arrays and objects JSON text,
 * amounts decimal text: both databases support these types, so that a backup of one restores into the other. A table is
 * listed after the tables it refers to.
 */
export const tables = {
  projects: {
    key: ['key'],
    row: z.object({
      key: text,
      name: text,
      allowed_origins: text,
      accepts_default_origins: flag,
      features: text,
      is_analytics_enabled: flag,
      wallet_connect: text,
      name_registry: text,
      created_at_ms: integer,
    }),
  },
  /** Public ids of projects. A project's current id has no `valid_until_ms`. */
  project_ids: {
    key: ['id'],
    row: z.object({ id: text, project_key: text, valid_until_ms: z.nullable(integer) }),
  },
  nonces: {
    key: ['token_hash'],
    row: z.object({ token_hash: text, project_key: text, nonce: text, expires_at_ms: integer }),
  },
  sign_ins: {
    key: ['token_hash'],
    row: z.object({
      token_hash: text,
      project_key: text,
      message: text,
      email: z.nullable(text),
      expires_at_ms: integer,
    }),
  },
  /** A confirmed code stays, as proof that its account has confirmed the address. */
  email_codes: {
    key: ['id_hash'],
    row: z.object({
      id_hash: text,
      project_key: text,
      email: text,
      account: text,
      code_hash: text,
      attempts: integer,
      is_confirmed: flag,
      expires_at_ms: integer,
    }),
  },
  names: {
    key: ['registry', 'name'],
    row: z.object({
      registry: text,
      name: text,
      avatar: z.nullable(text),
      created_at_ms: integer,
    }),
  },
  named_accounts: {
    key: ['registry', 'name', 'coin_type'],
    row: z.object({
      registry: text,
      name: text,
      coin_type: integer,
      address: text,
      /** The address in lower case. */
      address_key: text,
    }),
  },
  mailboxes: {
    key: ['id'],
    row: z.object({
      id: text,
      expires_at_ms: integer,
      window_reads_until_ms: z.nullable(integer),
      frame_reads_until_ms: z.nullable(integer),
    }),
  },
  mailbox_messages: {
    key: ['mailbox_id', 'direction', 'sequence'],
    row: z.object({ mailbox_id: text, direction: text, sequence: integer, sealed: text }),
  },
  smart_sessions: {
    key: ['project_key', 'pci'],
    row: z.object({
      project_key: text,
      pci: text,
      account: text,
      /** Without `revokedAt`, which is a column. */
      session: text,
      requested: text,
      sealed_key: text,
      is_active: flag,
      created_at_seconds: integer,
      revoked_at_seconds: z.nullable(integer),
    }),
  },
  smart_session_spending: {
    key: ['project_key', 'pci', 'permission', 'period'],
    row: z.object({ project_key: text, pci: text, permission: integer, period: integer, spent: text }),
  },
  jobs: {
    key: ['id'],
    row: z.object({
      id: text,
      kind: text,
      payload: text,
      attempt: integer,
      run_at_ms: integer,
      locked_until_ms: integer,
      /** Set when there are no more attempts. */
      died_at_ms: z.nullable(integer),
      failure: z.nullable(text),
    }),
  },
  /** Analytics events and browser reports, as JSON. */
  events: {
    key: ['id'],
    row: z.object({
      id: text,
      kind: text,
      project_key: z.nullable(text),
      received_at_ms: integer,
      expires_at_ms: integer,
      content: text,
    }),
  },
  /** Onramp orders. */
  orders: {
    key: ['reference'],
    row: z.object({
      reference: text,
      project_key: text,
      /** The widget's id. */
      id: text,
      provider: text,
      purchase: text,
      url: text,
      vendor_id: text,
      created_at_ms: integer,
      expires_at_ms: integer,
    }),
  },
  /** Payments of an order, in the state of the last event about each. Deleted with their order. */
  order_payments: {
    key: ['reference', 'payment_id'],
    row: z.object({
      reference: text,
      /** The provider's id; empty in rows of the version that did not distinguish payments. */
      payment_id: text,
      state: text,
      transaction_hash: z.nullable(text),
      reason: z.nullable(text),
      /** By the provider's clock. */
      occurred_at_ms: integer,
    }),
  },
  /** Received vendor events, by vendor and event, so that none counts twice. */
  vendor_events: {
    key: ['id'],
    row: z.object({ id: text, expires_at_ms: integer }),
  },
  ...embeddedTables,
  /** Values that the deployment generated, secrets included. */
  settings: {
    key: ['name'],
    row: z.object({ name: text, value: text }),
  },
} as const

export type TableName = keyof typeof tables

/** In an order in which rows can be inserted. */
export const tableNames: readonly TableName[] = namesOf(tables)

function namesOf<Name extends string>(of: Readonly<Record<Name, unknown>>): Name[]
function namesOf(of: object): string[] {
  return Object.keys(of)
}

export type Row<Name extends TableName> = z.output<(typeof tables)[Name]['row']>
export type Tables = { [Name in TableName]: Row<Name> }

/** A stored row, or a JSON column of it, does not have the shape that this version of Drawbridge writes. */
export class StoredDataError extends Error {
  override readonly name = 'StoredDataError'
}

/**
 * Validates a row from the database; drops columns of other tables.
 * @throws StoredDataError with table, key and column, never a value
 */
export function parseRow<Name extends TableName>(table: Name, row: unknown): Row<Name>
export function parseRow(table: TableName, row: unknown): Row<TableName> {
  const parsed = z.safeParse(tables[table].row, row)
  if (!parsed.success) throw storedDataError(table, row, pathOf(parsed.error))
  return parsed.data
}

/**
 * Parses a JSON column.
 * @throws StoredDataError with table, key and column, never a value
 */
export function parseJson<Schema extends z.core.$ZodType>(
  schema: Schema,
  table: TableName,
  row: object,
  column: string,
): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(z.parse(text, Reflect.get(row, column)))
  } catch {
    throw storedDataError(table, row, [column])
  }
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw storedDataError(table, row, [column, ...pathOf(parsed.error)])
  return parsed.data
}

const pathOf = (error: z.core.$ZodError): readonly PropertyKey[] => error.issues[0]?.path ?? []

function storedDataError(table: TableName, row: unknown, path: readonly PropertyKey[]): StoredDataError {
  const key = tables[table].key.map((name) => String(Reflect.get(Object(row), name))).join(', ')
  const at = path.length === 0 ? 'the row' : path.map(String).join('.')
  return new StoredDataError(`Table ${table}, key ${key}: ${at} cannot be read`)
}
