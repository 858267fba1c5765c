import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { OAuthProviderId } from '../../../../../../shared/api/embedded-social.ts'
import * as z from '../../../../../../shared/zod.ts'
import { createOAuthClient, type OAuthCredentials } from '../../../../adapters/oauth/oauth-client.ts'
import { createOutbound } from '../../../../adapters/outbound/outbound.ts'
import { systemTimers } from '../../../../vendor-clients/timers.ts'
import type { SocialWaits } from '../../oauth/attempts.ts'
import { atOrigin, oauthProviders } from '../../oauth/providers.ts'
import type { EmbeddedClient } from '../embedded-client.ts'
import { openEmbeddedWorld, serverOrigin, site } from '../embedded-world.ts'
import { startOAuthServer } from './oauth-server.ts'
import { startOpenIdServer } from './openid-server.ts'
import { createWindowBrowser, type WindowBrowser } from './window-browser.ts'

const attemptSchema = z.object({ id: z.string(), url: z.string(), number: z.string() })
const stateSchema = z.looseObject({
  is: z.string(),
  token: z.optional(z.string()),
  isNew: z.optional(z.boolean()),
  account: z.optional(z.looseObject({ userId: z.string(), identities: z.array(z.unknown()) })),
})

const credentials = { clientId: 'drawbridge', clientSecret: 'hunter-2_.x' }
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const appleCredentials = { clientId: 'app.drawbridge', teamId: 'TEAM', keyId: 'KEY', privateKey }

/** Path to which a provider sends the browser. */
export const callbackOf = (id: OAuthProviderId): string => `/embedded/v1/social/callback/${id}`

/** Starts the six services. */
export async function startProviders() {
  const redirectUri = (id: OAuthProviderId) => `${serverOrigin}${callbackOf(id)}`
  const plain = (id: 'x' | 'discord' | 'github' | 'facebook') =>
    startOAuthServer(id, { ...credentials, redirectUri: redirectUri(id) })
  const servers = {
    google: await startOpenIdServer('google', {
      ...{ clientId: credentials.clientId, secret: credentials.clientSecret },
      redirectUri: redirectUri('google'),
    }),
    apple: await startOpenIdServer('apple', {
      ...{ clientId: appleCredentials.clientId, secret: appleCredentials },
      redirectUri: redirectUri('apple'),
    }),
    ...{ x: await plain('x'), discord: await plain('discord') },
    ...{ github: await plain('github'), facebook: await plain('facebook') },
  }
  return {
    ...servers,
    close: async () => {
      for (const { close } of Object.values(servers)) await close()
    },
  }
}

export type Providers = Awaited<ReturnType<typeof startProviders>>

type WorldOptions = {
  readonly origins: Readonly<Partial<Record<OAuthProviderId, { readonly origin: string }>>>
  /** Timeout of one request to a provider; long, so that a slow machine is none. */
  readonly timeoutMs?: number
  readonly waits?: SocialWaits
  /** Of the server. */
  readonly origin?: string
  /** In place of those that the providers know. */
  readonly credentials?: Readonly<Partial<Record<OAuthProviderId, OAuthCredentials>>>
}

/** A server whose users log in with accounts of these services. */
export async function openSocialWorld({
  origins,
  timeoutMs = 60_000,
  waits,
  origin = serverOrigin,
  credentials: others = {},
}: WorldOptions) {
  const ids = (['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const).filter((id) => origins[id])
  const outbound = createOutbound({
    allowedOrigins: ids.flatMap((id) => origins[id]?.origin ?? []),
    allowedPrivate: ['127.0.0.0/8'],
  })
  const oauthClients = new Map(
    ids.map((id) => {
      const own = others[id] ?? (id === 'apple' ? appleCredentials : credentials)
      const provider = atOrigin(oauthProviders[id], origins[id]?.origin ?? '')
      return [id, createOAuthClient({ outbound, timers: systemTimers, timeoutMs }, provider, own)]
    }),
  )
  const world = await openEmbeddedWorld({
    ...{ oauthClients, origin },
    ...(waits && { socialWaits: waits }),
  })
  const { server } = world

  /** Creates an attempt. `token`: of the session to which the account is linked. */
  async function create(
    client: EmbeddedClient,
    provider: OAuthProviderId,
    { secret = randomBytes(32).toString('hex'), token = undefined as string | undefined } = {},
  ) {
    const body = { provider, site, secret }
    const sent = await client.call('POST', '/social/attempts', { body, ...(token && { token }) })
    return z.parse(attemptSchema, sent.body)
  }

  /** Goes through the provider, up to the URL to which it sends the browser. */
  async function returnUrl(browser: WindowBrowser, attempt: { readonly url: string }): Promise<URL> {
    for (let url = new URL(attempt.url), redirects = 0; redirects < 10; redirects++) {
      const { headers } = await browser.request(url, { method: 'GET' })
      url = new URL(headers.get('location') ?? '', url)
      if (url.origin === origin) return url
    }
    throw new Error('The provider does not send the browser back')
  }

  const read = (client: EmbeddedClient, id: string, token?: string) =>
    client.call('GET', `/social/attempts/${id}`, token === undefined ? {} : { token })

  /** The state of an attempt whose user has answered. */
  const stateOf = async (client: EmbeddedClient, id: string, token?: string) =>
    z.parse(stateSchema, (await read(client, id, token)).body)

  /** A whole login by one press in the frame and one in the window. */
  async function logInBy(provider: OAuthProviderId, client: EmbeddedClient, browser: WindowBrowser) {
    const attempt = await create(client, provider)
    const page = await passForm(browser, await browser.open(attempt.url))
    await browser.answer(page, 'continue')
    return { attempt, page, state: await stateOf(client, attempt.id) }
  }

  return {
    ...{ ...world, create, returnUrl, read, stateOf, logInBy },
    createBrowser: () => createWindowBrowser(server, origin),
    close: async () => {
      await server.close()
      await outbound.close()
    },
  }
}

/** Apple's page posts its response by a script. */
export const passForm = (browser: WindowBrowser, page: Awaited<ReturnType<WindowBrowser['open']>>) =>
  page.url.origin === serverOrigin ? page : browser.submit(page, {}, page.url.origin)

export type SocialWorld = Awaited<ReturnType<typeof openSocialWorld>>
