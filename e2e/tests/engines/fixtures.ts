import { writeFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { readStack, type Stack } from '#stack/stack-file.ts'
import type { WalletChoice } from '../pages/host-url.ts'
import { openPhone, type Phone } from '../pages/phone.ts'
import { createWorld, type TestWorld } from '../world.ts'
import { EngineDapp } from './engine-dapp.ts'
import { EnginePage } from './engine-page.ts'
import { launchFirefox } from './firefox.ts'
import type { EngineName, Remote } from './remote.ts'
import { launchWebKit } from './webkit.ts'

export type EngineOptions = {
  /** The engine of a project; its tests use no browser of Playwright. */
  engine: EngineName
}

type Fixtures = {
  world: TestWorld
  /** A new page of the browser that the worker's tests share. */
  dapp: EngineDapp
  phone: Phone
  /** Wallets of the host page: Harbour Wallet, with this worker's account. */
  wallets: readonly WalletChoice[]
}

const launchers: Readonly<Record<EngineName, () => Promise<Remote>>> = {
  firefox: launchFirefox,
  webkit: launchWebKit,
}

/** `test` with the local world, in the engine of the project. */
export const test = base.extend<Fixtures, EngineOptions & { stack: Stack; remote: Remote }>({
  engine: ['firefox', { option: true, scope: 'worker' }],

  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => use(readStack()),
    { scope: 'worker' },
  ],

  remote: [
    async ({ engine }, use) => {
      const remote = await launchers[engine]()
      await remote.resize(1280, 900)
      await use(remote)
      await remote.quit()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  world: async ({ stack }, use, info) => {
    const world = createWorld(stack, `${process.pid}-${info.testId.slice(-8)}-${info.retry}`)
    await use(world)
    await world.end()
  },

  wallets: async ({ world }, use, info) => {
    const account = world.account(`harbour-${info.parallelIndex + 1}`)
    await world.fund(account)
    await use([{ id: 'harbour', accounts: [account.label] }])
  },

  phone: async ({ stack }, use, info) => {
    const phone = await openPhone(stack, `phone-${info.parallelIndex + 1}`)
    await phone.reset()
    await use(phone)
    expect((await phone.readState()).outsideAttempts, 'hosts outside this machine').toEqual([])
  },

  dapp: async ({ remote, world }, use, info) => {
    const page = new EnginePage(remote)
    await use(new EngineDapp(page, world))
    if (info.status !== info.expectedStatus)
      writeFileSync(info.outputPath('screenshot.png'), await page.screenshot())
    await page.reset()
  },
})

export { expect }
