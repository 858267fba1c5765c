import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import {
  testDeviceEnvelope,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestResponse, TestRoutes } from '#widget/testing/world.ts'
import { updateRoutes } from './code-server.ts'

/** Test only: id of a device that can be removed. */
export const otherDeviceId = 'device-other'.padEnd(20, '0')
/** Test only: id of the vault in this browser. */
export const hereDeviceId = 'device-here'.padEnd(20, '0')

/** Test only: id of the first spending limit. */
const limitId = 'limit-shop'.padEnd(20, '0')
/** Test only: token of the first spending limit. */
export const limitToken = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

const device = {
  ...{ createdAtMs: 1_700_000_000_000, lastUsedAtMs: 1_700_000_000_000, isCurrent: false },
  isCurrentVault: false,
  ...{ kind: 'frame', site: 'https://shop.example', name: 'Chrome on macOS' },
}
/** Test only: the devices of the user: the site, the vault of another device, the vault of this browser. */
export const testDevices = [
  { ...device, id: 'device-this'.padEnd(20, '0'), isCurrent: true },
  { ...device, id: otherDeviceId, name: 'Safari on iPhone', site: undefined, kind: 'vault' },
  { ...device, id: hereDeviceId, site: undefined, kind: 'vault', isCurrentVault: true },
]

const hourMs = 3_600_000
/** Test only: time at which the listed limits were set. */
const limitSetAtMs = 1_796_000_000_000
const limit = {
  ...{ site: 'https://shop.example', asset: `eip155:1/erc20:${limitToken}`, deviceName: 'Chrome on macOS' },
  ...{ maximum: '20000000', claimed: '5500000', isOwn: false },
  ...{ createdAtMs: limitSetAtMs, expiresAtMs: limitSetAtMs + 24 * hourMs },
}
/** Test only: two spending limits, of two sites and devices. */
export const testLimits = [
  { ...limit, id: limitId },
  {
    ...{ ...limit, id: 'limit-other'.padEnd(20, '0'), site: 'https://games.example' },
    ...{ asset: 'eip155:8453/slip44:60', maximum: '50000000000000000', claimed: '0' },
    ...{ deviceName: 'Safari on iPhone', expiresAtMs: limitSetAtMs + 72 * hourMs },
  },
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

/** Test only: the id of the user's recovery code. */
export const recoveryCodeId = 'recovery'.padEnd(20, '0')

/** Test only: the same user after a recovery was requested. */
export const recoveredAccount: EmbeddedAccount = { ...securedAccount, recovery: 'requested' }

/** Test only: the same user after a deletion without the keys was requested. */
export const deletionAccount: EmbeddedAccount = { ...securedAccount, deletion: 'requested' }

/** Test only: the same user without the recovery code. */
export const codeRemovedAccount: EmbeddedAccount = {
  ...securedAccount,
  envelopes: securedAccount.envelopes.filter(({ kind }) => kind !== 'recovery'),
}

/** Test only: a user whose wallet is on two devices, and has no other way to open it. */
export const twoDevicesAccount: EmbeddedAccount = {
  ...testWalletAccount,
  envelopes: [testDeviceEnvelope(), testDeviceEnvelope('other-device')],
}

const devicePasskey = {
  id: 'passkey',
  name: 'Security key',
  isBackedUp: false,
  createdAtMs: 1_700_000_000_000,
}

/** Test only: a user whose wallet a device and a passkey open, neither of which is synchronized. */
export const devicePasskeyAccount: EmbeddedAccount = {
  ...securedAccount,
  passkeys: [devicePasskey],
  envelopes: codeRemovedAccount.envelopes,
}

/** Test only: a user with a recovery code, who logs in only with a passkey that is not synchronized. */
export const loginMissingAccount: EmbeddedAccount = {
  ...securedAccount,
  identities: [],
  passkeys: [devicePasskey],
}

/** Test only: a user whose only way to restore the wallet is the help of the operator. */
export const assistedAccount: EmbeddedAccount = {
  ...testWalletAccount,
  envelopes: [{ id: 'assisted'.padEnd(20, '0'), kind: 'assisted', createdAtMs: 0, isComplete: true }],
  recovery: 'offered',
}

const recoveryId = 'recovery'.padEnd(20, '0')
const recoveryRequest = {
  ...{ id: recoveryId, name: 'Edge on Windows', isOwn: false, publicKey: 'B'.repeat(87), isAnswered: false },
  ...{ requestedAtMs: 1_700_000_000_000, opensAtMs: 1_700_259_200_000, expiresAtMs: 1_702_592_000_000 },
  nowMs: 1_700_000_000_000,
}

const dayMs = 86_400_000
/** Test only: a request for a deletion, as the server states it so many days later. */
export const testDeletion = (days = 0) => ({
  ...{ name: 'Edge on Windows', requestedAtMs: 1_700_000_000_000, nowMs: 1_700_000_000_000 + days * dayMs },
  ...{ opensAtMs: 1_700_000_000_000 + 14 * dayMs, expiresAtMs: 1_700_000_000_000 + 44 * dayMs },
})

type SettingsServer = {
  readonly devices?: () => TestResponse | Promise<TestResponse>
  readonly events?: () => TestResponse
  readonly limits?: () => TestResponse | Promise<TestResponse>
  /** Removal of the first spending limit. */
  readonly revokeLimit?: () => TestResponse | Promise<TestResponse>
  readonly revoke?: () => TestResponse
  readonly remove?: () => TestResponse
  /** Removal of a login. */
  readonly unlink?: () => TestResponse
  /** The user as the server states it; by default it does not respond. */
  readonly account?: () => TestResponse
  readonly recovery?: () => TestResponse
  readonly cancelRecovery?: () => TestResponse
  /** The request for a deletion. */
  readonly deletion?: () => TestResponse
  readonly requestDeletion?: () => TestResponse
  readonly cancelDeletion?: () => TestResponse
}

/** Test only: the account of a user, its changes, and their proof by the code 123456. */
export const settingsRoutes = (server: SettingsServer = {}): TestRoutes => ({
  ...updateRoutes(),
  '/devices': server.devices ?? (() => ({ body: { devices: testDevices } })),
  '/events': server.events ?? (() => ({ body: { events } })),
  [`/devices/${otherDeviceId}/revoke`]: server.revoke ?? (() => ({ body: {} })),
  [`/envelopes/${recoveryCodeId}/revoke`]:
    server.revoke ?? (() => ({ body: { account: codeRemovedAccount } })),
  '/spending-limits': server.limits ?? (() => ({ body: { limits: [] } })),
  [`/spending-limits/${limitId}/revoke`]: server.revokeLimit ?? (() => ({ body: {} })),
  '/identities/remove': server.unlink ?? (() => ({ body: { account: testWalletAccount } })),
  ...(server.account && { '/account': server.account }),
  '/recovery':
    server.recovery ?? (() => ({ body: { operatorKey: 'B'.repeat(87), request: recoveryRequest } })),
  [`/recovery/requests/${recoveryId}/cancel`]:
    server.cancelRecovery ?? (() => ({ body: { account: { ...securedAccount, recovery: 'offered' } } })),
  '/deletion': (_url, body) =>
    body === undefined
      ? (server.deletion?.() ?? { body: { request: testDeletion() } })
      : (server.requestDeletion?.() ?? { body: { account: deletionAccount } }),
  '/deletion/cancel': server.cancelDeletion ?? (() => ({ body: { account: securedAccount } })),
  '/delete': server.remove ?? (() => ({ body: {} })),
  '/sign-out': () => ({ body: {} }),
})
