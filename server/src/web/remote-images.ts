import type { Context } from 'hono'
import { matchesTag } from '../core/cache-policy.ts'
import { imageHeaders } from '../core/documents/document-headers.ts'
import { HttpError } from '../core/http-error.ts'
import type { ImageUrls } from '../core/routes/image-urls.ts'
import type { Logger } from '../ports/logger.ts'
import type { ImageSource } from '../ports/sources/images.ts'
import type { ServerEnv } from './server-env.ts'

/** Images of other hosts that the server's responses refer to. */
export type RemoteImages = { readonly source: ImageSource; readonly urls: ImageUrls }

const foundSeconds = 86_400
const absentSeconds = 600
const retryAfterSeconds = 15

/**
 * The image of a signed reference.
 * @throws HttpError 404 for a reference that this deployment did not sign, and if there is no such image or it must not be
 * shown; 503 if its host does not respond.
 */
export async function respondWithRemoteImage(
  c: Context<ServerEnv>,
  id: string,
  { source, urls }: RemoteImages,
  logger: Logger,
): Promise<Response> {
  const url = urls.remoteUrlOf(id)
  if (url === undefined) throw new HttpError(404, 'There is no such image')
  const result = await source.find(url)
  if (result.is === 'found') {
    const { bytes, type, etag } = result.image
    const headers = { ...imageHeaders, etag, 'cache-control': `public, max-age=${foundSeconds}` }
    return matchesTag(c.req.header('if-none-match'), etag)
      ? c.body(null, 304, headers)
      : c.body(bytes, 200, { ...headers, 'content-type': type })
  }
  logger.debug({ requestId: c.get('requestId'), reason: result.reason }, 'no picture')
  if (result.is === 'unavailable')
    throw new HttpError(503, 'The image cannot be loaded now', retryAfterSeconds)
  c.header('cache-control', `public, max-age=${absentSeconds}`)
  throw new HttpError(404, 'There is no such image')
}
