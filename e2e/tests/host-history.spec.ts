import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from './fixtures.ts'
import { launchWithout } from './launch.ts'
import type { Dapp } from './pages/dapp.ts'
import { isInRotation } from './rotating-tests.ts'

// Playwright turns the back-forward cache off, and users have it.
test.use({ ...reducedMotion, launchOptions: launchWithout('--disable-back-forward-cache') })

/** The user follows a link to another site, and comes back to the same document, out of the cache. */
async function leavesAndReturns({ page, world }: Dapp) {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }), { once: true })
  })
  await page.goto(`${world.stack.evil.origin}/raw.html`)
  // What has loaded before does not load again.
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
}

/** Sends a request that the user leaves pending; `ended` returns how it ended. */
async function startRequest(page: Page, ask: 'modal' | 'signature', account = '') {
  await page.evaluate(
    ([ask, account]) => {
      const answer =
        ask === 'modal'
          ? window.bridge.openModal().then(({ is }) => is)
          : window.bridge.ethereum.request({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
      const end = (value: unknown) => Object.assign(window, { ended: value })
      Object.assign(window, { ended: undefined })
      answer.then(end, (error) => {
        const { code, data } = Object(error)
        end({ code, data })
      })
    },
    [ask, account] as const,
  )
}
const ended = (page: Page) => page.evaluate(() => Reflect.get(window, 'ended'))

/** The widget reports that it shows the modal. Playwright has no locators for frames of a page that was restored. */
async function isOpen(page: Page) {
  await expect.poll(() => page.evaluate(() => window.bridge.state.open)).toBe(true)
  await expect(page.locator('dialog[data-drawbridge] iframe')).toBeFocused()
}

/** Presses Escape until the widget has the focus, which no locator can tell here. */
const escapes = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

test('back-forward cache › the page returns › wallet, events and modal work', async ({
  dapp,
  page,
  hands,
}) => {
  const [first, second] = hands.harbour.map(({ address }) => address)
  await dapp.open()
  await dapp.connect()
  await page.evaluate(() => {
    const received: unknown[] = []
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
      window.bridge.ethereum.on(name, (payload) => received.push([name, payload]))
    Object.assign(window, { heard: received })
  })

  await leavesAndReturns(dapp)
  expect(await dapp.account()).toBe(first)
  expect(await dapp.request('eth_accounts')).toMatchObject({ is: 'ok', result: [first, second] })
  await dapp.wallet().script({ mode: 'approve' })
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', first])).toMatchObject({ is: 'ok' })
  await dapp.wallet().picks('useAccount', 1)
  await expect.poll(() => dapp.account()).toBe(second)
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
    ['accountsChanged', [second, first]],
  ])
  await expect(page.locator('iframe')).toHaveCount(1)

  // With the modal open, which the user finds open again.
  await dapp.isClear()
  await startRequest(page, 'modal')
  await isOpen(page)
  await leavesAndReturns(dapp)
  await isOpen(page)
  expect(await ended(page)).toBeUndefined()
  await escapes(page)
  await expect.poll(() => ended(page)).toBe('dismissed')

  // A wallet that received the request may still do it: the page is told that the outcome is unknown.
  await dapp.wallet().script({ neverAnswers: true, methods: ['personal_sign'] })
  await startRequest(page, 'signature', second)
  await expect.poll(() => dapp.wallet().asked()).toContain('personal_sign')
  await leavesAndReturns(dapp)
  await expect.poll(() => ended(page)).toEqual({ code: 4900, data: { reason: 'unknown-outcome' } })
  await dapp.isClear()
  await dapp.connectButton.click()
  await isOpen(page)
  await escapes(page)
  await expect(page.locator('iframe')).toHaveCount(1)
})

if (isInRotation(0, { of: 3 }))
  test('back-forward cache › WalletConnect session › the page returns and signs', async ({ dapp, phone }) => {
    await dapp.open()
    await dapp.connectPhone(phone)
    // The relay's socket would keep the page out.
    await leavesAndReturns(dapp)
    await dapp.hasAccountOf(phone)
    const account = await phone.address('eip155:1')
    expect(await dapp.request('personal_sign', ['0x68656c6c6f', account])).toMatchObject({ is: 'ok' })
  })
