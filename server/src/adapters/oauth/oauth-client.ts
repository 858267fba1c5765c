import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import * as z from '../../../../shared/zod.ts'
import type { OAuthClient, OAuthProvider, ProviderAccount } from '../../ports/oauth.ts'
import type { OutboundResponse } from '../../ports/outbound.ts'
import { VendorError } from '../../ports/vendor.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

/** A token endpoint may call other systems of the provider; a user waits for two requests. */
const timeoutMs = 8_000
/** An id_token with many claims has some 2 kB, a set of keys some 10 kB. */
const maxBytes = 64 * 1024
const appleSecretLifetimeSeconds = 300

/** What the provider has given to the operator. Apple's is a key, which signs a client secret for each request. */
export type OAuthCredentials = { readonly clientId: string } & (
  | { readonly clientSecret: string }
  | { readonly teamId: string; readonly keyId: string; readonly privateKey: KeyObject }
)

const errorBody = z.object({ error: z.string().check(z.regex(/^[\w.-]{1,64}$/)) })

/** The error that a body states, without its description, which may contain what was sent. */
function errorIn(json: unknown): string | undefined {
  const parsed = z.safeParse(errorBody, json)
  return parsed.success ? parsed.data.error : undefined
}

/** As in a form (RFC 6749 §2.3.1). */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * The client's secret in the `authorization` header. The library also encodes `-`, `.` and `_`, which secrets contain and which
 * servers that do not decode the header then reject.
 */
const basicAuth =
  (secret: string): ClientAuth =>
  (_, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`)

async function clientSecretOf(credentials: OAuthCredentials, audience: string): Promise<string> {
  if ('clientSecret' in credentials) return credentials.clientSecret
  const { clientId, teamId, keyId, privateKey } = credentials
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${appleSecretLifetimeSeconds} s`)
    .sign(privateKey)
}

/**
 * Logs in by the authorization code of one provider, with PKCE. An id_token has to be signed by a key of the issuer, for this
 * client, this login (`nonce`) and the present time; it is never taken from the browser.
 */
export function createOAuthClient(
  connection: VendorConnection,
  provider: OAuthProvider,
  credentials: OAuthCredentials,
): OAuthClient {
  const { name, issuer, account, responseMode } = provider
  const vendor = createVendorClient({ timeoutMs, ...connection, vendor: name })
  const server: AuthorizationServer = {
    // The library needs one; where a provider documents none, nothing is compared with it.
    issuer: issuer ?? new URL(provider.tokenUrl).origin,
    authorization_endpoint: provider.authorizationUrl,
    token_endpoint: provider.tokenUrl,
    ...(account.is === 'id-token' && { jwks_uri: account.jwksUrl }),
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  }
  const client = { client_id: credentials.clientId }
  const errorOf = ({ status, json }: OutboundResponse) =>
    new VendorError(name, 'rejected', `status ${status} (${errorIn(json) ?? 'no reason'})`)

  /** The library's requests, through the server's own client: with its checks of addresses, limits and metrics. */
  async function send(
    url: string,
    { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> {
    const request = {
      ...{ method, url, headers, maxBytes, errorOf, schema: z.unknown() },
      ...(body !== undefined && body !== null && { body: String(body) }),
    }
    const json = await vendor.call(request, (value) => {
      // GitHub reports errors with status 200.
      const error = errorIn(value)
      if (error !== undefined) throw new VendorError(name, 'rejected', `no token (${error})`)
      return value
    })
    return Response.json(json ?? null)
  }
  const options = {
    [customFetch]: send,
    // The server's client requires https, except at origins of the operator's settings.
    [allowInsecureRequests]: true,
  }

  async function accountOf(
    redeemed: Response,
    tokens: TokenEndpointResponse,
    parameters: Readonly<Record<string, string>>,
  ): Promise<ProviderAccount> {
    if (account.is === 'id-token') {
      await validateApplicationLevelSignature(server, redeemed, options)
      return account.read(getValidatedIdTokenClaims(tokens), parameters)
    }
    const { url, query = {} } = account
    const headers = { authorization: `Bearer ${tokens.access_token}`, accept: 'application/json' }
    return vendor.call({ url, query, headers, maxBytes, errorOf, schema: z.unknown() }, account.read)
  }

  return {
    ...{ name, responseMode },
    authorizationUrl: async ({ redirectUri, state, codeVerifier, nonce }) => {
      const url = new URL(provider.authorizationUrl)
      url.search = new URLSearchParams({
        ...{ response_type: 'code', client_id: credentials.clientId, redirect_uri: redirectUri, state },
        ...(provider.scope !== '' && { scope: provider.scope }),
        ...{ code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' },
        ...(account.is === 'id-token' && { nonce }),
        ...provider.parameters,
      }).toString()
      return url.href
    },
    identify: async (parameters, { redirectUri, state, codeVerifier, nonce }) => {
      try {
        const returned = new URLSearchParams(parameters)
        if (issuer === undefined) returned.delete('iss')
        const response = validateAuthResponse(server, client, returned, state)
        const secret = await clientSecretOf(credentials, server.issuer)
        const auth = provider.clientAuth === 'basic' ? basicAuth(secret) : ClientSecretPost(secret)
        const redeemed = await authorizationCodeGrantRequest(
          ...([server, client, auth, response, redirectUri, codeVerifier, options] as const),
        )
        const tokens = await processAuthorizationCodeResponse(
          server,
          client,
          redeemed,
          account.is === 'id-token' ? { expectedNonce: nonce, requireIdToken: true } : {},
        )
        return await accountOf(redeemed, tokens, parameters)
      } catch (error) {
        throw vendorErrorOf(error, name)
      }
    },
  }
}

/** The library's messages name what is wrong, without its value. */
function vendorErrorOf(error: unknown, name: string): unknown {
  if (error instanceof VendorError) return error
  if (error instanceof z.core.$ZodError)
    return new VendorError(name, 'invalid', 'the account has an unknown shape')
  const isOfLibrary = error instanceof Error && 'code' in error && String(error.code).startsWith('OAUTH_')
  return isOfLibrary ? new VendorError(name, 'invalid', error.message) : error
}
