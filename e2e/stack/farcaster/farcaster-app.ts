import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { readJson } from '#server/core/json-text.ts'
import * as z from '#shared/zod.ts'
import { escapeHtml, renderLocalPage } from '../local-page.ts'
import type { FarcasterPhones } from './phones.ts'

type App = Hono<{ Bindings: HttpBindings }>

const username = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,15}$/))
const answerSchema = z.object({ username })
const approvalSchema = z.strictObject({
  url: z.url(),
  username,
  signer: z.optional(z.enum(['custody', 'auth-address', 'other-key'])),
  change: z.optional(
    z.strictObject({
      domain: z.optional(z.string()),
      nonce: z.optional(z.string()),
      chainId: z.optional(z.int()),
      fid: z.optional(z.int()),
    }),
  ),
})

const proposedNames = ['ada', 'grace', 'alan']
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
}
const page = (title: string, body: string) => renderLocalPage('Farcaster', title, `<h1>${title}</h1>${body}`)

function requestPage({ domain, siweUri }: Awaited<ReturnType<FarcasterPhones['show']>>): string {
  const names = proposedNames.map(
    (name) => `<button class="quiet" name="username" value="${name}">@${name}</button>`,
  )
  return page(
    'Sign in with Farcaster',
    `<p>${escapeHtml(domain)} asks to log in with your account.</p><p class="note">${escapeHtml(siweUri)}</p>
<form method="post">${names.join('')}</form>
<form method="post"><label>Another account<input name="username" pattern="[a-z0-9][a-z0-9-]{0,15}" placeholder="name" autocomplete="off" required></label><button>Sign in</button></form>
<form method="post"><button class="quiet" name="declined">Decline</button></form>
<p class="note">A test page in place of the app on a phone. A name that is new gets an account on the chain.</p>`,
  )
}

/**
 * Creates the page that the URL of a QR code opens: the Farcaster app on a phone. Its signature goes to the relay, never to the
 * site.
 * @param origin of the page.
 */
export function createFarcasterPage(phones: FarcasterPhones, origin: string): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const urlOf = (c: Context) =>
    `${origin}${c.req.path}?${new URLSearchParams({ channelToken: c.req.query('channelToken') ?? '' })}`
  const expired = (c: Context) =>
    c.html(page('Expired', '<p>This request is unknown or was answered.</p>'), 404, headers)

  app.get('/~/siwf', async (c) => {
    const request = await phones.show(urlOf(c)).catch(() => undefined)
    return request === undefined ? expired(c) : c.html(requestPage(request), 200, headers)
  })
  app.post('/~/siwf', async (c) => {
    const answer = answerSchema.safeParse(await c.req.parseBody())
    if (!answer.success) return c.html(page('Declined', '<p>Nothing was signed or sent.</p>'), 200, headers)
    const isSent = await phones.approve(urlOf(c), answer.data).then(
      () => true,
      () => false,
    )
    return isSent
      ? c.html(page('Signed in', '<p>Continue on the site. You can close this page.</p>'), 200, headers)
      : expired(c)
  })
  return app
}

/** Endpoint by which tests act as the owner of a phone: `POST /`, with the URL of the QR code. */
export function createFarcasterControl(phones: FarcasterPhones): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    const approval = approvalSchema.safeParse(readJson(await c.req.text()))
    if (!approval.success) return c.json({ reasons: approval.error.issues }, 400)
    const { url, username: name, signer, change } = approval.data
    await phones.approve(url, { username: name, ...(signer && { signer }), ...(change && { change }) })
    return c.json({})
  })
  return app
}
