import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { Logger } from '../ports/logger.ts'
import type { Metrics } from '../ports/metrics.ts'
import { healthPaths } from './observe-requests.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import type { ServerEnv } from './server-env.ts'

/** Metrics and the token that protects them. */
export type ReadableMetrics = { readonly metrics: Metrics; readonly token: string }

type HealthOptions = {
  readonly check: () => Promise<void>
  readonly logger: Logger
}

const noStore = { 'cache-control': 'no-store' }
const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Serves liveness and readiness, on every host. */
export function mountHealth(app: Hono<ServerEnv>, { check, logger }: HealthOptions): void {
  app.get(healthPaths.alive, (c) => c.text('ok', 200, noStore))
  app.get(healthPaths.ready, async (c) => {
    try {
      await check()
      return c.text('ok', 200, noStore)
    } catch (error) {
      logger.warn({ message: String(error) }, 'not ready')
      return c.text('not ready', 503, noStore)
    }
  })
}

/**
 * Serves the operator's metrics.
 * @param charge charges each request before the token is compared; absent: requests are not limited.
 */
export function mountMetrics(
  app: Hono<ServerEnv>,
  { metrics, token }: ReadableMetrics,
  charge: ChargeRequest | undefined,
): void {
  const expected = hashOf(`Bearer ${token}`)
  app.get(healthPaths.metrics, async (c) => {
    c.header('cache-control', 'no-store')
    await charge?.(c, 'metrics')
    const isReader = timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected)
    if (!isReader) return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer' })
    return c.body(metrics.text(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    })
  })
}
