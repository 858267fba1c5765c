import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jwtVerify } from 'jose'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
// Not the package's index, which prints a warning with Node 20.
import { type Context, Provider } from 'oidc-provider/lib/provider.js'
import formPost from 'oidc-provider/lib/response_modes/form_post.js'
import type { ChooseUser } from './choose-user.ts'

/** A user of the provider. */
export type OpenIdUser = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Apple returns it with the first login only. */
  readonly fullName?: { readonly firstName: string; readonly lastName: string }
}

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

/** The response mode `form_post` with Apple's field of the user's name. */
const appleForm = 'apple_form_post'

/**
 * A certified OpenID provider at the paths of Google or Apple, for one client. It requires PKCE, and asks at each login.
 * @param origin of its URLs; a path in it is a prefix that the requests do not have.
 * @param isDownFor users for whom it responds to a code with 500.
 */
export function createOpenIdPeer(
  kind: keyof typeof routes,
  origin: string,
  { clientId, redirectUri, secret }: OpenIdClient,
  chooseUser: ChooseUser<OpenIdUser>,
  isDownFor: (user: OpenIdUser) => boolean = () => false,
) {
  const known = new Map<string, OpenIdUser>()
  const named = new Set<string>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const prefix = new URL(origin).pathname.replace(/\/$/, '')
  const provider = new Provider(origin, {
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
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${prefix}/interaction/${uid}` },
    pkce: { required: () => true },
    routes: routes[kind],
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 600, Session: 60 },
    findAccount: ({ oidc }: Context, accountId: string) => {
      const user = known.get(accountId)
      if (oidc.route === 'token' && user && isDownFor(user)) throw new Error('The service is down')
      return { accountId, claims: () => user }
    },
    loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email name')
      await grant.save()
      return grant
    },
  })

  /** The field `user` of Apple's response, which it does not sign. */
  function userField({ oidc }: Context): { readonly user?: string } {
    const { sub, email, fullName } = known.get(oidc.session.accountId ?? '') ?? {}
    if (sub === undefined || fullName === undefined || named.has(sub)) return {}
    named.add(sub)
    return { user: JSON.stringify({ name: fullName, email }) }
  }
  provider.registerResponseMode(appleForm, (context, action, fields) =>
    formPost(context, action, 'error' in fields ? fields : { ...fields, ...userField(context) }),
  )
  if (typeof secret !== 'string') {
    const { privateKey: key, keyId, teamId } = secret
    // As Apple does, instead of comparing with a constant.
    Object.assign(provider.Client.prototype, {
      compareClientSecret: async (jwt: string) => {
        const options = { algorithms: ['ES256'], issuer: teamId, audience: origin, subject: clientId }
        const verified = await jwtVerify(jwt, createPublicKey(key), options).catch(() => undefined)
        return verified?.protectedHeader.kid === keyId && verified.payload.exp !== undefined
      },
    })
  }
  const callback = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const user = await chooseUser(request, response)
    if (user === 'asked') return
    if (user !== 'denied') known.set(user.sub, user)
    const result =
      user === 'denied' ? { error: 'access_denied' } : { login: { accountId: user.sub, remember: false } }
    await provider.interactionFinished(request, response, result)
  }

  /** The request as the provider's library expects it: the two services ask at each login, and Apple omits `openid`. */
  function adapted(path: string): string {
    const url = new URL(path, 'http://provider.example')
    if (url.pathname !== routes[kind].authorization) return path
    url.searchParams.set('prompt', 'login')
    if (kind === 'apple') url.searchParams.set('scope', `openid ${url.searchParams.get('scope') ?? ''}`)
    if (url.searchParams.get('response_mode') === 'form_post')
      url.searchParams.set('response_mode', appleForm)
    return `${url.pathname}${url.search}`
  }

  return {
    respond: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.url?.startsWith('/interaction/') === true) return interact(request, response)
      request.url = adapted(request.url ?? '/')
      // What the library reads its own prefix from.
      await callback(Object.assign(request, { baseUrl: prefix }), response)
    },
  }
}
