import { StringDecoder } from 'node:string_decoder'
import { CommandError } from './command.ts'

/** Characters per write. */
const bufferLength = 65_536
/** Maximum UTF-16 units of a line; the longest column of a row is far below. */
const lineMaxLength = 16_777_216

/** Joins lines to larger writes. `flush` writes the rest. */
export function createLineWriter(write: (text: string) => Promise<void>) {
  let buffer = ''
  const flush = async () => {
    const text = buffer
    buffer = ''
    if (text !== '') await write(text)
  }
  return {
    add: async (line: string) => {
      buffer += `${line}\n`
      if (buffer.length >= bufferLength) await flush()
    },
    flush,
  }
}

/**
 * Splits UTF-8 text into lines without their line feeds. Other line breaks, such as U+2028, which JSON may contain, do not
 * end a line.
 * @throws CommandError when a line is too long for a row
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const parts = `${rest}${decoder.write(Buffer.from(chunk))}`.split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > lineMaxLength)
      throw new CommandError('The backup has a line that is too long for a row.')
    yield* parts
  }
  rest += decoder.end()
  if (rest !== '') yield rest
}
