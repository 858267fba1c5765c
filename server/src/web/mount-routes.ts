import type { Context, Hono } from 'hono'
import type { CachePolicy, FindProject, RawRequest, Route } from '../core/route.ts'
import type { Logger } from '../ports/logger.ts'
import { answerError } from './answer-errors.ts'
import type { ServerEnv } from './server-env.ts'

const cacheControl = (cache: CachePolicy): string =>
  cache === 'no-store' ? cache : `public, max-age=${cache.publicSeconds}`

/** Puts routes on a Hono app. A path that several methods have is mounted for each. */
export function mountRoutes(
  app: Hono<ServerEnv>,
  routes: readonly Route[],
  projects: FindProject,
  logger: Logger,
): void {
  for (const { endpoint, cache, handle } of routes) {
    app.on(endpoint.method, endpoint.path, async (c) => {
      try {
        const data = await handle(await rawRequest(c), projects)
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
