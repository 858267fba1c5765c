import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'

/** How long the client has to read the response and close the connection. */
const lingerMs = 5_000

const reasons: Readonly<Record<string, readonly [status: string, description: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
}
const malformed = ['400 Bad Request', 'The request is not valid HTTP'] as const

/**
 * Responds to requests that Node cannot parse, so that a page can read the status: Node's own response has no CORS headers
 * and resets the connection.
 */
export function respondToMalformed(server: EventEmitter): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = 'code' in error ? String(error.code) : ''
    // More bytes of the same request, or a disconnected client.
    if (socket.writableEnded) return
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [status, description] = Object.hasOwn(reasons, code) ? (reasons[code] ?? malformed) : malformed
    const body = JSON.stringify({ reasons: [{ description }] })
    const head = [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Access-Control-Allow-Origin: *',
      'Cache-Control: no-store',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    const closeTimer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(closeTimer))
  })
}
