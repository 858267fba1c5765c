import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import {
  type TestResponse,
  type TestRoutes,
  type TestWorldOptions,
  testWorld,
} from '#widget/testing/world.ts'

/** Test only: a user without a wallet. */
export const testAccount: EmbeddedAccount = {
  userId: 'user'.repeat(4),
  walletId: 'wallet'.repeat(3),
  identities: [{ provider: 'email', name: 'ada@example.org' }],
  passkeys: [],
  envelopes: [],
}

/** Test only: a device that has the wallet's keys. */
export const testDeviceEnvelope = (name = 'device'): EmbeddedAccount['envelopes'][number] => ({
  ...{ id: name.padEnd(20, '0'), createdAtMs: 1_700_000_000_000, isComplete: true },
  kind: 'device',
})

/** Test only: the user after the vault has created the wallet. */
export const testWalletAccount: EmbeddedAccount = {
  ...testAccount,
  envelopes: [testDeviceEnvelope()],
  accounts: {
    eip155: '0x1111111111111111111111111111111111111111',
    solana: '11111111111111111111111111111111',
    polkadot: `0x${'11'.repeat(32)}`,
  },
}

/** Test only: the token of a session. */
export const testToken = 'ab'.repeat(32)

type Route = TestRoutes[string]

/** Test only: origin of the vault. */
export const testVaultUrl = 'https://vault.widget.example'

/** A project with logins by e-mail. */
const emailProject: TestRoutes = {
  '/appkit/v1/config': () => ({
    body: { features: [{ id: 'social_login', isEnabled: true, config: ['email'] }] },
  }),
}

/** Test only: the server of embedded wallets; routes are by the path after `/embedded/v1`. */
export const embeddedRoutes = (routes: Readonly<Record<string, Route>>): TestRoutes => ({
  ...emailProject,
  '/embedded/v1/nonce': () => ({ body: { nonce: 'nonce', lifetimeSeconds: 300 } }),
  ...Object.fromEntries(
    Object.entries(routes).map(([path, route]): [string, Route] => [`/embedded/v1${path}`, route]),
  ),
})

/** Test only: a widget whose deployment has a vault. */
export const embeddedWorld = (
  routes: Readonly<Record<string, Route>>,
  { deploy, ...options }: Omit<TestWorldOptions, 'routes'> = {},
) => testWorld({ ...options, deploy: { vaultUrl: testVaultUrl, ...deploy }, routes: embeddedRoutes(routes) })

/** Test only: a response that the test gives later. */
export function deferredResponse() {
  let respond: (response: TestResponse) => void = () => undefined
  const response = new Promise<TestResponse>((resolve) => {
    respond = resolve
  })
  return { respond: (value: TestResponse) => respond(value), response }
}
