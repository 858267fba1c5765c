import type { Context, Hono } from 'hono'
import type { CancelPage } from '../core/embedded/cancel-page.ts'
import { messagePage } from '../core/embedded/oauth/window-pages.ts'
import { HttpError } from '../core/http-error.ts'
import type { IpNetwork } from '../core/ip-network.ts'
import { clientOf } from './connection.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import type { ServerEnv } from './server-env.ts'
import { formOf, walletPageHeaders } from './social-pages.ts'

type PageOptions = {
  readonly page: CancelPage
  /** Charges each request; absent: requests are not limited. */
  readonly charge: ChargeRequest | undefined
  readonly trustedProxies: readonly IpNetwork[]
}

/** Serves the page of a link that cancels a request: a GET shows it, and only its form cancels. */
export function mountCancelPage(app: Hono<ServerEnv>, { page, charge, trustedProxies }: PageOptions): void {
  const serve =
    (handle: (c: Context<ServerEnv>) => ReturnType<CancelPage['show']>) =>
    async (c: Context<ServerEnv>): Promise<Response> => {
      for (const [name, value] of Object.entries(walletPageHeaders)) c.header(name, value)
      try {
        await charge?.(c, 'embedded-wallet')
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds))
        return c.html(messagePage('Too many requests', 'Wait a minute, then reload this page.'), error.status)
      }
      const { html, status } = await handle(c)
      return c.html(html, status)
    }

  app.get(
    page.path,
    serve((c) => page.show(c.req.query('token') ?? '')),
  )
  app.post(
    page.path,
    serve(async (c) => page.cancel((await formOf(c))?.token ?? '', clientOf(c, trustedProxies))),
  )
}
