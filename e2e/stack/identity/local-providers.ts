import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createOAuthClient } from '#server/adapters/oauth/oauth-client.ts'
import { createOutbound } from '#server/adapters/outbound/outbound.ts'
import { atOrigin, oauthProviders } from '#server/core/embedded/oauth/providers.ts'
import { createOAuthPeer, type OAuthUser } from '#server/core/embedded/testing/social/oauth-peer.ts'
import { createOpenIdPeer } from '#server/core/embedded/testing/social/openid-peer.ts'
import type { OAuthClients } from '#server/ports/oauth.ts'
import { systemTimers } from '#server/vendor-clients/timers.ts'
import { type OAuthProviderId, oauthProviderIds } from '#shared/api/embedded-social.ts'
import type { Disposer } from '../disposer.ts'
import type { Stack } from '../stack-file.ts'
import { isDownForOpenId, oauthFaultOf, oauthUsers, openIdUsers } from './accounts.ts'
import { askOnPage } from './consent-page.ts'

/** Responds to a request, whose URL does not have the provider's prefix. */
type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The services whose accounts log in, and the server's clients of them. */
export type LocalProviders = {
  /** By id, which is also the first segment of the provider's path. */
  readonly providers: ReadonlyMap<OAuthProviderId, Respond>
  readonly clients: OAuthClients
}

const clientId = 'drawbridge'
const clientSecret = 'local-secret'

/** Creates the local providers: the peers of the server's tests, which ask on a page which account logs in. */
export function createLocalProviders({ identity, widget }: Stack, lifetime: Disposer): LocalProviders {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const appleCredentials = { clientId, teamId: 'LOCALTEAM', keyId: 'LOCALKEY', privateKey }
  const redirectUriOf = (id: OAuthProviderId) => `${widget.origin}/embedded/v1/social/callback/${id}`
  const originOf = (id: OAuthProviderId) => `${identity.origin}/${id}`
  const ask = <User extends object>(id: OAuthProviderId, userOf: (email: string) => User) =>
    askOnPage(oauthProviders[id].name, [widget.origin], userOf)

  const createOpenId = (id: 'google' | 'apple') => {
    const secret = id === 'apple' ? appleCredentials : clientSecret
    const client = { clientId, secret, redirectUri: redirectUriOf(id) }
    return createOpenIdPeer(id, originOf(id), client, ask(id, openIdUsers[id]), isDownForOpenId)
  }
  const createPlain = (id: 'x' | 'discord' | 'github' | 'facebook') => {
    const client = { clientId, clientSecret, redirectUri: redirectUriOf(id) }
    const emails = new WeakMap<OAuthUser, string>()
    const userOf = (email: string) => {
      const user = oauthUsers[id](email)
      emails.set(user, email)
      return user
    }
    return createOAuthPeer(id, originOf(id), client, ask(id, userOf), (user) =>
      oauthFaultOf(emails.get(user)),
    )
  }
  const createPeer = (id: OAuthProviderId) =>
    id === 'google' || id === 'apple' ? createOpenId(id) : createPlain(id)

  const outbound = createOutbound({
    allowedOrigins: [identity.loopback],
    allowedPrivate: ['127.0.0.0/8'],
  })
  lifetime.defer(outbound.close)
  /** The browser opens the provider's page by its host name, which Node does not resolve. */
  const createClient = (id: OAuthProviderId) => {
    const { issuer, authorizationUrl } = atOrigin(oauthProviders[id], originOf(id))
    const provider = {
      ...atOrigin(oauthProviders[id], `${identity.loopback}/${id}`),
      ...{ issuer, authorizationUrl },
    }
    const credentials = id === 'apple' ? appleCredentials : { clientId, clientSecret }
    return createOAuthClient({ outbound, timers: systemTimers }, provider, credentials)
  }
  return {
    providers: new Map(oauthProviderIds.map((id) => [id, createPeer(id).respond])),
    clients: new Map(oauthProviderIds.map((id) => [id, createClient(id)])),
  }
}
