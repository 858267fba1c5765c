import * as z from '../../../../shared/zod.ts'
import { InvalidCursorError } from '../../ports/sources/history.ts'

/** An account whose signatures are listed, and the signature to continue after. */
export type Source = { readonly account: string; readonly before?: string | undefined }

/** The wallet itself and eleven token accounts. */
export const sourceLimit = 12

const cursorSchema = z
  .array(
    z.object({
      account: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
      before: z.optional(z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))),
    }),
  )
  .check(z.minLength(1), z.maxLength(sourceLimit))

/** Opaque to callers. */
export const serializeCursor = (sources: readonly Source[]): string =>
  Buffer.from(JSON.stringify(sources)).toString('base64url')

/** @throws InvalidCursorError */
export function parseCursor(cursor: string): readonly Source[] {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new InvalidCursorError()
  }
  const parsed = z.safeParse(cursorSchema, value)
  if (!parsed.success) throw new InvalidCursorError()
  return parsed.data
}
