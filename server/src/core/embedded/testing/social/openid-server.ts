import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { jwtVerify } from 'jose'
import Provider, { type Context } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { listenLocally } from './listen-locally.ts'

/** A user of the provider: what is logged in there, or undefined for one who cancels. */
export type OpenIdUser = { readonly sub: string; readonly email?: string; readonly email_verified?: boolean }

export type OpenIdClient = {
  readonly clientId: string
  readonly redirectUri: string
  /** Apple's: the key that signs client secrets, its id, and the team's. */
  readonly secret:
    | string
    | { readonly privateKey: KeyObject; readonly keyId: string; readonly teamId: string }
}

const routes = {
  google: { authorization: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
  apple: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
} as const

/** A certified OpenID provider at the paths of Google or Apple, which requires PKCE and logs its current user in. */
export async function startOpenIdServer(
  kind: keyof typeof routes,
  { clientId, redirectUri, secret }: OpenIdClient,
) {
  let user: OpenIdUser | undefined
  const known = new Map<string, OpenIdUser>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  let handle: RequestListener = () => undefined
  const server = await listenLocally((request, response) => handle(request, response))
  const provider = new Provider(server.origin, {
    adapter: createMemoryAdapter(0),
    clients: [
      {
        ...{ client_id: clientId, client_secret: typeof secret === 'string' ? secret : 'a signed one' },
        ...{ redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] },
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'k1' }] },
    cookies: { keys: ['a cookie key'] },
    scopes: ['openid', 'email', 'name'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    pkce: { required: () => true },
    routes: routes[kind],
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => known.get(accountId) }),
    loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email name')
      await grant.save()
      return grant
    },
  })
  if (typeof secret !== 'string') {
    const { privateKey: key, keyId, teamId } = secret
    // As Apple does, instead of comparing with a constant.
    Object.assign(provider.Client.prototype, {
      compareClientSecret: async (jwt: string) => {
        const options = { algorithms: ['ES256'], issuer: teamId, audience: server.origin, subject: clientId }
        const verified = await jwtVerify(jwt, createPublicKey(key), options).catch(() => undefined)
        return verified?.protectedHeader.kid === keyId && verified.payload.exp !== undefined
      },
    })
  }
  const respond = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction') === true) {
      const result =
        user === undefined ? { error: 'access_denied' } : { login: { accountId: user.sub, remember: false } }
      void provider.interactionFinished(request, response, result)
      return
    }
    // Apple sends an id_token without the scope `openid`; Google has a prompt of its own.
    request.url = request.url
      ?.replace('scope=name+email', 'scope=openid+name+email')
      .replace('&prompt=select_account', '')
    void respond(request, response)
  }
  return {
    ...server,
    /** Chooses the user of the next login; undefined: the user cancels. */
    logInAs: (next: OpenIdUser | undefined) => {
      user = next
      if (next !== undefined) known.set(next.sub, next)
    },
  }
}
