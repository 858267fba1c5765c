import { readFile } from 'node:fs/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from '#shared/api/images.ts'
import { Refusal, refused, requireProject } from './mount.ts'
import type { Project } from './projects.ts'

const publicDirectory = new URL('../../../widget-app/public/', import.meta.url)
const imageTypes = { svg: 'image/svg+xml', webp: 'image/webp', png: 'image/png' } as const
const imageName = /^[a-zA-Z0-9][\w-]{0,127}$/

/** Where the pictures of each endpoint lie, and how an id becomes a file name. */
const shelves: readonly { endpoint: Endpoint; folder: string; fileName: (id: string) => string }[] = [
  { endpoint: getWalletImage, folder: 'wallets', fileName: (id) => id },
  { endpoint: getAssetImage, folder: 'networks', fileName: (id) => id },
  { endpoint: getTokenImage, folder: 'tokens', fileName: (symbol) => symbol.toLowerCase() },
  { endpoint: getCurrencyImage, folder: 'currencies', fileName: (code) => code.toLowerCase() },
]

/** Serves the bundled artwork of wallets, networks and tokens as the remote image endpoints. */
export function mountImages(
  app: Hono<{ Bindings: HttpBindings }>,
  projects: ReadonlyMap<string, Project>,
): void {
  for (const { endpoint, folder, fileName } of shelves) {
    app.get(endpoint.path, async (c) => {
      try {
        requireProject(projects, c.req.query())
        const name = fileName(c.req.param('id') ?? '')
        const image = imageName.test(name) ? await firstImage(folder, name) : undefined
        if (image === undefined) throw new Refusal(404, 'There is no such image')
        return new Response(image.bytes, {
          headers: {
            'content-type': image.type,
            'cache-control': 'public, max-age=86400',
            'x-content-type-options': 'nosniff',
            // An SVG opened as a document of this origin must not run anything.
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            'cross-origin-resource-policy': 'cross-origin',
          },
        })
      } catch (error) {
        return refused(c, error)
      }
    })
  }
}

async function firstImage(folder: string, name: string) {
  for (const [extension, type] of Object.entries(imageTypes)) {
    try {
      const bytes = await readFile(new URL(`${folder}/${name}.${extension}`, publicDirectory))
      return { type, bytes: new Uint8Array(bytes) }
    } catch {
      // Another extension may exist.
    }
  }
  return undefined
}
