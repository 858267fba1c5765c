import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedRoutes,
  testAccount,
  testToken,
  testVaultUrl,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { type VaultFailure, vaultWindowAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestResponse, TestRoutes, TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { loginCode, submitAddressAtom } from './login.ts'
import { codeId, loginRoutes, updateRoutes } from './testing/code-server.ts'
import { settingsStates } from './testing/settings-fixtures.tsx'
import { socialAddressStates, socialFixtures } from './testing/social-fixtures.tsx'
import { when } from './testing/when.ts'
import { beginUpdateAtom, formerCode, newCode, submitNewEmailAtom } from './update-email.ts'

const never = () => new Promise<never>(() => {})
const email = 'ada@example.org'

const options = (routes: TestRoutes = loginRoutes()): TestWorldOptions => ({
  deploy: { vaultUrl: testVaultUrl },
  routes: embeddedRoutes(routes),
})
const open = ({ store }: TestWorld): void => store.set(modalOpenAtom, true)
const tooMany: TestResponse = { status: 429, headers: { 'retry-after': '1500' } }

const address: ViewOf<'EmailLogin'> = { name: 'EmailLogin' }
const submit =
  (typed: string) =>
  ({ store }: TestWorld): Promise<void> =>
    store.set(submitAddressAtom, typed)

const addressState = (
  state: string,
  routes: TestRoutes,
  after?: Fixture['after'],
): Fixture<typeof address> => ({
  ...{ view: address, state, options: options(routes), before: open },
  ...(after && { after }),
})

const code: ViewOf<'EmailLoginCode'> = { name: 'EmailLoginCode' }
const codeState = (
  state: string,
  after: (world: TestWorld) => Promise<void> = async () => undefined,
  routes = loginRoutes(),
): Fixture<typeof code> => ({
  ...{ view: code, state, options: options(routes), before: open },
  after: async (world) => {
    await world.store.set(submitAddressAtom, email)
    await after(world)
  },
})
const enter =
  (digits: string) =>
  ({ store }: TestWorld): Promise<void> =>
    store.set(loginCode.submitAtom, digits)
const askDelivery = ({ store }: TestWorld): Promise<void> => store.set(loginCode.checkDeliveryAtom)
const deliveryState = (state: string, delivery: TestResponse) =>
  codeState(state, askDelivery, loginRoutes({ delivery: () => delivery }))

const vaultWindow = { address: `${testVaultUrl}/`, comparison: '42', show: () => undefined } as const
const failedWindow: VaultFailure = {
  ...{ stage: 'failed', details: { code: 'http/status', text: 'HTTP status 404' } },
}
const showWindow =
  (window: ConfirmWindowState | VaultFailure) =>
  async ({ store }: TestWorld): Promise<void> =>
    store.set(vaultWindowAtom, window)

const create: ViewOf<'CreateWallet'> = { name: 'CreateWallet' }

const update: ViewOf<'UpdateEmailWallet'> = { name: 'UpdateEmailWallet' }
const logIn =
  (account = testAccount) =>
  async ({ store }: TestWorld): Promise<void> =>
    store.set(startEmbeddedSessionAtom, { token: testToken, account })
const updateState = (
  state: string,
  after: (world: TestWorld) => Promise<void> = async () => undefined,
  { routes = updateRoutes(), account = testAccount } = {},
): Fixture<typeof update> => ({
  ...{ view: update, state, options: options(routes), before: open },
  after: async (world) => {
    await logIn(account)(world)
    await after(world)
  },
})
const confirmFormer = async ({ store }: TestWorld): Promise<void> => {
  await store.set(beginUpdateAtom)
  await store.set(formerCode.submitAtom, '123456')
}
const enterNew =
  (typed: string, digits?: string) =>
  async (world: TestWorld): Promise<void> => {
    await confirmFormer(world)
    await world.store.set(submitNewEmailAtom, typed)
    if (digits !== undefined) await world.store.set(newCode.submitAtom, digits)
  }

/** Every state of the views of the embedded wallet. Test only. */
export const fixtures: FixturesOf<
  | 'EmailLogin'
  | 'EmailLoginCode'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'CreateWallet'
  | 'UpdateEmailWallet'
  | 'WalletSettings'
> = {
  ...socialFixtures,
  WalletSettings: settingsStates,
  EmailLogin: [
    addressState('address', loginRoutes()),
    ...socialAddressStates,
    {
      ...addressState('used before', loginRoutes()),
      before: (world) => {
        open(world)
        world.store.set(recentEmailsAtom, [email, 'ada@work.example'])
      },
    },
    addressState('invalid', loginRoutes(), submit('ada')),
    addressState('sending', loginRoutes({ send: never }), async (world) => {
      void submit(email)(world)
      await when(world.store, loginCode.stateAtom, ({ is }) => is === 'sending')
    }),
    addressState('too many', loginRoutes({ send: () => tooMany }), submit(email)),
    addressState('failed', loginRoutes({ send: () => ({ status: 500 }) }), submit(email)),
    addressState('logged in', loginRoutes(), logIn()),
    addressState('passkey window', loginRoutes(), showWindow({ ...vaultWindow, stage: 'waiting' })),
    addressState('passkey window blocked', loginRoutes(), showWindow({ ...vaultWindow, stage: 'unreached' })),
    addressState('passkey failed', loginRoutes(), showWindow(failedWindow)),
    addressState('passkey of another user', loginRoutes(), showWindow({ stage: 'other-user' })),
  ],
  EmailLoginCode: [
    codeState('entering'),
    codeState('wrong code', enter('000000')),
    codeState('expired', enter('000001')),
    codeState('too many wrong codes', enter('000002')),
    codeState('address locked', enter('000003')),
    codeState('failed', enter('000004')),
    codeState(
      'checking',
      async (world) => {
        void enter('123456')(world)
        await when(world.store, loginCode.stateAtom, ({ is }) => is === 'checking')
      },
      { ...loginRoutes(), [`/codes/${codeId}`]: never },
    ),
    codeState('another code possible', ({ clock }) => clock.advance(30_000)),
    deliveryState('delivery sending', { body: { delivery: 'sending' } }),
    deliveryState('delivery accepted', { body: { delivery: 'accepted' } }),
    deliveryState('delivery failed', { body: { delivery: 'failed' } }),
    deliveryState('delivery of an expired code', { status: 404 }),
    deliveryState('delivery unknown', { body: {} }),
  ],
  CreateWallet: [{ view: create, state: 'new', options: options(), before: open, after: logIn() }],
  UpdateEmailWallet: [
    updateState('start'),
    updateState('no email', undefined, { account: { ...testAccount, identities: [] } }),
    updateState('needs a login', ({ store }) => store.set(beginUpdateAtom), {
      account: { ...testAccount, identities: [] },
    }),
    updateState('too many', ({ store }) => store.set(beginUpdateAtom), {
      routes: updateRoutes({ stepUp: () => tooMany }),
    }),
    updateState('code to the former address', ({ store }) => store.set(beginUpdateAtom)),
    updateState('new address', confirmFormer),
    updateState('new address invalid', enterNew('ada')),
    updateState('code to the new address', enterNew('new@example.org')),
    updateState('new address taken', enterNew('new@example.org', '123456'), {
      routes: updateRoutes({ attempt: { status: 409 } }),
    }),
    updateState('confirmation expired', enterNew('new@example.org'), {
      routes: updateRoutes({ send: () => ({ status: 403 }) }),
    }),
    updateState('needs the keys', enterNew('new@example.org'), {
      routes: updateRoutes({ send: () => ({ status: 403 }) }),
      account: testWalletAccount,
    }),
    updateState('changed', enterNew('new@example.org', '123456')),
    { view: update, state: 'logged out', options: options(updateRoutes()), before: open },
  ],
}
