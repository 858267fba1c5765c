import { Hono } from 'hono'
import { postRpc } from '../../../shared/api/rpc.ts'
import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import type { CancelPage } from '../core/embedded/cancel-page.ts'
import type { SocialWindow } from '../core/embedded/oauth/window.ts'
import type { IpNetwork } from '../core/ip-network.ts'
import type { RequestLimits } from '../core/request-limits.ts'
import { openApiDocument } from '../core/routes/openapi.ts'
import type { FindProject, Route } from '../core/routes/route.ts'
import type { Logger } from '../ports/logger.ts'
import { type ServedPart, servesOthers } from '../ports/served-part.ts'
import type { EventSink } from '../ports/stores/events.ts'
import { mountCancelPage } from './cancel-page.ts'
import { mountCspReports } from './csp-reports.ts'
import { discardBodies } from './discard-bodies.ts'
import { type DoctorPage, mountDoctor } from './doctor-page.ts'
import { mountDocuments } from './documents.ts'
import { errorResponse } from './error-responses.ts'
import { imageEndpoints, mountImages } from './images.ts'
import { limitBody } from './limit-body.ts'
import { mountRoutes } from './mount-routes.ts'
import { observeRequests } from './observe-requests.ts'
import { mountHealth, mountMetrics, type ReadableMetrics } from './operations.ts'
import { createRateLimiting } from './rate-limiting.ts'
import type { RemoteImages } from './remote-images.ts'
import { addResponseHeaders } from './response-headers.ts'
import type { ServerEnv } from './server-env.ts'
import { mountSocialPages } from './social-pages.ts'
import type { ServeFile } from './static-files.ts'
import { refuseVaultHost, serveVault, type VaultDocument } from './vault-document.ts'

/** Optional parts of a server; absent means off. */
export type WebOptions = {
  /** Maximum size of a request, in bytes; a JSON-RPC batch may be four times as large. 256 KiB by default. */
  readonly bodyMaxBytes?: number
  readonly limits?: RequestLimits
  /** Proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted. */
  readonly trustedProxies?: readonly IpNetwork[]
  readonly images?: RemoteImages
  readonly metrics?: ReadableMetrics
  /** Absent: the server has no doctor page. */
  readonly doctor?: DoctorPage | undefined
  /** Receives browser reports about the Content Security Policy; absent: they are dropped. */
  readonly reports?: EventSink
  /** By default everything. */
  readonly serves?: ServedPart
  /** Absent: there are no embedded wallets, or another process serves them. */
  readonly vault?: VaultDocument
  /** Origin of the vault that another process serves. */
  readonly vaultElsewhere?: string
  /** Whether each request is logged. */
  readonly isAccessLogged?: boolean
  /**
   * True while the process stops: each response then closes its connection, so that none is open when the server stops
   * listening.
   */
  readonly isStopping?: () => boolean
}

type AppOptions = WebOptions & {
  readonly routes: readonly Route[]
  readonly projects: FindProject
  /** The built widget. */
  readonly serveFile: ServeFile
  /** The built SDK, by version. */
  readonly serveSdk: ServeFile
  readonly policy: DocumentPolicy
  readonly widgetConfig: object
  readonly logger: Logger
  /** Absent: there are no logins with accounts of other services. */
  readonly socialWindow?: SocialWindow
  /** Pages of links that cancel requests of users of embedded wallets. */
  readonly cancelPages?: readonly CancelPage[]
  /** Resolves if the process is ready: the database responds and is migrated. @throws Error with the reason. */
  readonly check: () => Promise<void>
}

const bodyMaxDefaultBytes = 256 * 1024
/** By default enough for the largest call data of a transaction, 128 KiB, as hex digits. */
const rpcBodyFactor = 4
/** Multiple of the largest body: covers what proxies forward, by default 4 MiB. */
const discardFactor = 4
const discardMs = 5_000

/** Creates the Hono app of the widget's origin: documents, files and every endpoint. */
export function createApp(options: AppOptions): Hono<ServerEnv> {
  const { routes, projects, serveFile, serveSdk, policy, widgetConfig, logger, check } = options
  const { bodyMaxBytes = bodyMaxDefaultBytes, limits, trustedProxies = [], images, metrics } = options
  const app = new Hono<ServerEnv>()
  const rpcBodyMaxBytes = bodyMaxBytes * rpcBodyFactor
  app.use(discardBodies({ maxBytes: rpcBodyMaxBytes * discardFactor, maxMs: discardMs }))
  app.use(addResponseHeaders(trustedProxies, options.isStopping))
  const accessLog = options.isAccessLogged === true ? logger : undefined
  if (accessLog || metrics) app.use(observeRequests({ accessLog, metrics: metrics?.metrics }))
  const [limitedBody, limitedRpcBody] = [limitBody(bodyMaxBytes), limitBody(rpcBodyMaxBytes)]
  app.use((c, next) => (c.req.path === postRpc.path ? limitedRpcBody : limitedBody)(c, next))
  app.onError((error, c) => errorResponse(c, error, logger))

  const charge = limits && createRateLimiting(limits, trustedProxies)
  const part = options.serves ?? 'all'
  mountHealth(app, { check, logger })
  mountRoutes(app, { routes, projects, logger, charge, trustedProxies })
  if (servesOthers(part)) mountCspReports(app, { charge, logger, reports: options.reports })
  // Requests to the vault's host end here: what follows exists on the widget's host only.
  if (options.vault)
    app.use(serveVault({ vault: options.vault, projects, policy, widgetConfig, serveWidget: serveFile }))
  if (options.vaultElsewhere !== undefined) app.use(refuseVaultHost(options.vaultElsewhere))
  if (metrics) mountMetrics(app, metrics, charge)
  if (options.socialWindow) mountSocialPages(app, options.socialWindow, charge)
  for (const page of options.cancelPages ?? []) mountCancelPage(app, { page, charge, trustedProxies })
  if (!servesOthers(part)) return app
  if (options.doctor) mountDoctor(app, options.doctor, charge)
  mountImages(app, { serveFile, projects, logger, charge, images })
  let openApi: ReturnType<typeof openApiDocument> | undefined
  app.get('/openapi.json', (c) => {
    openApi ??= openApiDocument(routes, imageEndpoints)
    return c.json(openApi, 200, { 'cache-control': 'public, max-age=3600' })
  })
  mountDocuments(app, { serveFile, serveSdk, projects, policy, widgetConfig })
  return app
}
