import type { OAuthProviderId } from '../../../shared/api/embedded-social.ts'

/** In place of the name of an account for which the provider states none. */
export const namelessAccount = 'Account without a name'

/** A user's account at a provider. */
export type ProviderAccount = {
  /** The provider's constant id of the account. */
  readonly subject: string
  /** User name or e-mail address that is displayed; it identifies nothing. */
  readonly name: string
}

/** Where the account is stated. Each `read` parses what the provider has sent, and throws a zod error. */
type AccountSource =
  /** In an id_token (OpenID Connect), signed by a key of `jwksUrl`. */
  | {
      readonly is: 'id-token'
      readonly jwksUrl: string
      /** @param parameters of the callback, which are not signed. */
      readonly read: (claims: unknown, parameters: Readonly<Record<string, string>>) => ProviderAccount
    }
  /** In the response of an API to the access token. */
  | {
      readonly is: 'user-info'
      readonly url: string
      readonly query?: Readonly<Record<string, string>>
      readonly read: (json: unknown) => ProviderAccount
    }

/** A service whose accounts log in by OAuth 2 (RFC 6749), as data. */
export type OAuthProvider = {
  readonly id: OAuthProviderId
  /** Name for users: `GitHub`. */
  readonly name: string
  /** Issuer of id_tokens, and of responses that state one (RFC 9207); undefined if the provider documents none. */
  readonly issuer: string | undefined
  readonly authorizationUrl: string
  readonly tokenUrl: string
  /** Scopes, separated by spaces; empty: none is needed. */
  readonly scope: string
  /** Further parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>
  /** How the client secret is sent: in the `authorization` header, or in the body. */
  readonly clientAuth: 'basic' | 'post'
  /** `form-post`: the provider sends its response by a POST of another site, which has no cookies of this one. */
  readonly responseMode: 'query' | 'form-post'
  readonly account: AccountSource
}

/** Secrets of one login, and where the provider sends the browser. */
export type OAuthRequest = {
  readonly redirectUri: string
  readonly state: string
  /** PKCE verifier (RFC 7636). */
  readonly codeVerifier: string
  readonly nonce: string
}

/** One configured provider. */
export type OAuthClient = Pick<OAuthProvider, 'name' | 'responseMode'> & {
  /** URL of the provider's page that begins a login. */
  readonly authorizationUrl: (request: OAuthRequest) => Promise<string>
  /**
   * The account that has logged in, from the parameters of the callback: redeems the code, and verifies what it returns.
   * @throws VendorError
   */
  readonly identify: (
    parameters: Readonly<Record<string, string>>,
    request: OAuthRequest,
  ) => Promise<ProviderAccount>
}

/** The configured providers. */
export type OAuthClients = ReadonlyMap<OAuthProviderId, OAuthClient>
