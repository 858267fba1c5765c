import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from '../ports/logger.ts'
import type { Metrics } from '../ports/metrics.ts'
import type { ServerEnv } from './server-env.ts'

export const healthPaths = { alive: '/livez', ready: '/readyz', metrics: '/metrics' } as const
const quietRoutes: ReadonlySet<string> = new Set(Object.values(healthPaths))

type ObserverOptions = {
  /** Receives one line per request; absent: no access log. */
  readonly accessLog?: Logger | undefined
  readonly metrics?: Metrics | undefined
}

/**
 * Logs and counts each request by the pattern of its route: the path itself may contain an account's address, and the query
 * more.
 */
export const observeRequests =
  ({ accessLog, metrics }: ObserverOptions): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = performance.now() - startedAt
    const { method } = c.req
    const { status } = c.res
    const route = matchedRoutes(c).find(({ path }) => path !== '*' && path !== '/*')?.path ?? '*'
    metrics?.addRequest({ method, route, status, durationMs })
    accessLog?.[quietRoutes.has(route) ? 'debug' : 'info'](
      {
        ...{ method, route, status, ms: Math.round(durationMs * 10) / 10 },
        requestId: c.get('requestId'),
        projectId: c.get('projectId'),
      },
      'request',
    )
  }
