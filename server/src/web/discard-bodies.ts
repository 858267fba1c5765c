import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from './server-env.ts'

/** How much of a body is read, and for how long, after the response is ready. */
export type DiscardBounds = { readonly maxBytes: number; readonly maxMs: number }

/** Size of the body as the headers declare it; undefined for a chunked one. */
function declaredBytes(header: (name: string) => string | undefined): number | undefined {
  return header('transfer-encoding') === undefined
    ? Number.parseInt(header('content-length') ?? '0', 10)
    : undefined
}

/** Reads and discards the rest of a body. Resolves at the body's end, at a limit, or when the connection closes. */
function discard(incoming: IncomingMessage, { maxBytes, maxMs }: DiscardBounds): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const finish = () => {
      clearTimeout(timer)
      incoming.off('data', count)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) finish()
    }
    const timer = setTimeout(finish, maxMs)
    // A web stream over the body pauses it once its queue is full, and that queue has no reader any more.
    incoming.removeAllListeners('data').removeAllListeners('readable')
    incoming.on('data', count).once('end', finish).once('error', finish).once('close', finish)
    incoming.resume()
  })
}

/** A stream that sends the response at once, and ends when `isEnded` resolves: only then may Node close the connection. */
function streamUntil(response: Uint8Array<ArrayBuffer>, isEnded: Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(response)
      await isEnded
      controller.close()
    },
  })
}

/**
 * Reads the part of a request's body that a handler did not read (RFC 9112 §9.6). A connection that is closed with unread
 * bytes is reset, and the reset can overtake the response: a proxy in front reports 502, a browser a network error without a
 * status.
 */
export const discardBodies =
  (bounds: DiscardBounds): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    await next()
    const declared = declaredBytes((name) => c.req.header(name))
    // Absent when an app is called without a server.
    const incoming = c.env?.incoming
    if (declared === 0 || incoming === undefined || incoming.readableEnded || incoming.destroyed) return
    const isEnded = discard(incoming, bounds)
    if (incoming.complete || c.res.body === null) return isEnded
    const response = new Uint8Array(await c.res.arrayBuffer())
    const headers = new Headers(c.res.headers)
    // Without a length the client would wait for the end of the response.
    headers.set('content-length', String(response.length))
    if ((declared ?? 0) > bounds.maxBytes) headers.set('connection', 'close')
    c.res = new Response(streamUntil(response, isEnded), { status: c.res.status, headers })
  }
