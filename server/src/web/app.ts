import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { postRpc } from '../../../shared/api/rpc.ts'
import type { DocumentPolicy } from '../core/document-headers.ts'
import type { FindProject, Route } from '../core/route.ts'
import type { Logger } from '../ports/logger.ts'
import { answerError } from './answer-errors.ts'
import { mountBundledPictures } from './bundled-pictures.ts'
import { mountDocuments } from './documents.ts'
import { mountRoutes } from './mount-routes.ts'
import type { ServerEnv } from './server-env.ts'
import type { ServeFile } from './static-files.ts'

type Parts = {
  readonly routes: readonly Route[]
  readonly projects: FindProject
  /** The built widget. */
  readonly serveFile: ServeFile
  /** The built SDK, by version. */
  readonly serveSdk: ServeFile
  readonly policy: DocumentPolicy
  readonly widgetConfig: object
  readonly logger: Logger
  /** Whether the process can answer: the database does, migrations included. @throws Error with the reason. */
  readonly check: () => Promise<void>
}

/** Origins are policy, not authentication: an answer is readable by any page, and holds nothing of a cookie. */
const apiCors = cors({
  origin: '*',
  allowHeaders: ['authorization', 'content-type', 'x-nonce-jwt', 'x-otp'],
  allowMethods: ['GET', 'POST', 'PUT'],
  exposeHeaders: ['retry-after', 'x-request-id'],
  maxAge: 86_400,
})

const bodyMaxBytes = 256 * 1024
/** A batch may hold a call with the largest call data of a transaction, 128 KiB, as hex digits. */
const rpcBodyMaxBytes = 1024 * 1024

const limited = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) => c.json({ reasons: [{ description: `A body has at most ${maxSize} bytes` }] }, 413),
  })
const [limitedBody, limitedRpcBody] = [limited(bodyMaxBytes), limited(rpcBodyMaxBytes)]

/** The widget's origin: documents, files and every endpoint, as one Hono app. */
export function createApp(parts: Parts): Hono<ServerEnv> {
  const { routes, projects, serveFile, serveSdk, policy, widgetConfig, logger, check } = parts
  const app = new Hono<ServerEnv>()
  app.use(async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('x-request-id', requestId)
  })
  app.use(apiCors)
  app.use((c, next) => (c.req.path === postRpc.path ? limitedRpcBody : limitedBody)(c, next))
  app.onError((error, c) => answerError(c, error, logger))

  app.get('/livez', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    try {
      await check()
      return c.text('ok', 200, { 'cache-control': 'no-store' })
    } catch (error) {
      logger.warn({ message: String(error) }, 'not ready')
      return c.text('not ready', 503, { 'cache-control': 'no-store' })
    }
  })
  mountRoutes(app, routes, projects, logger)
  mountBundledPictures(app, serveFile, projects, logger)
  mountDocuments(app, { serveFile, serveSdk, projects, policy, widgetConfig })
  return app
}
