import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createStaticFiles } from '../e2e/stack/api/static-files.ts'

/** Serves a folder on a free port of loopback. */
export async function serveGallery(folder: URL) {
  const app = new Hono()
  const serveFile = createStaticFiles(folder)
  app.get('*', async (c) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path
    return (await serveFile(path, undefined, { 'cache-control': 'max-age=600' })) ?? c.text('Not found', 404)
  })
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve) => {
      const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info) =>
        resolve({ server: started, port: info.port }),
      )
    },
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
