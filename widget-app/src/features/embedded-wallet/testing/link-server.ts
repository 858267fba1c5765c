import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import type { TestResponse, TestRoutes } from '#widget/testing/world.ts'
import { securedAccount } from './settings-server.ts'
import { farcasterRoutes, socialRoutes } from './social-server.ts'

type Server = Parameters<typeof socialRoutes>[0]

/** Test only: the user after a link of a Google account. */
export const linkedAccount: EmbeddedAccount = {
  ...securedAccount,
  identities: [...securedAccount.identities, { provider: 'google', name: 'ada@gmail.example' }],
}

/** Test only: a link has ended well; no session begins. */
export const linked = (): TestResponse => ({
  body: { is: 'completed', isNew: false, account: linkedAccount },
})

/** Test only: links of accounts of other services, by `/embedded/v1` paths. */
export function linkRoutes(server: Server = {}): TestRoutes {
  const farcaster = Object.entries(farcasterRoutes(server))
  return {
    ...socialRoutes(server),
    ...Object.fromEntries(farcaster.map(([path, route]) => [`/identities${path}`, route])),
  }
}
