import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { widgetFrame } from './frames.ts'

/** Counts the page's pings, and lets the test hide the page. */
const watchPings = (page: Page) =>
  page.addInitScript(() => {
    const pings: number[] = []
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (...args: [unknown]) {
      if (Reflect.get(Object(args[0]), 't') === 'ping') pings.push(Date.now())
      return Reflect.apply(postMessage, this, args)
    }
    Object.defineProperty(globalThis, 'pings', { value: pings })
    let hidden = false
    Object.defineProperty(document, 'hidden', { get: () => hidden })
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
    Object.defineProperty(globalThis, 'setHidden', {
      value: (isHidden: boolean) => {
        hidden = isHidden
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate((value) => Reflect.get(window, 'setHidden')(value), isHidden)
  }
}

const pingCount = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'pings').length)

/** Connects, and marks the widget's document to detect a reload. */
async function connectMarked(dapp: Dapp, page: Page) {
  await dapp.open()
  await dapp.connect()
  await dapp.waitForPointer()
  const events = await dapp.recordEvents()
  const frame = await widgetFrame(page)
  await frame.evaluate(() => Object.defineProperty(window, 'mark', { value: 1 }))
  return {
    /** The link works, with the same document and account, and the dApp received no event. */
    isIntact: async (account: string) => {
      await expect.poll(() => dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
      expect(await frame.evaluate(() => Reflect.get(window, 'mark'))).toBe(1)
      expect(await dapp.account()).toBe(account)
      expect(await events()).toEqual([])
    },
  }
}

test('hidden tab › two minutes › session intact, one ping, no reload (test 25, short)', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await watchPings(page)
  await page.clock.install()
  const session = await connectMarked(dapp, page)

  await setHidden(page, true)
  const before = await pingCount(page)
  await page.clock.runFor(120_000)
  expect(await pingCount(page), 'pings of a hidden page').toBe(before)
  await setHidden(page, false)
  expect(await pingCount(page), 'pings when it is seen again').toBe(before + 1)
  await session.isIntact(testAccounts.harbour[0].address)
})

test('hidden tab › two real minutes, throttled › session intact (test 25) @long', async ({
  dapp,
  testAccounts,
  page,
}) => {
  test.setTimeout(240_000)
  await watchPings(page)
  // Playwright keeps every page visible, so the test emulates Chromium's timer throttling in hidden pages.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const throttled = (run: () => void, ms = 0) =>
      setTimeout(() => {
        if (document.hidden) setTimeout(run, 60_000 - (Date.now() % 60_000))
        else run()
      }, ms)
    Object.defineProperty(window, 'setTimeout', { value: throttled })
  })
  const session = await connectMarked(dapp, page)
  await setHidden(page, true)
  const start = performance.now()
  await expect
    .poll(() => performance.now() - start, { timeout: 200_000, intervals: [1_000] })
    .toBeGreaterThan(120_000)
  await setHidden(page, false)
  await session.isIntact(testAccounts.harbour[0].address)
})

test('offline › failed reads shown, link kept › online, reads resume (test 27)', async ({
  context,
  dapp,
  testAccounts,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const session = await connectMarked(dapp, page)
  for (let toggle = 0; toggle < 2; toggle += 1) {
    await context.setOffline(true)
    const read = () => dapp.request('eth_gasPrice')
    // The browser's network process applies it asynchronously.
    await expect.poll(read, 'a read of the dApp').toMatchObject({ is: 'failed' })
    expect(await read()).not.toMatchObject({ code: 4900 })
    // Features without network access still work.
    const widget = await dapp.openModal()
    await widget.shows('Account')
    expect(await dapp.request('eth_accounts')).toMatchObject({ is: 'ok' })
    await widget.close.click()
    await dapp.waitForPointer()
    await context.setOffline(false)
    await expect.poll(read).toMatchObject({ is: 'ok' })
  }
  await session.isIntact(testAccounts.harbour[0].address)
})
