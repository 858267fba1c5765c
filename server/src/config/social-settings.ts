import type { OAuthProviderId } from '../../../shared/api/embedded-social.ts'
import * as z from '../../../shared/zod.ts'
import { group, optionalGroup, setting } from './setting.ts'
import { appleKey, serviceOrigin, shortText } from './value-types.ts'

const clientId = (where: string) =>
  setting(shortText(256), {
    description: `Client id of the app ${where}. Users belong to the app: with another one, some providers state other ids of the same users.`,
  })

const origin = setting(z.optional(serviceOrigin), {
  description:
    'Origin that replaces the provider’s own hosts; paths stay. For a compatible service of the operator, and for tests.',
  defaultText: 'the provider’s own hosts',
})

const provider = (name: string, id: OAuthProviderId, where: string) =>
  optionalGroup(
    `Logins with ${name} accounts. The app there needs the redirect URL <publicUrl>/embedded/v1/social/callback/${id}.`,
    {
      clientId: clientId(where),
      clientSecret: setting(shortText(512), { description: 'Client secret of the app.', isSecret: true }),
      origin,
    },
  )

/** Services whose accounts log in to embedded wallets. */
export const socialSettings = group(
  'Services whose accounts log in to embedded wallets. One that is not set is not offered.',
  {
    google: provider('Google', 'google', 'in the Google Cloud console'),
    x: provider('X', 'x', 'in the X developer portal (OAuth 2.0, confidential client)'),
    discord: provider('Discord', 'discord', 'in the Discord developer portal'),
    apple: optionalGroup(
      'Logins with Apple accounts. The service id there needs the return URL <publicUrl>/embedded/v1/social/callback/apple.',
      {
        clientId: clientId('at Apple: the service id'),
        teamId: setting(shortText(32), { description: 'Id of the team at Apple.' }),
        keyId: setting(shortText(32), { description: 'Id of the key for Sign in with Apple.' }),
        privateKey: setting(appleKey, {
          description: 'That key: the content of the .p8 file.',
          isSecret: true,
        }),
        origin,
      },
    ),
    github: provider('GitHub', 'github', 'in the developer settings of GitHub (OAuth app)'),
    facebook: provider('Facebook', 'facebook', 'in Meta for Developers'),
  },
)
