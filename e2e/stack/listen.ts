import { type HttpBindings, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Disposer } from './disposer.ts'

/** Serves an app on loopback until the lifetime ends, which also closes open connections. */
export function listen<Env extends { Bindings: HttpBindings }>(
  app: Hono<Env>,
  port: number,
  lifetime: Disposer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, () => resolve())
    server.once('error', reject)
    lifetime.defer(
      () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          if ('closeAllConnections' in server) server.closeAllConnections()
        }),
    )
  })
}
