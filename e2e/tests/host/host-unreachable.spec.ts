import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'

test.use(reducedMotion)

const notice = (page: Page) => page.locator('dialog[data-drawbridge]').getByRole('alert')

/** Calls `openModal`; `readResults` returns the results of the call so far. */
async function openModal(dapp: Dapp) {
  await dapp.page.evaluate(() => {
    const log: unknown[] = []
    Object.defineProperty(window, 'ended', { configurable: true, value: log })
    window.bridge.openModal().then(
      ({ is }) => log.push(is),
      ({ code, data }) => log.push({ code, data }),
    )
  })
}
const readResults = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'ended'))
const unreachable = [{ code: 4900, data: { reason: 'unreachable' } }]

/** Runs in the frame: the first message of a widget that supports only version 2 of the protocol. */
function newerWidget(): void {
  parent.postMessage({ t: 'link:hello', wid: '0'.repeat(32), v: [2] }, '*')
  addEventListener('message', ({ data, ports }) => {
    const error = { code: -32006, message: 'Update needed', data: { reason: 'version', min: 2, max: 2 } }
    ports[2]?.postMessage({ t: 'reject', sid: data.sid, error })
  })
}

/** Causes that prevent the frame from loading, and what the SDK reports. */
const causes: readonly {
  readonly name: string
  readonly text: string
  readonly hint: RegExp
  readonly expectedError: RegExp
  readonly results?: readonly unknown[]
  readonly breakLoading: (page: Page) => Promise<unknown>
}[] = [
  {
    name: 'policy of the page',
    text: 'This site does not allow the wallet to load.',
    hint: /Content-Security-Policy of this page blocks it. Add: frame-src http/,
    expectedError: /Content Security Policy|frame-src/,
    breakLoading: (page) =>
      page.route('**/plain.html*', async (route) => {
        const response = await route.fetch({
          url: route.request().url().replace('dapp.localhost', '127.0.0.1'),
        })
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': "frame-src 'none'" },
        })
      }),
  },
  {
    name: '404',
    text: 'The wallet could not be loaded.',
    hint: /error page in its place/,
    expectedError: /404/,
    breakLoading: (page) =>
      page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' })),
  },
  {
    name: 'connection refused',
    text: 'The wallet could not be loaded.',
    hint: /error page in its place/,
    expectedError: /ERR_CONNECTION_REFUSED/,
    breakLoading: (page) => page.route('**/embed/1/**', (route) => route.abort('connectionrefused')),
  },
  {
    name: 'framing refused by the widget',
    text: 'The wallet could not be loaded.',
    hint: /frame-ancestors/,
    expectedError: /frame-ancestors|X-Frame-Options|Refused to display/,
    breakLoading: (page) =>
      page.route('**/embed/1/**', (route) =>
        route.fulfill({ body: '<p>', headers: { 'x-frame-options': 'DENY', 'content-type': 'text/html' } }),
      ),
  },
  {
    name: 'widget of another version',
    text: 'This site needs an update to show the wallet.',
    hint: /speaks another version of the protocol. Update @drawbridge\/host-sdk/,
    expectedError: /^$/,
    results: [{ code: -32006, data: { reason: 'version', min: 2, max: 2 } }],
    breakLoading: (page) =>
      page.route('**/embed/1/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<script>(${newerWidget})()</script>` }),
      ),
  },
  {
    name: 'offline',
    text: 'You are offline.',
    // Offline, the file with the texts may not load.
    hint: /The browser is offline|could not be loaded. offline, /,
    expectedError: /ERR_INTERNET_DISCONNECTED/,
    breakLoading: () => Promise.resolve(),
  },
]

for (const { name, text, hint, expectedError, breakLoading, results = unreachable } of causes) {
  test(`unreachable widget › ${name} › fails within 3 s with the cause`, async ({
    dapp,
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.expect(expectedError, hint)
    await dapp.enableSaveData()
    await breakLoading(page)
    await dapp.open({ path: '/plain.html' })
    if (name === 'offline') await context.setOffline(true)
    await openModal(dapp)
    await expect(notice(page)).toContainText(text, { timeout: 3_000 })
    await expect(notice(page).getByRole('button', { name: 'Try again' })).toBeFocused()
    expect(browserErrors.all().filter((problem) => hint.test(problem))).toHaveLength(1)
    expect(await readResults(page)).toEqual([])

    // A request for accounts does not wait for the frame: no timer fires while the clock is paused.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: [] })
    await page.clock.resume()

    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
    await expect.poll(() => readResults(page)).toEqual(results)
    expect(browserErrors.all().filter((problem) => hint.test(problem))).toHaveLength(1)
  })
}

test('unreachable widget › back online › the modal opens by itself', async ({
  dapp,
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED|browser is offline|could not be loaded. offline, /)
  await dapp.enableSaveData()
  await dapp.open({ path: '/plain.html' })
  await context.setOffline(true)
  await openModal(dapp)
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await dapp.widget.shows('Connect wallet')
  await expect(notice(page)).toHaveCount(0)
  await expect(dapp.widget.title).toBeFocused()
  await dapp.widget.close.click()
  await expect.poll(() => readResults(page)).toEqual(['dismissed'])
})

test('unreachable widget › the user tries again › the modal opens', async ({ dapp, page, browserErrors }) => {
  browserErrors.expect(/404|error page in its place/)
  await dapp.enableSaveData()
  await page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' }), {
    times: 1,
  })
  await dapp.open({ path: '/plain.html' })
  await openModal(dapp)
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await dapp.widget.shows('Connect wallet')
  await dapp.widget.close.click()
  await expect.poll(() => readResults(page)).toEqual(['dismissed'])
})

test('silent widget › 3 s and 10 s › still loading with Close, then a failure', async ({
  dapp,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/did not answer in 10 s/)
  await dapp.enableSaveData()
  // Pause the clock, so that time passes only when the test advances it.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.route('**/embed/1/**', () => {})
  await dapp.open({ path: '/plain.html' })
  await openModal(dapp)
  const slow = page.locator('dialog[data-drawbridge]').getByRole('status')
  await page.clock.runFor(2_900)
  await expect(slow).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(slow).toContainText('Still loading…')
  await expect(slow.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.clock.runFor(7_000)
  await expect(notice(page)).toContainText('The wallet could not be loaded.')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => readResults(page)).toEqual(unreachable)
})

test('unreachable widget › Arabic, dark › the notice matches', async ({ dapp, page, browserErrors }) => {
  browserErrors.expect(/404|error page in its place/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await dapp.enableSaveData()
  await page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await dapp.open({ options: { locale: 'ar' } })
  await openModal(dapp)
  await expect(notice(page)).toContainText('تعذّر تحميل المحفظة.')
  const drawn = await notice(page).evaluate((element) => {
    const { direction, colorScheme, backgroundColor } = getComputedStyle(element)
    return { direction, colorScheme, backgroundColor }
  })
  expect(drawn).toMatchObject({ direction: 'rtl', colorScheme: 'light dark' })
  expect(drawn.backgroundColor).not.toBe('rgb(255, 255, 255)')
  await page.keyboard.press('Tab')
  await expect(notice(page).getByRole('button').last()).toBeFocused()
})
