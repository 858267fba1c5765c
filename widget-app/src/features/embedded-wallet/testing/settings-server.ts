import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { testWalletAccount } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestResponse, TestRoutes } from '#widget/testing/world.ts'
import { updateRoutes } from './code-server.ts'

/** Test only: id of a device that can be removed. */
export const otherDeviceId = 'device-other'.padEnd(20, '0')

const device = {
  ...{ createdAtMs: 1_700_000_000_000, lastUsedAtMs: 1_700_000_000_000, isCurrent: false },
  ...{ kind: 'frame', site: 'https://shop.example', name: 'Chrome on macOS' },
}
const devices = [
  { ...device, id: 'device-this'.padEnd(20, '0'), isCurrent: true },
  { ...device, id: otherDeviceId, name: 'Safari on iPhone', site: undefined, kind: 'vault' },
]

const eventNames = ['login', 'vault-opened', 'passkey-added', 'login', 'email-changed', 'new-event']
const events = eventNames.map((event, at) => ({
  ...{ event, atMs: 1_700_000_000_000 - at * 60_000, subject: 'subject' },
  id: `event-${at}`.padEnd(20, '0'),
}))

/** Test only: a user with every kind of login and way to restore the wallet. */
export const securedAccount: EmbeddedAccount = {
  ...testWalletAccount,
  identities: [
    { provider: 'email', name: 'ada@example.org' },
    { provider: 'github', name: 'ada' },
  ],
  passkeys: [{ id: 'passkey', name: 'Phone', isBackedUp: true, createdAtMs: 1_700_000_000_000 }],
  envelopes: (['device', 'passkey', 'recovery'] as const).map((kind) => ({
    ...{ id: kind.padEnd(20, '0'), kind, createdAtMs: 1_700_000_000_000, isComplete: true },
    ...(kind === 'passkey' && { passkeyId: 'passkey' }),
  })),
}

type SettingsServer = {
  readonly devices?: () => TestResponse | Promise<TestResponse>
  readonly events?: () => TestResponse
  readonly revoke?: () => TestResponse
  readonly remove?: () => TestResponse
  /** Removal of a login. */
  readonly unlink?: () => TestResponse
}

/** Test only: the account of a user, its changes, and their proof by the code 123456. */
export const settingsRoutes = (server: SettingsServer = {}): TestRoutes => ({
  ...updateRoutes(),
  '/devices': server.devices ?? (() => ({ body: { devices } })),
  '/events': server.events ?? (() => ({ body: { events } })),
  [`/devices/${otherDeviceId}/revoke`]: server.revoke ?? (() => ({ body: {} })),
  '/identities/remove': server.unlink ?? (() => ({ body: { account: testWalletAccount } })),
  '/delete': server.remove ?? (() => ({ body: {} })),
  '/sign-out': () => ({ body: {} }),
})
