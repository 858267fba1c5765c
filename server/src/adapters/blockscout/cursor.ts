import * as z from '../../../../shared/zod.ts'
import { InvalidCursorError } from '../../ports/sources/history.ts'

/** Query parameters of one page of a list, as Blockscout returned them; none for the first page. */
export type Position = Readonly<Record<string, string | number | null>>

/** The pages at which the lists continue (null: at its end), for blocks below `before`. */
export type Cursor = {
  readonly before: number
  readonly positions: readonly [Position | null, Position | null, Position | null]
}

/** Names in `next_page_params` of the three lists (Blockscout's OpenAPI description, versions 8 to 12). */
const pagingNames = new Set([
  ...['block_number', 'index', 'items_count', 'inserted_at', 'hash', 'value', 'fee', 'transaction_index'],
  ...['batch_log_index', 'batch_block_hash', 'batch_transaction_hash', 'index_in_batch'],
])

/** Request parameters that versions before 12 repeat in `next_page_params`, including the API key. */
const repeatedNames = new Set(['key', 'apikey', 'api_key', 'type', 'filter', 'sort', 'order', 'token'])

const valueSchema = z.nullable(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^[0-9A-Za-z:.+-]{1,80}$/))]),
)

/** A position has known names only: callers send cursors, which become part of a URL. */
const positionSchema = z
  .record(z.string(), valueSchema)
  .check(z.refine((position) => Object.keys(position).every((name) => pagingNames.has(name))))

const cursorSchema = z.strictObject({
  before: z.int().check(z.gt(0)),
  positions: z.tuple([z.nullable(positionSchema), z.nullable(positionSchema), z.nullable(positionSchema)]),
})

/**
 * The position that Blockscout returned, without repeated request parameters.
 * @throws z.core.$ZodError for names or values that no version documents.
 */
export const positionOf = (params: Readonly<Record<string, unknown>>): Position =>
  z.parse(
    positionSchema,
    Object.fromEntries(Object.entries(params).filter(([name]) => !repeatedNames.has(name))),
  )

/** Opaque to callers. */
export const serializeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws InvalidCursorError */
export function parseCursor(text: string): Cursor {
  try {
    return z.parse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new InvalidCursorError()
  }
}
