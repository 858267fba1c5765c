import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { ChargeRequest } from './rate-limiting.ts'
import type { ServerEnv } from './server-env.ts'

/** The operator's doctor page, and the token that protects it. */
export type DoctorPage = {
  readonly token: string
  readonly style: string
  /** Runs the checks for a project, and returns the page's HTML. */
  readonly render: (projectId: string) => Promise<string>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const projectIdShape = /^[\w-]{1,64}$/

/**
 * Serves the checks of `drawbridge doctor` at `/doctor`, to a browser that signs in as `operator` with the token.
 * @param charge charges each request before the token is compared; absent: requests are not limited.
 */
export function mountDoctor(
  app: Hono<ServerEnv>,
  { token, style, render }: DoctorPage,
  charge: ChargeRequest | undefined,
): void {
  const expected = hashOf(`Basic ${Buffer.from(`operator:${token}`).toString('base64')}`)
  const styleHash = createHash('sha256').update(style).digest('base64')
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  /** One run per project at a time: it calls every chain. */
  const running = new Map<string, Promise<string>>()
  app.get('/doctor', async (c) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    await charge?.(c, 'doctor')
    if (!timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected))
      return c.text('Unauthorized', 401, { 'www-authenticate': 'Basic realm="doctor"' })
    const projectId = c.req.query('project') ?? 'demo'
    // A link or frame of another site must not start checks.
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
    if (!projectIdShape.test(projectId)) return c.text('No such project', 400)
    const run = running.get(projectId) ?? render(projectId)
    running.set(projectId, run)
    try {
      return c.html(await run)
    } finally {
      running.delete(projectId)
    }
  })
}
