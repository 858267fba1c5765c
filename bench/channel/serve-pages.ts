import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as z from 'zod/mini'

export type ChannelPages = {
  /** The host page, which embeds the frame from another site. */
  readonly url: string
  close(): Promise<void>
}

const root = fileURLToPath(new URL('./pages/', import.meta.url))
const address = z.object({ port: z.number() })
const contentTypes = { html: 'text/html; charset=utf-8', js: 'text/javascript' } as const

/** Cross-origin isolation: without it the browser's clock is too coarse for calls of a fifth of a millisecond. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Builds the page pair from the channel's sources as production does, in memory. */
async function buildPages(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: { input: [`${root}host.html`, `${root}frame.html`] },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
}

/** Serves the page pair on a free loopback port, as two sites: `dapp.localhost` and `widget.localhost`. */
export async function serveChannelPages(): Promise<ChannelPages> {
  const files = await buildPages()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const body = files.get(pathname)
    const type = pathname.endsWith('.html') ? contentTypes.html : contentTypes.js
    response.writeHead(body === undefined ? 404 : 200, { ...headers, 'Content-Type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = address.parse(server.address())
  const widget = encodeURIComponent(`http://widget.localhost:${port}`)
  return {
    url: `http://dapp.localhost:${port}/host.html?widget=${widget}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // The browser does not close its connections.
        server.closeAllConnections()
      }),
  }
}
