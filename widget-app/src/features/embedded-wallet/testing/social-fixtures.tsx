import { socialNames } from '#shared/config/remote-features.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { embeddedRoutes, testVaultUrl } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestResponse, TestRoutes, TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { farcasterLoginAtom } from '../farcaster-login.ts'
import { socialAttemptAtom } from '../social-attempt.ts'
import { startSocialLoginAtom } from '../social-login.ts'
import { loginRoutes } from './code-server.ts'
import {
  completed,
  farcasterRoutes,
  never,
  socialProject,
  socialRoutes,
  testWindows,
} from './social-server.ts'
import { when } from './when.ts'

/** Test only: options of a widget with these ways to log in. */
const socialOptions = (
  config: readonly string[],
  routes: TestRoutes,
  options: TestWorldOptions = {},
): TestWorldOptions => ({
  deploy: { vaultUrl: testVaultUrl, socials: [...socialNames] },
  openWindow: testWindows().openWindow,
  ...options,
  routes: { ...embeddedRoutes(routes), ...socialProject(config) },
})
const open = ({ store }: TestWorld): void => store.set(modalOpenAtom, true)

const address: ViewOf<'EmailLogin'> = { name: 'EmailLogin' }
const addressState = (state: string, config: readonly string[]): Fixture<typeof address> => ({
  ...{ view: address, state, before: open },
  options: socialOptions(config, loginRoutes()),
})

/** The states of EmailLogin with socials. */
export const socialAddressStates = [
  addressState('with socials', ['email', ...socialNames]),
  addressState('with few socials', ['email', 'google', 'apple']),
  addressState('only socials', ['google', 'x', 'farcaster']),
]

type Server = Parameters<typeof socialRoutes>[0]
const social: ViewOf<'ConnectingSocial'> = { name: 'ConnectingSocial', provider: 'google' }

const socialState = (
  state: string,
  server: Server,
  until: (world: TestWorld) => Promise<void>,
  options: TestWorldOptions = {},
): Fixture<typeof social> => ({
  ...{ view: social, state, before: open },
  options: socialOptions(['email', ...socialNames], socialRoutes(server), options),
  after: async (world) => {
    world.store.set(startSocialLoginAtom, 'google')
    await until(world)
  },
})
const socialIs =
  (is: string) =>
  ({ store }: TestWorld): Promise<void> =>
    when(store, socialAttemptAtom, (current) => current.is === is)
const ended = (reason: string) => [() => ({ body: { is: 'failed', reason } })]
const tooMany: TestResponse = { status: 429, headers: { 'retry-after': '1500' } }

const closeWindow = async (world: TestWorld): Promise<void> => {
  await socialIs('waiting')(world)
  await world.clock.advance(1_000)
}
const closedWindow = {
  ...{ opener: null, closed: true, location: { href: 'about:blank' } },
  ...{ focus: () => undefined, close: () => undefined },
}

const farcaster: ViewOf<'ConnectingFarcaster'> = { name: 'ConnectingFarcaster' }
const farcasterState = (
  state: string,
  server: Parameters<typeof farcasterRoutes>[0],
  after: (world: TestWorld) => Promise<void>,
  isPhone = false,
): Fixture<typeof farcaster> => ({
  ...{ view: farcaster, state },
  options: socialOptions(['email', ...socialNames], farcasterRoutes(server)),
  before: (world) => {
    open(world)
    if (isPhone) world.store.set(isPhoneAtom, true)
  },
  after,
})
const farcasterIs =
  (is: string) =>
  ({ store }: TestWorld): Promise<void> =>
    when(store, farcasterLoginAtom, (current) => current.is === is)
/** Lets the pause before the first read pass. */
const afterRead =
  (fits: (current: ReturnType<typeof farcasterLoginAtom.read>) => boolean) =>
  async (world: TestWorld): Promise<void> => {
    await farcasterIs('waiting')(world)
    const changed = when(world.store, farcasterLoginAtom, fits)
    await world.clock.advance(2_000)
    await changed
  }

/** Every state of the views of logins with the accounts of other services. Test only. */
export const socialFixtures: FixturesOf<'ConnectingSocial' | 'ConnectingFarcaster'> = {
  ConnectingSocial: [
    socialState('opening', { create: never }, async () => undefined),
    socialState('waiting', {}, socialIs('waiting')),
    socialState('window closed', {}, closeWindow, { openWindow: () => closedWindow }),
    socialState('window blocked', {}, socialIs('waiting'), { openWindow: () => null }),
    socialState('offline', { reads: [() => ({ status: 400 }), never] }, ({ store }) =>
      when(store, socialAttemptAtom, (current) => current.is === 'waiting' && !current.isReachable),
    ),
    socialState('cancelled', { reads: [() => ({ body: { is: 'cancelled' } })] }, socialIs('cancelled')),
    socialState('rejected', { reads: ended('rejected') }, socialIs('failed')),
    socialState('unavailable', { reads: ended('unavailable') }, socialIs('failed')),
    socialState('invalid', { reads: ended('invalid') }, socialIs('failed')),
    socialState('expired', { reads: [() => ({ status: 404 })] }, async (world) => {
      await socialIs('waiting')(world)
      await socialIs('expired')(world)
    }),
    socialState('too many', { create: () => tooMany }, socialIs('not-started')),
    socialState('not started', { create: () => ({ status: 501 }) }, socialIs('not-started')),
    socialState('completed', { reads: [completed] }, socialIs('completed')),
  ],
  ConnectingFarcaster: [
    farcasterState('starting', { create: never }, async () => undefined),
    farcasterState('waiting', {}, farcasterIs('waiting')),
    farcasterState('new code soon', {}, async (world) => {
      await farcasterIs('waiting')(world)
      await world.clock.advance(580_000)
    }),
    farcasterState(
      'new code',
      { reads: [() => ({ status: 404 }), () => ({ body: { is: 'waiting' } })] },
      afterRead((current) => current.is === 'waiting' && current.renewed === 1),
    ),
    farcasterState(
      'offline',
      { reads: [() => ({ status: 400 })] },
      afterRead((current) => current.is === 'waiting' && !current.isReachable),
    ),
    farcasterState('phone starting', { create: never }, async () => undefined, true),
    farcasterState('phone', {}, farcasterIs('waiting'), true),
    farcasterState(
      'invalid message',
      { reads: ended('invalid-message') },
      afterRead(({ is }) => is === 'failed'),
    ),
    farcasterState(
      'wrong signer',
      { reads: ended('wrong-signer') },
      afterRead(({ is }) => is === 'failed'),
    ),
    farcasterState('too many', { create: () => tooMany }, farcasterIs('not-started')),
    farcasterState('not started', { create: () => ({ status: 501 }) }, farcasterIs('not-started')),
    farcasterState(
      'completed',
      { reads: [completed] },
      afterRead(({ is }) => is === 'completed'),
    ),
  ],
}
