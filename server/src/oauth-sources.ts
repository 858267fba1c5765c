import { createPrivateKey } from 'node:crypto'
import { createOAuthClient, type OAuthCredentials } from './adapters/oauth/oauth-client.ts'
import type { Config } from './config/config-schema.ts'
import { configuredSocials } from './config/configured-socials.ts'
import { atOrigin, oauthProviders } from './core/embedded/oauth/providers.ts'
import type { OAuthClients, OAuthProvider } from './ports/oauth.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

type Social = NonNullable<Config['embeddedWallet']['socials'][OAuthProvider['id']]>

const credentialsOf = (social: Social): OAuthCredentials =>
  'clientSecret' in social ? social : { ...social, privateKey: createPrivateKey(social.privateKey) }

function socialsOf(config: Pick<Config, 'embeddedWallet'>) {
  return configuredSocials(config).flatMap((id) => {
    // Not OAuth: its peers are in configured-parts.ts.
    if (id === 'farcaster') return []
    const social = config.embeddedWallet.socials[id]
    if (social === undefined) return []
    const provider = oauthProviders[id]
    return [
      {
        provider: social.origin === undefined ? provider : atOrigin(provider, social.origin),
        credentials: credentialsOf(social),
      },
    ]
  })
}

/** The configured providers of logins with accounts of other services. */
export const createOAuthClients = (
  config: Pick<Config, 'embeddedWallet'>,
  connection: VendorConnection,
): OAuthClients =>
  new Map(
    socialsOf(config).map(({ provider, credentials }) => [
      provider.id,
      createOAuthClient(connection, provider, credentials),
    ]),
  )

/** URLs of the configured providers that the server calls. */
export const oauthUrls = (config: Pick<Config, 'embeddedWallet'>): readonly string[] =>
  socialsOf(config).flatMap(({ provider: { tokenUrl, account } }) => [
    tokenUrl,
    account.is === 'id-token' ? account.jwksUrl : account.url,
  ])
