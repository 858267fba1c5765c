import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServerEnv } from './server-env.ts'

/**
 * Rejects a body of more than `maxBytes`. A declared length is compared without reading the body: Node ends a request at
 * that length, and accessing the body's stream makes it slow to read. A body without a length is counted.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<ServerEnv> {
  const reject = (c: Context) =>
    c.json({ reasons: [{ description: `A body has at most ${maxBytes} bytes` }] }, 413)
  const counted = bodyLimit({ maxSize: maxBytes, onError: reject })
  return async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const declared = c.req.header('content-length') ?? ''
    if (!/^\d{1,15}$/.test(declared) || c.req.header('transfer-encoding') !== undefined)
      return counted(c, next)
    return Number(declared) > maxBytes ? reject(c) : next()
  }
}
