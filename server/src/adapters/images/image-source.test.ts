import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { ImageResult } from '../../ports/sources/images.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { sampleImages } from '../pictures/testing/pictures.ts'
import { createImageSource, type ImageSourceConfig } from './image-source.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g class="a"/></svg>'

/** An image host on loopback, its requests, and an image source that may fetch from it. */
async function openImageWorld(
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
  config: Partial<ImageSourceConfig> = {},
) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    handler(request, response)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const origin = `http://127.0.0.1:${port}`
  const outbound = createOutbound({ allowedPrivate: ['127.0.0.1/32'], allowedOrigins: [origin] })
  open.push(() => {
    server.closeAllConnections()
    server.close()
    return outbound.close()
  })
  return { origin, requests, find: createImageSource({ outbound, ...config }).find }
}

const summary = (result: ImageResult) =>
  result.is === 'found' ? result.image.type : `${result.is}: ${result.reason}`

describe('image source', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['lossy', 'image/webp'],
  ] as const)('%s sent as HTML › served as %s with the same bytes', async (name, type) => {
    const { origin, find } = await openImageWorld((_, response) =>
      response.setHeader('content-type', 'text/html').end(sampleImages[name]),
    )
    const result = await find(`${origin}/a`)
    expect(result).toMatchObject({ is: 'found', image: { type, bytes: sampleImages[name] } })
  })

  it.each([svg, ` \n${svg}`, `\ufeff${svg}`])('SVG › served rebuilt, as SVG', async (text) => {
    const { origin, find } = await openImageWorld((_, response) =>
      response.setHeader('content-type', 'image/png').end(text),
    )
    const result = await find(origin)
    expect(summary(result)).toBe('image/svg+xml')
    if (result.is === 'found')
      expect(new TextDecoder().decode(result.image.bytes)).toBe(
        svg.replace(' class="a"', '').replace('/>', '></g>'),
      )
  })

  it('equal images › equal entity tags, others differ', async () => {
    const { origin, find } = await openImageWorld((request, response) =>
      response.end(request.url === '/c' ? sampleImages.gif : sampleImages.png),
    )
    const results = await Promise.all(['/a', '/b', '/c'].map((path) => find(origin + path)))
    const [first, second, third] = results.map((one) => (one.is === 'found' ? one.image.etag : ''))
    expect(first).toMatch(/^"[\w-]{22}"$/)
    expect([first === second, first === third]).toEqual([true, false])
  })

  it.each([
    ['HTML as a picture', '<html><script>alert(1)</script></html>', 'absent: SVG: the element html'],
    ['script in SVG', svg.replace('<g class="a"/>', '<script/>'), 'absent: SVG: the element script'],
    ['large SVG', svg.replace('a', 'a'.repeat(70_000)), 'absent: not a PNG, JPEG, GIF or WebP picture'],
    ['UTF-16 SVG', Buffer.from(`\ufeff${svg}`, 'utf16le'), 'absent: not a PNG, JPEG, GIF or WebP picture'],
    [
      'SVG that is no UTF-8',
      Buffer.from(svg.replace('a', '\xff'), 'latin1'),
      'absent: not a PNG, JPEG, GIF or WebP picture',
    ],
    ['nothing', '', 'absent: not a PNG, JPEG, GIF or WebP picture'],
    [
      'large picture',
      Buffer.concat([sampleImages.png, Buffer.alloc(524_288)]),
      'absent: The answer exceeds 524288 bytes',
    ],
  ])('%s › absent', async (_, body, expected) => {
    const { origin, find } = await openImageWorld((_request, response) =>
      response.setHeader('content-type', 'image/png').end(body),
    )
    expect(summary(await find(origin))).toBe(expected)
  })

  it.each([
    [404, 'absent: The host answered with status 404'],
    [410, 'absent: The host answered with status 410'],
    [408, 'unavailable: The host answered with status 408'],
    [429, 'unavailable: The host answered with status 429'],
    [503, 'unavailable: The host answered with status 503'],
  ])('status %i › %s', async (status, expected) => {
    const { origin, find } = await openImageWorld((_, response) =>
      response.writeHead(status).end(sampleImages.png),
    )
    expect(summary(await find(origin))).toBe(expected)
  })

  it.each([
    ['http://127.0.0.2/a.png', 'absent: The address is not public'],
    ['http://example.com/a.png', 'absent: The URL is not https'],
    ['https://localhost/a.png', 'absent: The host name is not public'],
    ['file:///etc/passwd', 'absent: The URL is not https'],
    ['', 'absent: The URL is invalid'],
  ])('%j › %s', async (url, expected) => {
    const { find } = await openImageWorld(() => undefined)
    expect(summary(await find(url))).toBe(expected)
  })

  it('redirects › followed to allowed addresses only', async () => {
    const { origin, find } = await openImageWorld((request, response) => {
      const location = { '/a': '/b', '/b': '/c', '/x': 'https://169.254.169.254/' }[request.url ?? '']
      if (location === undefined) response.end(sampleImages.png)
      else response.writeHead(301, { location }).end()
    })
    expect(summary(await find(`${origin}/a`))).toBe('image/png')
    expect(summary(await find(`${origin}/x`))).toBe('absent: The address is not public')
  })
})

describe('image source › cache', () => {
  it('100 concurrent calls and later ones › one request', async () => {
    const { origin, requests, find } = await openImageWorld((_, response) => response.end(sampleImages.png))
    const results = await Promise.all(Array.from({ length: 100 }, () => find(origin)))
    expect(new Set(results.map(summary))).toEqual(new Set(['image/png']))
    await find(origin)
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['found', 200, 86_400_000],
    ['absent', 404, 600_000],
    ['unavailable', 503, 15_000],
  ] as const)('%s › cached for its lifetime', async (is, status, lifetimeMs) => {
    let now = 1_000
    const { origin, requests, find } = await openImageWorld(
      (_, response) => response.writeHead(status).end(sampleImages.png),
      { now: () => now },
    )
    expect((await find(origin)).is).toBe(is)
    now += lifetimeMs - 1
    await find(origin)
    expect(requests).toHaveLength(1)
    now += 2
    await find(origin)
    expect(requests).toHaveLength(2)
  })

  it('host unavailable › keeps its image; host deletes it › absent', async () => {
    let [now, status] = [1_000, 200]
    const { origin, requests, find } = await openImageWorld(
      (_, response) => response.writeHead(status).end(sampleImages.png),
      { now: () => now },
    )
    await find(origin)
    const next = async (nextStatus: number, afterMs: number) => {
      status = nextStatus
      now += afterMs
      return summary(await find(origin))
    }
    expect(await next(503, 86_400_001)).toBe('image/png')
    expect(await next(503, 14_000)).toBe('image/png')
    expect(requests).toHaveLength(2)
    expect(await next(404, 2_000)).toBe('absent: The host answered with status 404')
  })

  it('cache › limited in bytes', async () => {
    const large = Buffer.concat([sampleImages.png, Buffer.alloc(100_000)])
    const { origin, requests, find } = await openImageWorld((_, response) => response.end(large), {
      cacheMaxBytes: 250_000,
    })
    for (const path of ['/a', '/b', '/c', '/c', '/b', '/a']) await find(origin + path)
    expect(requests).toEqual(['/a', '/b', '/c', '/a'])
  })

  it('image larger than the cache › found, fetched each time', async () => {
    const { origin, requests, find } = await openImageWorld((_, response) => response.end(sampleImages.png), {
      cacheMaxBytes: 100,
    })
    expect([summary(await find(origin)), summary(await find(origin))]).toEqual(['image/png', 'image/png'])
    expect(requests).toHaveLength(2)
  })

  it('fetches › limited in number, those beyond the queue are unavailable', async () => {
    let [active, most] = [0, 0]
    const waiting: (() => void)[] = []
    const { origin, requests, find } = await openImageWorld(
      (_, response) => {
        active += 1
        most = Math.max(most, active)
        waiting.push(() => {
          active -= 1
          response.end(sampleImages.png)
        })
        if (waiting.length === 2) for (const finish of waiting.splice(0)) finish()
      },
      { concurrency: 2, queueLimit: 2 },
    )
    const results = await Promise.all(Array.from({ length: 6 }, (_, index) => find(`${origin}/${index}`)))
    expect(results.map(summary).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'image/png'),
      ...Array.from({ length: 2 }, () => 'unavailable: Too many pictures are loaded at once'),
    ])
    expect([requests.length, most]).toEqual([4, 2])
  })

  it('rejected by the limit › not cached', async () => {
    const { origin, find } = await openImageWorld((_, response) => response.end(sampleImages.png), {
      concurrency: 1,
      queueLimit: 0,
    })
    await Promise.all([find(`${origin}/a`), find(`${origin}/b`)])
    expect(summary(await find(`${origin}/b`))).toBe('image/png')
  })
})
