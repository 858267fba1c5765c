import { test as base, expect } from '@playwright/test'
import { readStack, type Stack } from '#stack/stack-file.ts'
import { type BrowserErrors, collectBrowserErrors } from './browser-errors.ts'
import { Dapp } from './pages/dapp.ts'
import type { WalletChoice } from './pages/host-url.ts'
import { openPhone, type Phone, TestRelay } from './pages/phone.ts'
import { Standalone } from './pages/standalone.ts'
import { type Account, createWorld, type TestWorld } from './world.ts'

/** Accounts that only one worker uses, because workers share the chains. */
export type TestAccounts = {
  readonly harbour: readonly [Account, Account]
  readonly lantern: readonly [Account, Account]
  /** Labels of the local world's accounts: on Solana, on Polkadot, and of a phone in all three ecosystems. */
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
  testAccounts: TestAccounts
  /** A host page on the dapp site, with Harbour Wallet and Lantern Wallet. */
  dapp: Dapp
  /** The development page: the widget in a separate tab, with the same wallets. */
  developmentPage: Standalone
  /** A WalletConnect wallet of this worker, with accounts in all three ecosystems and no sessions. */
  phone: Phone
  /** The relay of this test's widget and phone; its faults end with the test. */
  relay: TestRelay
  browserErrors: BrowserErrors
}

/** `test` with the local world and a host page; it fails on unexpected browser errors. */
export const test = base.extend<Fixtures, { stack: Stack; workerPhone: (account: string) => Promise<Phone> }>(
  {
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
      async ({}, use) => use(readStack()),
      { scope: 'worker' },
    ],

    workerPhone: [
      async ({ stack }, use) => {
        let phone: Promise<Phone> | undefined
        await use((account) => {
          phone ??= openPhone(stack, account)
          return phone
        })
      },
      { scope: 'worker' },
    ],

    phone: async ({ workerPhone, testAccounts }, use) => {
      const phone = await workerPhone(testAccounts.phone)
      await phone.reset()
      await use(phone)
      expect((await phone.readState()).outsideAttempts, 'hosts outside this machine').toEqual([])
    },

    relay: async ({ stack, world, phone, browserErrors }, use) => {
      const relay = new TestRelay(stack, [world.project(), phone.projectId], browserErrors)
      await use(relay)
      await relay.fault({ is: 'none' })
    },

    world: async ({ stack }, use, info) => {
      const world = createWorld(
        stack,
        // The tag has the process id, so that a run on a world that is still up does not find requests of an earlier run.
        `${process.pid}-${info.testId.slice(-8)}-${info.retry}-${info.repeatEachIndex}`,
      )
      await use(world)
      await world.end()
    },

    testAccounts: async ({ world }, use, info) => {
      const workerLabels = labels[info.parallelIndex]
      if (workerLabels === undefined)
        throw new Error('The local world has accounts for two workers: run with --workers 2')
      const testAccounts: TestAccounts = {
        ...workerLabels,
        harbour: [world.account(workerLabels.harbour[0]), world.account(workerLabels.harbour[1])],
        lantern: [world.account(workerLabels.lantern[0]), world.account(workerLabels.lantern[1])],
      }
      await Promise.all([world.fund(testAccounts.harbour[0]), world.fund(testAccounts.lantern[0])])
      await use(testAccounts)
    },

    browserErrors: [
      async ({ context }, use) => {
        const browserErrors = collectBrowserErrors(context)
        await use(browserErrors)
        const unexpected = browserErrors.unexpected()
        // The closing lines of a run show the first line of the message only.
        const inOneLine = unexpected.join(' · ').replaceAll(/\s+/g, ' ')
        expect.soft(unexpected, `no unexpected error in a console: ${inOneLine}`).toEqual([])
      },
      { auto: true },
    ],

    dapp: async ({ page, world, testAccounts }, use) => use(new Dapp(page, world, walletsOf(testAccounts))),

    developmentPage: async ({ page, world, testAccounts }, use) =>
      use(new Standalone(page, world, walletsOf(testAccounts))),
  },
)

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
