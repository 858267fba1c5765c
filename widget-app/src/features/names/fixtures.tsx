import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { NameRegistration } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import {
  alice,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
} from '#widget/testing/world.ts'
import { canRegisterAtom, registerAtom, registerStateAtom } from './atoms.ts'
import { availabilityAtom, typedNameAtom } from './name-availability.ts'

type Routes = NonNullable<TestWorldOptions['routes']>
const wallet = testWallet()
const never = () => new Promise<never>(() => {})

export const signClaim = async (message: string): Promise<NameRegistration> => ({
  ...{ coinType: 60, address: alice, signature: '0x1234' },
  message,
})

/** The registry's responses: `anna` is taken if `isTaken`; suggestions such as `anna-1` are free. */
export const registry = (isTaken = false): Routes => ({
  '/v1/profile/suggestions/anna': () => ({
    body: {
      suggestions: [
        { name: 'anna.reown.id', registered: isTaken },
        { name: 'anna-1.reown.id', registered: false },
        { name: 'my-anna.reown.id', registered: false },
        { name: 'anna-wallet.reown.id', registered: true },
      ],
    },
  }),
  [`/v1/identity/${alice}`]: () => ({ body: { name: null, avatar: null } }),
  '/v1/profile/account': () => ({ body: { success: true } }),
})

export const nameOptions = (
  routes: Routes,
  claim: (message: string) => Promise<NameRegistration> = signClaim,
): TestWorldOptions => ({
  ...{ bundledNetworks, topWallets, wallets: [wallet], routes, startsAt: Date.now },
  adapter: testAdapter({ claimName: (_connection, message) => claim(message) }),
})

/** Connects the account. */
export const connected = ({ store }: TestWorld): void => {
  store.set(watchWalletsAtom)
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: wallet.handle }),
  })
  store.set(modalOpenAtom, true)
}

async function waitUntil(world: TestWorld, condition: () => boolean): Promise<void> {
  for (let step = 0; step < 200 && !condition(); step += 1) {
    await world.clock.advance(500)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Types a name and waits for its availability. */
export const typeName =
  (label: string) =>
  async (world: TestWorld): Promise<void> => {
    world.store.set(typedNameAtom, label)
    await waitUntil(world, () => !['checking', 'empty'].includes(world.store.get(availabilityAtom).is))
  }

/** Then clicks Register and waits for the next state. */
const clickRegister = async (world: TestWorld): Promise<void> => {
  await typeName('anna')(world)
  await waitUntil(world, () => world.store.get(canRegisterAtom))
  void world.store.set(registerAtom)
  const initialState = JSON.stringify(world.store.get(registerStateAtom))
  await waitUntil(world, () => initialState !== JSON.stringify(world.store.get(registerStateAtom)))
}

const view: ViewOf<'RegisterAccountName'> = { name: 'RegisterAccountName' }
const state = (
  name: string,
  options: TestWorldOptions,
  after?: Fixture['after'],
): Fixture<ViewOf<'RegisterAccountName'>> => ({
  ...{ view, state: name, options, before: connected },
  ...(after ? { after } : {}),
})
const rejectingWith = (code: number) => () => Promise.reject(new ProviderRpcError(code, 'Refused'))
const profile = { name: 'anna.reown.id', addresses: { 60: { address: alice } }, attributes: [] }

/** Every state of a name registration. Test only. */
export const fixtures: FixturesOf<'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  RegisterAccountName: [
    state('empty', nameOptions(registry())),
    state('zone of the operator', {
      ...nameOptions(registry()),
      deploy: { nameZone: 'names.of-the-harbour-cooperative.wallets-and-more.example' },
    }),
    state('too short', nameOptions(registry()), typeName('ann')),
    state('other characters', nameOptions(registry()), typeName('anna_b')),
    state('checking', nameOptions({ ...registry(), '/v1/profile/suggestions/anna': never }), async (world) =>
      world.store.set(typedNameAtom, 'anna'),
    ),
    state('free', nameOptions(registry()), typeName('anna')),
    state('taken', nameOptions(registry(true)), typeName('anna')),
    state(
      'lookup failed',
      nameOptions({ ...registry(), '/v1/profile/suggestions/anna': () => ({ body: 7 }) }),
      typeName('anna'),
    ),
    state(
      'has a name',
      nameOptions({
        ...registry(),
        [`/v1/identity/${alice}`]: () => ({ body: { name: profile.name, avatar: null } }),
        '/v1/profile/account/anna.reown.id': () => ({ body: profile }),
      }),
    ),
    state('confirm in wallet', nameOptions(registry(), never), clickRegister),
    state('registering', nameOptions({ ...registry(), '/v1/profile/account': never }), clickRegister),
    state('rejected', nameOptions(registry(), rejectingWith(4001)), clickRegister),
    state('already pending', nameOptions(registry(), rejectingWith(-32002)), clickRegister),
    state(
      'refused',
      nameOptions({
        ...registry(),
        '/v1/profile/account': () => ({
          status: 400,
          body: { reasons: [{ description: 'This name is taken' }] },
        }),
      }),
      clickRegister,
    ),
    state(
      'failed',
      nameOptions({
        ...registry(),
        '/v1/profile/account': () => ({ status: 500 }),
        // The owner afterwards: none.
        '/v1/profile/account/anna.reown.id': () => ({ status: 404 }),
      }),
      async (world) => {
        await clickRegister(world)
        await waitUntil(world, () => world.store.get(registerStateAtom).is === 'choosing')
      },
    ),
  ],
  RegisterAccountNameSuccess: [
    {
      view: { name: 'RegisterAccountNameSuccess', registered: 'anna.reown.id' },
      state: 'registered',
      options: nameOptions(registry()),
      before: connected,
    },
  ],
}
