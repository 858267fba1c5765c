import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compress = promisify(brotliCompress)

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
type Headers = Readonly<Record<string, string>>

const decoder = new TextDecoder()
const encoder = new TextEncoder()
/** Maximum number of cached edited texts, with their brotli form. */
const editedLimit = 500
const compressible = /^(text\/|application\/json|image\/svg)/

type CachedFile = {
  readonly version: string
  readonly type: string
  readonly plain: Uint8Array<ArrayBuffer>
  brotli?: Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The file as a response, compressed if the browser accepts brotli; undefined without such a file. Headers may depend on the
 * file's text, which `edit` replaces.
 */
export type ServeFile = (
  path: string,
  acceptEncoding: string | undefined,
  headers: Headers | ((text: string) => Headers),
  edit?: (text: string) => string,
) => Promise<Response | undefined>

/**
 * Serves the files of a directory. Caches them in memory with their brotli form, and reads a file again when it changes on
 * disk. Headers may depend on a file's content.
 */
export function createStaticFiles(directory: URL): ServeFile {
  const cache = new Map<string, CachedFile>()
  /** By their text. */
  const edited = new LRUCache<string, CachedFile>({ max: editedLimit })

  async function load(path: string): Promise<CachedFile | undefined> {
    const file = new URL(`.${path}`, directory)
    if (!file.href.startsWith(directory.href)) return undefined
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const version = `${mtimeMs}:${size}:${ino}`
      const cached = cache.get(path)
      if (cached?.version === version) return cached
      const type = contentTypes[extname(path)] ?? 'application/octet-stream'
      const fresh: CachedFile = { version, type, plain: new Uint8Array(await readFile(file)) }
      cache.set(path, fresh)
      return fresh
    } catch {
      return undefined
    }
  }

  function editedFile({ version, type }: CachedFile, text: string): CachedFile {
    const cached = edited.get(text)
    if (cached !== undefined) return cached
    const fresh: CachedFile = { version, type, plain: encoder.encode(text) }
    edited.set(text, fresh)
    return fresh
  }

  return async (path, acceptEncoding, headers, edit) => {
    if (path.endsWith('/')) return undefined
    const found = await load(path)
    if (found === undefined) return undefined
    const responseHeaders = typeof headers === 'function' ? headers(decoder.decode(found.plain)) : headers
    const file = edit === undefined ? found : editedFile(found, edit(decoder.decode(found.plain)))
    const sent = { ...responseHeaders, 'content-type': file.type, vary: 'accept-encoding' }
    if (!compressible.test(file.type) || !/\bbr\b/.test(acceptEncoding ?? '')) {
      return new Response(file.plain, { headers: sent })
    }
    file.brotli ??= compressed(file)
    return new Response(await file.brotli, { headers: { ...sent, 'content-encoding': 'br' } })
  }
}

const brotli = async (plain: Uint8Array, quality: number) =>
  new Uint8Array(await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))

/** Compresses fast first; the smallest form, which takes seconds, replaces it for later requests. */
function compressed(file: CachedFile): Promise<Uint8Array<ArrayBuffer>> {
  const quick = brotli(file.plain, 5)
  void quick
    .then(() => brotli(file.plain, constants.BROTLI_MAX_QUALITY))
    .then((small) => {
      file.brotli = Promise.resolve(small)
    })
  return quick
}
