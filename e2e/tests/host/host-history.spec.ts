import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { launchWithout } from '../launch.ts'
import type { Dapp } from '../pages/dapp.ts'
import { isInRotation } from '../rotating-tests.ts'

// Playwright disables the back-forward cache, which browsers of users have.
test.use({ ...reducedMotion, launchOptions: launchWithout('--disable-back-forward-cache') })

/** Navigates to another site and back to the same document, which the back-forward cache restores. */
async function navigateAwayAndBack({ page, world }: Dapp) {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }), { once: true })
  })
  await page.goto(`${world.stack.evil.origin}/raw.html`)
  // A restored page has no load event.
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
}

/** Sends a request without awaiting it; `readResult` returns its result. */
async function startRequest(page: Page, kind: 'modal' | 'signature', account = '') {
  await page.evaluate(
    ([kind, account]) => {
      const response =
        kind === 'modal'
          ? window.bridge.openModal().then(({ is }) => is)
          : window.bridge.ethereum.request({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
      const end = (value: unknown) => Object.assign(window, { ended: value })
      Object.assign(window, { ended: undefined })
      response.then(end, (error) => {
        const { code, data } = Object(error)
        end({ code, data })
      })
    },
    [kind, account] as const,
  )
}
const readResult = (page: Page) => page.evaluate(() => Reflect.get(window, 'ended'))

/** Waits until the widget reports an open modal. Playwright has no locators for frames of a restored page. */
async function expectOpen(page: Page) {
  await expect.poll(() => page.evaluate(() => window.bridge.state.open)).toBe(true)
  await expect(page.locator('dialog[data-drawbridge] iframe')).toBeFocused()
}

/** Presses Escape until the modal closes: no locator can show when the widget has the focus. */
const closeByEscape = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

test('back-forward cache › the page returns › wallet, events and modal work', async ({
  dapp,
  page,
  testAccounts,
}) => {
  const [first, second] = testAccounts.harbour.map(({ address }) => address)
  await dapp.open()
  await dapp.connect()
  await page.evaluate(() => {
    const received: unknown[] = []
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
      window.bridge.ethereum.on(name, (payload) => received.push([name, payload]))
    Object.assign(window, { heard: received })
  })

  await navigateAwayAndBack(dapp)
  expect(await dapp.account()).toBe(first)
  expect(await dapp.request('eth_accounts')).toMatchObject({ is: 'ok', result: [first, second] })
  await dapp.wallet().script({ mode: 'approve' })
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', first])).toMatchObject({ is: 'ok' })
  await dapp.wallet().select('useAccount', 1)
  await expect.poll(() => dapp.account()).toBe(second)
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
    ['accountsChanged', [second, first]],
  ])
  await expect(page.locator('iframe')).toHaveCount(1)

  // With the modal open: it is open again after the return.
  await dapp.waitForPointer()
  await startRequest(page, 'modal')
  await expectOpen(page)
  await navigateAwayAndBack(dapp)
  await expectOpen(page)
  expect(await readResult(page)).toBeUndefined()
  await closeByEscape(page)
  await expect.poll(() => readResult(page)).toBe('dismissed')

  // The wallet may still approve the request that it received: the page gets an unknown outcome.
  await dapp.wallet().script({ neverAnswers: true, methods: ['personal_sign'] })
  await startRequest(page, 'signature', second)
  await expect.poll(() => dapp.wallet().requestedMethods()).toContain('personal_sign')
  await navigateAwayAndBack(dapp)
  await expect.poll(() => readResult(page)).toEqual({ code: 4900, data: { reason: 'unknown-outcome' } })
  await dapp.waitForPointer()
  await dapp.connectButton.click()
  await expectOpen(page)
  await closeByEscape(page)
  await expect(page.locator('iframe')).toHaveCount(1)
})

if (isInRotation(0, { of: 3 }))
  test('back-forward cache › WalletConnect session › the page returns and signs', async ({ dapp, phone }) => {
    await dapp.open()
    await dapp.connectPhone(phone)
    // An open socket to the relay would exclude the page from the cache.
    await navigateAwayAndBack(dapp)
    await dapp.waitForAccountOf(phone)
    const account = await phone.address('eip155:1')
    expect(await dapp.request('personal_sign', ['0x68656c6c6f', account])).toMatchObject({ is: 'ok' })
  })
