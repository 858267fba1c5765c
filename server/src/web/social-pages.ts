import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { socialStartPath } from '../../../shared/api/embedded-social.ts'
import { type SocialWindow, unknownPage, type WindowResponse } from '../core/embedded/oauth/window.ts'
import { confirmPath, messagePage, windowScript, windowStyle } from '../core/embedded/oauth/window-pages.ts'
import { HttpError } from '../core/http-error.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import type { ServerEnv } from './server-env.ts'

const callbackPath = '/embedded/v1/social/callback/:provider'
const cookieName = 'drawbridge-social'
/** As long as an attempt. */
const cookieSeconds = 600

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** Headers of the pages of the embedded wallet's server. */
export const walletPageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src ${hashOf(windowScript)}; style-src ${hashOf(windowStyle)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  // `no-referrer` would make the `origin` header of the form `null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** The fields of an URL-encoded form, which is what the pages and the services send; undefined for another body. */
export async function formOf(c: Context<ServerEnv>): Promise<Record<string, string> | undefined> {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined
  return Object.fromEntries(new URLSearchParams(await c.req.text()))
}

/**
 * Serves the pages of the window in which a user logs in with the account of another service.
 * @param charge charges each request; absent: requests are not limited.
 */
export function mountSocialPages(
  app: Hono<ServerEnv>,
  window: SocialWindow,
  charge: ChargeRequest | undefined,
): void {
  const cookie = window.isSecure ? { prefix: 'host' as const } : {}
  const browserOf = (c: Context<ServerEnv>): string | undefined =>
    cookie.prefix === undefined ? getCookie(c, cookieName) : getCookie(c, cookieName, cookie.prefix)

  function respond(c: Context<ServerEnv>, response: WindowResponse): Response {
    for (const [name, value] of Object.entries(walletPageHeaders)) c.header(name, value)
    if (response.is === 'page') return c.html(response.html, response.status)
    if (response.browser !== undefined)
      setCookie(c, cookieName, response.browser, {
        ...{ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: cookieSeconds },
        ...{ secure: window.isSecure, ...cookie },
      })
    // Also after a POST, which a browser then does not repeat.
    return c.redirect(response.url, 303)
  }

  const serve =
    (handle: (c: Context<ServerEnv>) => WindowResponse | Promise<WindowResponse>) =>
    async (c: Context<ServerEnv>): Promise<Response> => {
      try {
        await charge?.(c, 'embedded-wallet')
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds))
        for (const [name, value] of Object.entries(walletPageHeaders)) c.header(name, value)
        return c.html(messagePage('Too many requests', 'Wait a minute, then reload this page.'), error.status)
      }
      return respond(c, await handle(c))
    }

  app.get(
    socialStartPath,
    serve((c) => window.start(c.req.query('attempt') ?? '', browserOf(c), c.req.raw.signal)),
  )
  app.get(
    callbackPath,
    serve((c) => window.callback(c.req.param('provider') ?? '', c.req.query(), browserOf(c))),
  )
  app.post(
    callbackPath,
    serve(async (c) => {
      const fields = await formOf(c)
      return fields ? window.returnForm(c.req.param('provider') ?? '', fields) : unknownPage()
    }),
  )
  app.get(
    confirmPath,
    serve((c) => window.page(c.req.query('attempt') ?? '', browserOf(c))),
  )
  app.post(
    confirmPath,
    serve(async (c) => {
      const fields = await formOf(c)
      return fields ? window.answer(fields, browserOf(c), c.req.header('origin')) : unknownPage()
    }),
  )
}
