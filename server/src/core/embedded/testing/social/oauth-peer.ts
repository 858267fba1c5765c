import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRequestBody } from '../../../../testing/request-body.ts'
import type { ChooseUser } from './choose-user.ts'

/** A user of the provider: what its API for the current user returns. */
export type OAuthUser = object

export type OAuthServerClient = {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

type Sent = { readonly status: number; readonly body: unknown }
/** What tests replace: a response, or none at all. */
export type Fault = Sent | 'no-response' | 'garbage'

type Traits = {
  readonly paths: { readonly authorize: string; readonly token: string; readonly user: string }
  readonly clientAuth: 'basic' | 'post'
  /** RFC 9207. */
  readonly statesIssuer?: string
  readonly tokenError: (code: string) => Sent
  /** Of the response to a code, besides the access token. */
  readonly tokenMembers: object
  readonly user: (user: OAuthUser, request: IncomingMessage, url: URL) => Sent
  /** Its tokens are a form, unless the request accepts JSON. */
  readonly isFormByDefault?: true
}

const ok = (body: unknown): Sent => ({ status: 200, body })

/** How these services differ from each other and from RFC 6749. */
const traits = {
  x: {
    paths: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token', user: '/2/users/me' },
    clientAuth: 'basic',
    tokenError: (code) => ({ status: 400, body: { error: code, error_description: 'Value passed' } }),
    tokenMembers: { token_type: 'bearer', expires_in: 7_200, scope: 'users.read tweet.read' },
    user: (user) => ok({ data: user }),
  },
  discord: {
    paths: { authorize: '/oauth2/authorize', token: '/api/oauth2/token', user: '/api/users/@me' },
    clientAuth: 'post',
    tokenError: (code) => ({ status: 400, body: { error: code } }),
    tokenMembers: { token_type: 'Bearer', expires_in: 604_800, refresh_token: 'r', scope: 'identify' },
    user: ok,
  },
  github: {
    paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', user: '/user' },
    clientAuth: 'post',
    statesIssuer: '/login/oauth',
    isFormByDefault: true,
    // An error with status 200.
    tokenError: () => ok({ error: 'bad_verification_code', error_description: 'It is incorrect.' }),
    tokenMembers: { token_type: 'bearer', scope: '' },
    user: (user, { headers }) =>
      headers['user-agent'] === undefined ? { status: 403, body: 'No user agent' } : ok(user),
  },
  facebook: {
    paths: { authorize: '/v25.0/dialog/oauth', token: '/v25.0/oauth/access_token', user: '/v25.0/me' },
    clientAuth: 'post',
    // The error is an object.
    tokenError: (code) => ({ status: 400, body: { error: { message: code, type: 'OAuthException' } } }),
    tokenMembers: { token_type: 'bearer', expires_in: 5_183_944 },
    user: (user, _, url) => (url.searchParams.get('fields') === 'id,name' ? ok(user) : ok({})),
  },
} as const satisfies { readonly [id: string]: Traits }

type Grant = { readonly challenge: string | null; readonly redirectUri: string; readonly user: OAuthUser }

export type OAuthPeerId = keyof typeof traits

/**
 * One of the services that log in by plain OAuth 2, for one client. It requires PKCE as they accept it.
 * @param origin of its URLs; a path in it is a prefix that the requests do not have.
 * @param faultOf what replaces the response that states a user.
 */
export function createOAuthPeer(
  id: OAuthPeerId,
  origin: string,
  { clientId, clientSecret, redirectUri }: OAuthServerClient,
  chooseUser: ChooseUser<OAuthUser>,
  faultOf: (user: OAuthUser) => Fault | undefined = () => undefined,
) {
  const { paths, clientAuth, tokenError, tokenMembers, ...own }: Traits = traits[id]
  const grants = new Map<string, Grant>()
  const users = new Map<string, OAuthUser>()
  let [tokenFault, userFault]: (Fault | undefined)[] = []
  const requests: string[] = []

  async function authorize(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams: query } = url
    if (query.get('client_id') !== clientId || query.get('redirect_uri') !== redirectUri)
      return void response.writeHead(400).end()
    const user = await chooseUser(request, response)
    if (user === 'asked') return
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (own.statesIssuer !== undefined) back.searchParams.set('iss', `${origin}${own.statesIssuer}`)
    if (user === 'denied') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('hex')
      const challenge = query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null
      grants.set(code, { user, redirectUri, challenge })
      back.searchParams.set('code', code)
    }
    response.writeHead(303, { location: back.href }).end()
  }

  function isClient(request: IncomingMessage, form: URLSearchParams): boolean {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    return clientAuth === 'basic'
      ? request.headers.authorization === basic
      : form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  }

  function redeem(request: IncomingMessage, form: URLSearchParams): Sent {
    if (!isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return tokenError('invalid_grant')
    const token = randomBytes(16).toString('hex')
    users.set(`Bearer ${token}`, grant.user)
    return ok({ access_token: token, ...tokenMembers })
  }

  function send(response: ServerResponse, sent: Fault): void {
    if (sent === 'no-response') return
    if (sent === 'garbage') return void response.writeHead(200).end('<html>{"access_token":')
    response.writeHead(sent.status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(sent.body))
  }

  function sendForm(response: ServerResponse, { body }: Sent): void {
    const members = Object.entries(Object(body)).map(([name, value]) => [name, String(value)])
    response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
    response.end(new URLSearchParams(Object.fromEntries(members)).toString())
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    requests.push(url.pathname)
    if (url.pathname === paths.authorize) return authorize(url, request, response)
    if (url.pathname === paths.token && request.method === 'POST') {
      const redeemed = redeem(request, new URLSearchParams(await readRequestBody(request)))
      if (tokenFault !== undefined) return send(response, tokenFault)
      const acceptsJson = request.headers.accept?.includes('application/json') === true
      return own.isFormByDefault && !acceptsJson ? sendForm(response, redeemed) : send(response, redeemed)
    }
    if (url.pathname !== paths.user) return void response.writeHead(404).end()
    const known = users.get(request.headers.authorization ?? '')
    if (known === undefined) return send(response, { status: 401, body: { title: 'Unauthorized' } })
    send(response, userFault ?? faultOf(known) ?? own.user(known, request, url))
  }

  return {
    respond,
    /** Paths of the requests so far. */
    requests,
    /** Replaces the responses of the endpoint for tokens, and of the one for the user. */
    failWith: (token: Fault | undefined, info?: Fault) => {
      ;[tokenFault, userFault] = [token, info]
    },
  }
}
