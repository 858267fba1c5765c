import { createHash } from 'node:crypto'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { type Outbound, OutboundError } from '../../ports/outbound.ts'
import type { ImageFile, ImageResult, ImageSource, ImageType } from '../../ports/sources/images.ts'
import { checkRaster } from './check-raster.ts'
import { rebuildSvg } from './rebuild-svg.ts'
import { svgLimits } from './svg-rules.ts'

const maxBytes = 524_288
const timeoutMs = 8_000
/** Image hosts redirect to gateways and CDNs; each hop is checked like the first, and no secret is sent. */
const maxRedirects = 3
const accept = ['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/svg+xml;q=0.9']

const lifetimesMs = { found: 86_400_000, absent: 600_000, unavailable: 15_000 } as const
/** Approximate size of a cache entry without its image and URL. */
const entryBytes = 512

export type ImageSourceConfig = {
  readonly outbound: Pick<Outbound, 'fetchBytes'>
  /** Total size of cached images; 64 MiB by default. */
  readonly cacheMaxBytes?: number
  /** Maximum number of concurrent fetches, and of queued ones. */
  readonly concurrency?: number
  readonly queueLimit?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

const absent = (reason: string): ImageResult => ({ is: 'absent', reason })

function foundImage(type: ImageType, bytes: Uint8Array<ArrayBuffer>): ImageResult {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const image: ImageFile = { bytes, type, etag: `"${hash}"` }
  return { is: 'found', image }
}

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Validates fetched bytes; ignores the host's content type. */
function checkImage(bytes: Uint8Array<ArrayBuffer>): ImageResult {
  const text =
    bytes.length <= svgLimits.bytes && /^(?:\xef\xbb\xbf)?\s*</.test(head(bytes)) ? textOf(bytes) : undefined
  if (text === undefined) {
    const raster = checkRaster(bytes)
    return 'type' in raster ? foundImage(raster.type, bytes) : absent(raster.refused)
  }
  const rebuilt = rebuildSvg(text.trimStart())
  return 'svg' in rebuilt
    ? foundImage('image/svg+xml', new TextEncoder().encode(rebuilt.svg))
    : absent(`SVG: ${rebuilt.refused}`)
}

/** The first bytes, as text. */
const head = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 64))

/** True if a retry soon can have another result. */
function isTemporary({ reason, status = 0 }: OutboundError): boolean {
  if (reason === 'status') return status >= 500 || status === 429 || status === 408
  return reason === 'timeout' || reason === 'network'
}

/**
 * Fetches remote images through the SSRF guard, validates them, and caches them in memory. While a host is unavailable, its
 * last images stay in use.
 */
export function createImageSource({
  outbound,
  cacheMaxBytes = 67_108_864,
  concurrency = 16,
  queueLimit = 512,
  now,
}: ImageSourceConfig): ImageSource {
  const fetchLimiter = bulkhead(concurrency, queueLimit)

  const load = (url: string): Promise<ImageResult> =>
    fetchLimiter.execute(async () => {
      try {
        const { bytes } = await outbound.fetchBytes(url, { maxBytes, timeoutMs, accept, maxRedirects })
        return checkImage(bytes)
      } catch (error) {
        if (error instanceof OutboundError && !isTemporary(error)) return absent(error.message)
        const reason = error instanceof OutboundError ? error.message : 'The picture could not be checked'
        return { is: 'unavailable', reason }
      }
    })

  const cache = new LRUCache<string, ImageResult>({
    maxSize: cacheMaxBytes,
    sizeCalculation: (result, url) =>
      entryBytes + url.length + (result.is === 'found' ? result.image.bytes.length : 0),
    ttl: lifetimesMs.found,
    ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 }),
    ignoreFetchAbort: true,
    fetchMethod: async (url, stale, { options }) => {
      const loaded = await load(url)
      options.ttl = lifetimesMs[loaded.is]
      return loaded.is === 'unavailable' && stale?.is === 'found' ? stale : loaded
    },
  })

  return {
    find: async (url) => {
      try {
        return (await cache.fetch(url)) ?? { is: 'unavailable', reason: 'The picture is not cached' }
      } catch (error) {
        if (!(error instanceof BulkheadRejectedError)) throw error
        return { is: 'unavailable', reason: 'Too many pictures are loaded at once' }
      }
    },
  }
}
