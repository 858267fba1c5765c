import { InvalidCursorError } from '../../ports/sources/history.ts'

/** A cursor stands for the blocks below this number. Opaque to callers. */
export const serializeCursor = (block: bigint): string => Buffer.from(`ots.${block}`).toString('base64url')

/** @throws InvalidCursorError */
export function parseCursor(cursor: string): bigint {
  const match = /^ots\.([1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] === undefined) throw new InvalidCursorError()
  return BigInt(match[1])
}
