import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { createFarcasterPage } from '../farcaster/farcaster-app.ts'
import { farcasterRelayPath, type LocalFarcaster } from '../farcaster/local-farcaster.ts'
import type { LocalProviders } from './local-providers.ts'

/**
 * The site of the services whose accounts log in: each has a prefix of its own, Farcaster's relay too. The page of its phones
 * has the path of Farcaster's URLs.
 * @param origin of the site.
 */
export function createIdentityApp(
  { providers }: LocalProviders,
  { relayApp, phones }: LocalFarcaster,
  origin: string,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route('/', createFarcasterPage(phones, origin))
  app.route(farcasterRelayPath, relayApp)
  app.get('/', (c) => c.text('The services of the local world whose accounts log in'))
  for (const [id, respond] of providers)
    app.all(`/${id}/*`, async (c) => {
      const { incoming, outgoing } = c.env
      incoming.url = incoming.url?.slice(`/${id}`.length)
      await respond(incoming, outgoing)
      return RESPONSE_ALREADY_SENT
    })
  return app
}
