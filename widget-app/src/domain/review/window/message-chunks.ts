import { confirmMessageMaxBytes } from '#shared/config/limits.ts'

/** Bytes of a chunk before encryption; encrypted, it is below `mailboxSealedMaxLength`. */
const chunkMaxBytes = 48_000

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const isContinuationByte = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/**
 * Splits a message into chunks that fit a mailbox. The first two characters of each are flags for the first and the last
 * chunk: `11` is a whole message.
 * @throws RangeError for a message above `confirmMessageMaxBytes`.
 */
export function splitMessage(text: string): readonly string[] {
  const bytes = encoder.encode(text)
  if (bytes.length > confirmMessageMaxBytes) throw new RangeError('The message is too large')
  const chunks: string[] = []
  for (let start = 0; start < bytes.length || start === 0; ) {
    let end = Math.min(start + chunkMaxBytes, bytes.length)
    while (isContinuationByte(bytes[end])) end -= 1
    const flags = `${start === 0 ? 1 : 0}${end === bytes.length ? 1 : 0}`
    chunks.push(flags + decoder.decode(bytes.subarray(start, end)))
    if (end === bytes.length) break
    start = end
  }
  return chunks
}

/**
 * Joins chunks in the order of their numbers; returns the whole message with its last chunk, before that undefined. A first
 * chunk starts again: the sender was reloaded meanwhile.
 * @throws RangeError for a chunk without a predecessor, a text that is no chunk, or a message that becomes too large.
 */
export function joinChunks(): (chunk: string) => string | undefined {
  let joined: string | undefined
  return (chunk) => {
    const [, first, last] = /^([01])([01])/.exec(chunk) ?? []
    if (first === undefined || (first === '0' && joined === undefined))
      throw new RangeError('A part of a message is missing')
    joined = (first === '1' ? '' : (joined ?? '')) + chunk.slice(2)
    if (joined.length > confirmMessageMaxBytes) throw new RangeError('The message is too large')
    const message = joined
    if (last === '0') return undefined
    joined = undefined
    return message
  }
}
