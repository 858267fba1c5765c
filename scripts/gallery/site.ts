import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createStaticFiles } from '#server/web/static-files.ts'

/** Serves folders on a free loopback port; the first folder with the file wins. */
export async function serveGallery(folders: readonly URL[]) {
  const app = new Hono()
  const served = folders.map(createStaticFiles)
  app.get('*', async (c) => {
    for (const serveFile of served) {
      const file = await serveFile(c.req.path, undefined, { 'cache-control': 'max-age=600' })
      if (file) return file
    }
    return c.text('Not found', 404)
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
