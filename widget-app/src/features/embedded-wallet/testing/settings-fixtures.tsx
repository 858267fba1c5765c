import { parseChainId } from '#shared/caip/chain-id.ts'
import { socialNames } from '#shared/config/remote-features.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedRoutes,
  testToken,
  testVaultUrl,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { Fixture, States } from '#widget/testing/fixture.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { type AccountChange, changeCode, openChangeAtom, runChangeAtom } from '../account-change.ts'
import { selectAccountTypeAtom } from '../account-type.ts'
import { openLinkWindowAtom } from '../link-login.ts'
import { chooseLinkAtom } from '../logins.ts'
import { socialAttemptAtom } from '../social-attempt.ts'
import { removeLimitAtom } from '../spending-limits.ts'
import { batchAdapter } from './batch-adapter.ts'
import { linkRoutes } from './link-server.ts'
import {
  assistedAccount,
  deletionAccount,
  devicePasskeyAccount,
  hereDeviceId,
  limitToken,
  loginMissingAccount,
  otherDeviceId,
  recoveredAccount,
  recoveryCodeId,
  securedAccount,
  settingsRoutes,
  testDeletion,
  testLimits,
  twoDevicesAccount,
} from './settings-server.ts'
import { socialProject, testWindows } from './social-server.ts'
import { when } from './when.ts'

const bundledTokens = { 'eip155:1': [[limitToken, 'USDC', 6, 'USD Coin']] }

const view: ViewOf<'WalletSettings'> = { name: 'WalletSettings' }

const state = (
  name: string,
  after: (world: TestWorld) => Promise<void> = async () => undefined,
  { routes = settingsRoutes(), account = securedAccount, adapter = batchAdapter() } = {},
): Fixture<typeof view> => ({
  ...{ view, state: name },
  options: { deploy: { vaultUrl: testVaultUrl }, routes: embeddedRoutes(routes), adapter, bundledTokens },
  before: ({ store }) => store.set(modalOpenAtom, true),
  after: async (world) => {
    await world.store.set(startEmbeddedSessionAtom, { token: testToken, account })
    await after(world)
  },
})

const removal: AccountChange = {
  is: 'remove-device',
  device: { id: otherDeviceId, name: 'Safari on iPhone', holdsKeys: 'elsewhere' },
}
const removalHere: AccountChange = {
  is: 'remove-device',
  device: { id: hereDeviceId, name: 'Chrome on macOS', holdsKeys: 'here' },
}
const codeRemoval: AccountChange = {
  is: 'remove-code',
  code: { id: recoveryCodeId, createdAtMs: 1_700_000_000_000 },
}
const onlyCodeAccount = {
  ...securedAccount,
  passkeys: [],
  envelopes: securedAccount.envelopes.filter(({ kind }) => kind !== 'passkey'),
}
const confirm =
  (change: AccountChange) =>
  async ({ store }: TestWorld): Promise<void> =>
    store.set(openChangeAtom, change)
const run = async (world: TestWorld): Promise<void> => {
  await confirm(removal)(world)
  await world.store.set(runChangeAtom)
}
const forbidden = { routes: settingsRoutes({ revoke: () => ({ status: 403 }) }) }
const offline = new WidgetError('http/network', 'Offline')
const failed = () => ({ status: 500 })

const selectStandard = async ({ store }: TestWorld): Promise<void> =>
  store.set(selectAccountTypeAtom, 'eoa', parseChainId('eip155:1'))

const limits = () => ({ body: { limits: testLimits } })
const removeLimit = async ({ store }: TestWorld): Promise<void> => {
  const [limit] = testLimits
  if (limit) await store.set(removeLimitAtom, limit)
}

const lostKeys: AccountChange = { is: 'request-deletion' }
const requestDeletion = async (world: TestWorld): Promise<void> => {
  await confirm(lostKeys)(world)
  await world.store.set(runChangeAtom)
}
const deleteAccount = async (world: TestWorld): Promise<void> => {
  await confirm({ is: 'delete-account' })(world)
  await world.store.set(runChangeAtom)
  await world.store.set(changeCode.submitAtom, '123456')
}

const google: AccountChange = { is: 'link-login', provider: 'google' }
const farcaster: AccountChange = { is: 'link-login', provider: 'farcaster' }
const github: AccountChange = { is: 'unlink-login', login: { provider: 'github', name: 'ada' } }
const email: AccountChange = { is: 'unlink-login', login: { provider: 'email', name: 'ada@example.org' } }
const linkState = (
  name: string,
  after: (world: TestWorld) => Promise<void>,
  server: Parameters<typeof linkRoutes>[0] = {},
): Fixture<typeof view> => {
  const { options = {}, ...fixture } = state(name, after)
  return {
    ...fixture,
    options: {
      ...options,
      openWindow: testWindows().openWindow,
      deploy: { vaultUrl: testVaultUrl, socials: [...socialNames] },
      routes: {
        ...embeddedRoutes({ ...settingsRoutes(), ...linkRoutes(server) }),
        ...socialProject(['email', ...socialNames]),
      },
    },
  }
}
const prepare =
  (change: AccountChange) =>
  async ({ store }: TestWorld): Promise<void> => {
    store.set(openChangeAtom, change)
    await store.set(runChangeAtom)
  }
const waitInWindow =
  (is: string) =>
  async (world: TestWorld): Promise<void> => {
    await prepare(google)(world)
    world.store.set(openLinkWindowAtom)
    await when(world.store, socialAttemptAtom, (current) => current.is === is)
  }
const linkStates = [
  linkState('logins to add', async () => undefined),
  linkState('choose a login', async ({ store }) => store.set(chooseLinkAtom)),
  linkState('add a login', confirm(google)),
  linkState('window of the login', prepare(google)),
  linkState('login in the window', waitInWindow('waiting')),
  linkState('login in use', waitInWindow('failed'), { reads: [() => ({ status: 409 })] }),
  linkState('Farcaster to add', prepare(farcaster)),
  linkState('remove a login', confirm(github)),
  linkState('remove the email', confirm(email)),
]

/** Every state of WalletSettings. Test only. */
export const settingsStates: States<'WalletSettings'> = [
  state('secured'),
  state('upgraded account', undefined, { adapter: batchAdapter(async () => 'supported') }),
  state('network without smart accounts', undefined, { adapter: batchAdapter(async () => 'unsupported') }),
  state('network not checked', undefined, { adapter: batchAdapter(async () => Promise.reject(offline)) }),
  state('standard account', selectStandard),
  state('on one device only', undefined, { account: testWalletAccount }),
  state('on two devices only', undefined, { account: twoDevicesAccount }),
  state('passkey of one device', undefined, { account: devicePasskeyAccount }),
  state('login missing', undefined, { account: loginMissingAccount }),
  state('no email', undefined, { account: { ...securedAccount, identities: [] } }),
  state('loading', undefined, {
    routes: settingsRoutes({ devices: () => new Promise<never>(() => {}) }),
  }),
  state('lists failed', undefined, {
    routes: settingsRoutes({ devices: failed, limits: failed, events: failed }),
  }),
  state('no activity', undefined, { routes: settingsRoutes({ events: () => ({ body: { events: [] } }) }) }),
  state('spending limits', undefined, { routes: settingsRoutes({ limits }) }),
  state('spending limit not removed', removeLimit, {
    routes: settingsRoutes({ limits, revokeLimit: failed }),
  }),
  state('remove device', confirm(removal)),
  state('remove this browser', confirm(removalHere)),
  state('remove last device', confirm(removal), { account: testWalletAccount }),
  state('remove code', confirm(codeRemoval)),
  state('remove last code', confirm(codeRemoval), { account: onlyCodeAccount }),
  state('remove not confirmed', run, { routes: settingsRoutes({ revoke: failed }) }),
  state('remove rejected', run, { routes: settingsRoutes({ revoke: () => ({ status: 400 }) }) }),
  state('last login', prepare(github), { routes: settingsRoutes({ unlink: () => ({ status: 409 }) }) }),
  state('remove needs a code', run, forbidden),
  state(
    'remove needs the keys',
    async (world) => {
      await run(world)
      await world.store.set(changeCode.submitAtom, '123456')
    },
    forbidden,
  ),
  state('remove needs a login', run, {
    ...forbidden,
    account: { ...securedAccount, identities: [] },
  }),
  ...linkStates,
  state('recovery requested', undefined, { account: recoveredAccount }),
  state('recovery details failed', undefined, {
    account: recoveredAccount,
    routes: settingsRoutes({ recovery: failed }),
  }),
  state('help of the operator', undefined, { account: assistedAccount }),
  state('delete account', confirm({ is: 'delete-account' })),
  state('delete needs the keys', deleteAccount, {
    routes: settingsRoutes({ remove: () => ({ status: 403 }) }),
  }),
  state('every key lost', confirm(lostKeys)),
  state('every key lost without email', confirm(lostKeys), {
    account: { ...securedAccount, identities: [] },
  }),
  state('deletion not requested', requestDeletion, {
    routes: settingsRoutes({ requestDeletion: () => ({ status: 503 }) }),
  }),
  state('deletion not confirmed', requestDeletion, { routes: settingsRoutes({ requestDeletion: failed }) }),
  state('deletion requested', undefined, { account: deletionAccount }),
  state('deletion open', undefined, {
    account: { ...deletionAccount, deletion: 'open' },
    routes: settingsRoutes({ deletion: () => ({ body: { request: testDeletion(14) } }) }),
  }),
  state('deletion details failed', undefined, {
    account: deletionAccount,
    routes: settingsRoutes({ deletion: failed }),
  }),
  {
    ...{ view, state: 'logged out', options: { routes: embeddedRoutes({}) } },
    before: ({ store }) => store.set(modalOpenAtom, true),
  },
]
