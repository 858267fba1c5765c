import type { Hono } from 'hono'
import type { Endpoint } from '../../../shared/api/endpoint.ts'
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from '../../../shared/api/images.ts'
import { imageHeaders } from '../core/documents/document-headers.ts'
import { HttpError } from '../core/http-error.ts'
import { type FindProject, requireProject } from '../core/routes/route.ts'
import type { Logger } from '../ports/logger.ts'
import { errorResponse } from './error-responses.ts'
import { recordProject } from './find-project.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import { type RemoteImages, respondWithRemoteImage } from './remote-images.ts'
import type { ServerEnv } from './server-env.ts'
import type { ServeFile } from './static-files.ts'

const extensions = ['svg', 'webp', 'png'] as const
const imageName = /^[a-zA-Z0-9][\w-]{0,127}$/

/** Folder of each endpoint's images in the built widget, and the file name of an id. */
const imageFolders: readonly { endpoint: Endpoint; folder: string; fileName: (id: string) => string }[] = [
  { endpoint: getWalletImage, folder: 'wallets', fileName: (id) => id },
  { endpoint: getAssetImage, folder: 'networks', fileName: (id) => id },
  { endpoint: getTokenImage, folder: 'tokens', fileName: (symbol) => symbol.toLowerCase() },
  { endpoint: getCurrencyImage, folder: 'currencies', fileName: (code) => code.toLowerCase() },
]

/** The endpoints that return an image. */
export const imageEndpoints: readonly Endpoint[] = imageFolders.map(({ endpoint }) => endpoint)

type ImageOptions = {
  readonly serveFile: ServeFile
  readonly projects: FindProject
  readonly logger: Logger
  readonly charge?: ChargeRequest | undefined
  readonly images?: RemoteImages | undefined
}

/**
 * Serves the bundled images of wallets, networks and tokens at the image endpoints (SPEC §7), and at the same paths the
 * remote images of signed references, which need no project: an <img> sends no query of its own.
 */
export function mountImages(
  app: Hono<ServerEnv>,
  { serveFile, projects, logger, charge, images: remoteImages }: ImageOptions,
): void {
  const headers = { ...imageHeaders, 'cache-control': 'public, max-age=86400' }
  for (const { endpoint, folder, fileName } of imageFolders) {
    app.get(endpoint.path, async (c) => {
      try {
        await charge?.(c, 'picture')
        const id = c.req.param('id') ?? ''
        // No bundled name contains a dot, and every reference does.
        if (remoteImages !== undefined && id.includes('.'))
          return await respondWithRemoteImage(c, id, remoteImages, logger)
        await requireProject(recordProject(c, projects), c.req.query())
        const name = fileName(id)
        if (imageName.test(name)) {
          for (const extension of extensions) {
            const path = `/${folder}/${name}.${extension}`
            const image = await serveFile(path, c.req.header('accept-encoding'), headers)
            if (image !== undefined) return image
          }
        }
        throw new HttpError(404, 'There is no such image')
      } catch (error) {
        return errorResponse(c, error, logger)
      }
    })
  }
}
