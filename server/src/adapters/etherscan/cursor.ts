import { InvalidCursorError } from '../../ports/sources/history.ts'

/** A cursor stands for the blocks below this number. Opaque to callers. */
export const serializeCursor = (block: number): string =>
  Buffer.from(`etherscan.${block}`).toString('base64url')

/** @throws InvalidCursorError */
export function parseCursor(cursor: string): number {
  const match = /^etherscan\.([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] === undefined) throw new InvalidCursorError()
  return Number(match[1])
}
