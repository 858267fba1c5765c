import type { Context, Hono } from 'hono'
import { cacheControl, matchesTag } from '../core/cache-policy.ts'
import type { IpNetwork } from '../core/ip-network.ts'
import type { RouteResponse } from '../core/response-cache.ts'
import { familyOf } from '../core/routes/endpoint-families.ts'
import type { FindProject, RawRequest, Route } from '../core/routes/route.ts'
import type { Logger } from '../ports/logger.ts'
import { clientOf } from './connection.ts'
import { errorResponse } from './error-responses.ts'
import { recordProject } from './find-project.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import { completeResponse } from './response-headers.ts'
import type { ServerEnv } from './server-env.ts'

/** Method and path; parameter names are ignored. */
const endpointName = ({ method, path }: Route['endpoint']): string =>
  `${method} ${path.replace(/:\w+/g, ':')}`

type RouteOptions = {
  readonly routes: readonly Route[]
  readonly projects: FindProject
  readonly logger: Logger
  /** Absent: requests are not limited. */
  readonly charge?: ChargeRequest | undefined
  readonly trustedProxies: readonly IpNetwork[]
}

/**
 * Mounts routes on a Hono app. A path that several methods share is mounted for each.
 * @throws Error for a second route of one endpoint, because only the first would ever run; for a route without a rate limit,
 * where requests are limited.
 */
export function mountRoutes(
  app: Hono<ServerEnv>,
  { routes, projects, logger, charge, trustedProxies }: RouteOptions,
): void {
  const mounted = new Set<string>()
  for (const { endpoint, cache, handle } of routes) {
    const name = endpointName(endpoint)
    if (mounted.has(name)) throw new Error(`Two routes answer ${name}`)
    mounted.add(name)
    const family = charge && familyOf(endpoint)
    const headers = { 'cache-control': cacheControl(cache) }
    app.on(endpoint.method, endpoint.path, async (c) => {
      try {
        // Before anything is read: a client over its budget costs nothing more.
        const chargeCall = charge && family ? await charge(c, family) : undefined
        const request = await rawRequest(c, trustedProxies, chargeCall)
        return respond(c, await handle(request, recordProject(c, projects)), headers)
      } catch (error) {
        c.header('cache-control', 'no-store')
        return errorResponse(c, error, logger)
      }
    })
  }
}

const json = { 'content-type': 'application/json' }

function respond(
  c: Context<ServerEnv>,
  { text, etag }: RouteResponse,
  headers: Readonly<Record<string, string>>,
): Response {
  if (etag === undefined) return completeResponse(c, text, 200, { ...json, ...headers })
  return matchesTag(c.req.header('if-none-match'), etag)
    ? completeResponse(c, null, 304, { ...headers, etag })
    : completeResponse(c, text, 200, { ...json, ...headers, etag })
}

async function rawRequest(
  c: Context<ServerEnv>,
  trustedProxies: readonly IpNetwork[],
  charge: RawRequest['charge'],
): Promise<RawRequest> {
  return {
    params: c.req.param(),
    query: c.req.query(),
    bodyText: c.req.method === 'GET' ? '' : await c.req.text(),
    header: (name) => c.req.header(name),
    path: c.req.path,
    get client() {
      return clientOf(c, trustedProxies)
    },
    get signal() {
      return c.req.raw.signal
    },
    ...(charge && { charge }),
  }
}
