import type { Context, Hono } from 'hono'
import { familyOf } from '../core/endpoint-families.ts'
import type { CachePolicy, FindProject, RawRequest, Route } from '../core/route.ts'
import type { Logger } from '../ports/logger.ts'
import { answerError } from './answer-errors.ts'
import type { Charge } from './charging.ts'
import { notedProject } from './find-project.ts'
import type { ServerEnv } from './server-env.ts'

const cacheControl = (cache: CachePolicy): string =>
  cache === 'no-store' ? cache : `public, max-age=${cache.publicSeconds}`

type Parts = {
  readonly routes: readonly Route[]
  readonly projects: FindProject
  readonly logger: Logger
  /** Absent: nothing is limited. */
  readonly charge?: Charge | undefined
}

/**
 * Puts routes on a Hono app. A path that several methods have is mounted for each.
 * @throws Error for a route without a rate limit, where requests are limited.
 */
export function mountRoutes(app: Hono<ServerEnv>, { routes, projects, logger, charge }: Parts): void {
  for (const { endpoint, cache, handle } of routes) {
    const family = charge && familyOf(endpoint)
    app.on(endpoint.method, endpoint.path, async (c) => {
      try {
        // Before anything is read or looked up: a client over its budget costs nothing more.
        const chargeCall = charge && family ? await charge(c, family) : undefined
        const request = { ...(await rawRequest(c)), ...(chargeCall && { charge: chargeCall }) }
        const data = await handle(request, notedProject(c, projects))
        return c.json(data, 200, { 'cache-control': cacheControl(cache) })
      } catch (error) {
        c.header('cache-control', 'no-store')
        return answerError(c, error, logger)
      }
    })
  }
}

async function rawRequest(c: Context<ServerEnv>): Promise<RawRequest> {
  return {
    params: c.req.param(),
    query: c.req.query(),
    bodyText: c.req.method === 'GET' ? '' : await c.req.text(),
    header: (name) => c.req.header(name),
    signal: c.req.raw.signal,
  }
}
