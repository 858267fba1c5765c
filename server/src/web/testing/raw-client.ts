import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'

export type RawResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The first complete response in a text, and the rest; undefined while it is incomplete. */
function parseResponse(text: string): readonly [RawResponse, rest: string] | undefined {
  const [head = '', ...others] = text.split('\r\n\r\n')
  if (others.length === 0) return undefined
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.replace(/^[^:]*:/, '').trim()]),
  )
  const body = others.join('\r\n\r\n')
  const length = Number.parseInt(headers.get('content-length') ?? '0', 10)
  if (body.length < length) return undefined
  const status = Number.parseInt(statusLine.split(' ')[1] ?? '', 10)
  return [{ status, headers, body: body.slice(0, length) }, body.slice(length)]
}

/** An HTTP/1.1 client that sends raw text, and parses ASCII responses. */
export async function rawClient(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  let failure: Error | undefined
  let hasEnded = false
  const changed = new EventEmitter()
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    changed.emit('change')
  })
  socket.on('end', () => {
    hasEnded = true
    changed.emit('change')
  })
  socket.on('error', (error) => {
    failure = error
  })
  const isClosed = once(socket, 'close').then(() => {
    hasEnded = true
    changed.emit('change')
  })
  await once(socket, 'connect')
  return {
    /** Resolves when the system has accepted the text. @throws Error when the connection was reset */
    send: (text: string) =>
      new Promise<void>((done, fail) => {
        socket.write(text, (error) => (error ? fail(error) : done()))
      }),
    /** @throws Error when the connection ends before */
    response: async (): Promise<RawResponse> => {
      for (;;) {
        const parsed = parseResponse(received)
        if (parsed !== undefined) {
          received = parsed[1]
          return parsed[0]
        }
        if (hasEnded)
          throw new Error(`The connection ended after ${JSON.stringify(received)}`, { cause: failure })
        await once(changed, 'change')
      }
    },
    /** Resolves with the connection's error, if it had one. */
    closed: async () => {
      await isClosed
      return failure
    },
    close: () => socket.destroy(),
  }
}
