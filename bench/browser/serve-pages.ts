import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import * as z from '#shared/zod.ts'

/** Built pages that are served on a free loopback port, under any host name that ends in `.localhost`. */
export type ServedPages = { readonly port: number; close(): Promise<void> }

export type PageFolder = {
  /** Folder of the pages, ending in `/`. */
  readonly root: string
  /** Names of the pages in it, with their URL paths. */
  readonly pages: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

type BuiltFile = { readonly plain: Uint8Array; readonly brotli: Uint8Array; readonly type: string }

const address = z.object({ port: z.number() })
const typeOf = (name: string): string =>
  name.endsWith('.html')
    ? 'text/html; charset=utf-8'
    : name.endsWith('.css')
      ? 'text/css; charset=utf-8'
      : 'text/javascript; charset=utf-8'
const compress = promisify(brotliCompress)

/** Builds the pages as production does, in memory; file paths by URL path. */
async function buildPages({ root, pages }: PageFolder): Promise<ReadonlyMap<string, BuiltFile>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: { input: Object.keys(pages).map((name) => `${root}${name}`) },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const files = outputs
    .flatMap(({ output }) => output)
    .map(async (file): Promise<[string, BuiltFile]> => {
      const plain = Buffer.from(file.type === 'chunk' ? file.code : file.source)
      const path = pages[file.fileName] ?? `/${file.fileName}`
      return [path, { plain, brotli: await compress(plain), type: typeOf(file.fileName) }]
    })
  return new Map(await Promise.all(files))
}

/** Builds and serves pages, with brotli for browsers that accept it. */
export async function servePages(folder: PageFolder): Promise<ServedPages> {
  const files = await buildPages(folder)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = files.get(pathname)
    if (file === undefined) return void response.writeHead(404).end()
    const isBrotli = /\bbr\b/.test(`${request.headers['accept-encoding']}`)
    response
      .writeHead(200, {
        ...folder.headers,
        'Content-Type': file.type,
        ...(isBrotli && { 'Content-Encoding': 'br' }),
      })
      .end(isBrotli ? file.brotli : file.plain)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: address.parse(server.address()).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // The browser does not close its connections.
        server.closeAllConnections()
      }),
  }
}
