import { test as base, expect } from '@playwright/test'
import { readStack, type Stack } from '#stack/stack-file.ts'
import { type BrowserErrors, collectBrowserErrors } from './browser-errors.ts'
import { Dapp } from './pages/dapp.ts'
import type { WalletChoice } from './pages/host-url.ts'
import { openPhone, type Phone, TestRelay } from './pages/phone.ts'
import { Standalone } from './pages/standalone.ts'
import { type Account, createWorld, type TestWorld } from './world.ts'

/** Accounts that one worker has to itself, because workers share the chains. */
export type TestAccounts = {
  readonly harbour: readonly [Account, Account]
  readonly lantern: readonly [Account, Account]
  /** Labels of the world's accounts on Solana, on Polkadot, and of a phone in all three ecosystems. */
  readonly beacon: string
  readonly trellis: string
  readonly phone: string
}

const labels = [
  {
    harbour: ['harbour-1', 'spare-1'],
    lantern: ['lantern-1', 'spare-2'],
    beacon: 'beacon-1',
    trellis: 'trellis-1',
    phone: 'phone-1',
  },
  {
    harbour: ['harbour-2', 'spare-3'],
    lantern: ['lantern-3', 'spare-4'],
    beacon: 'beacon-2',
    trellis: 'trellis-2',
    phone: 'phone-2',
  },
] as const

type Fixtures = {
  world: TestWorld
  /** Accounts of this worker's test wallets, with their starting funds. */
  hands: TestAccounts
  /** A host page on the dapp site, with Harbour Wallet and Lantern Wallet. */
  dapp: Dapp
  /** The widget in a tab of its own, with the same wallets. */
  standalone: Standalone
  /** A WalletConnect wallet of this worker, with accounts in all three ecosystems and no sessions. */
  phone: Phone
  /** The relay as this test's widget and phone know it; healthy again afterwards. */
  relay: TestRelay
  problems: BrowserErrors
}

/** `test` with the local world, a host page, and every console recorded. */
export const test = base.extend<Fixtures, { stack: Stack; ownPhone: (account: string) => Promise<Phone> }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => use(readStack()),
    { scope: 'worker' },
  ],

  ownPhone: [
    async ({ stack }, use) => {
      let phone: Promise<Phone> | undefined
      await use((account) => {
        phone ??= openPhone(stack, account)
        return phone
      })
    },
    { scope: 'worker' },
  ],

  phone: async ({ ownPhone, hands }, use) => {
    const phone = await ownPhone(hands.phone)
    await phone.begin()
    await use(phone)
    expect((await phone.look()).outsideAttempts, 'hosts outside this machine').toEqual([])
  },

  relay: async ({ stack, world, phone, problems }, use) => {
    const relay = new TestRelay(stack, [world.project(), phone.projectId], problems)
    await use(relay)
    await relay.fault({ is: 'none' })
  },

  world: async ({ stack }, use, info) => {
    const world = createWorld(
      stack,
      // The process is in it, so that a run on a world that still stands does not find its own requests of before.
      `${process.pid}-${info.testId.slice(-8)}-${info.retry}-${info.repeatEachIndex}`,
    )
    await use(world)
    await world.end()
  },

  hands: async ({ world }, use, info) => {
    const own = labels[info.parallelIndex]
    if (own === undefined)
      throw new Error('The local world has accounts for two workers: run with --workers 2')
    const hands: TestAccounts = {
      ...own,
      harbour: [world.account(own.harbour[0]), world.account(own.harbour[1])],
      lantern: [world.account(own.lantern[0]), world.account(own.lantern[1])],
    }
    await Promise.all([world.fund(hands.harbour[0]), world.fund(hands.lantern[0])])
    await use(hands)
  },

  problems: [
    async ({ context }, use) => {
      const problems = collectBrowserErrors(context)
      await use(problems)
      expect.soft(problems.unexpected(), 'errors in a console that no test expects').toEqual([])
    },
    { auto: true },
  ],

  dapp: async ({ page, world, hands }, use) => use(new Dapp(page, world, walletsOf(hands))),

  standalone: async ({ page, world, hands }, use) => use(new Standalone(page, world, walletsOf(hands))),
})

/**
 * For `test.use`, in specs of the messages between page, widget, wallet and chain: a user who prefers reduced motion,
 * which renders much less. The specs of the views, of the overlay and of clicks cover motion.
 */
export const reducedMotion = { contextOptions: { reducedMotion: 'reduce' } } as const

const walletsOf = ({ harbour, lantern }: TestAccounts): readonly WalletChoice[] => [
  { id: 'harbour', accounts: harbour.map(({ label }) => label) },
  { id: 'lantern', accounts: lantern.map(({ label }) => label) },
]

export { expect }
