import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from './fixtures.ts'
import type { Dapp } from './pages/dapp.ts'

test.use(reducedMotion)

const notice = (page: Page) => page.locator('dialog[data-drawbridge]').getByRole('alert')

/** Opens the modal; `ended` returns how the call ended, if it did. */
async function opens(dapp: Dapp) {
  await dapp.page.evaluate(() => {
    const log: unknown[] = []
    Object.defineProperty(window, 'ended', { configurable: true, value: log })
    window.bridge.openModal().then(
      ({ is }) => log.push(is),
      ({ code, data }) => log.push({ code, data }),
    )
  })
}
const ended = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'ended'))
const unreachable = [{ code: 4900, data: { reason: 'unreachable' } }]

/** Runs in the frame: the first message of a widget that supports only version 2 of the protocol. */
function laterWidget(): void {
  parent.postMessage({ t: 'link:hello', wid: '0'.repeat(32), v: [2] }, '*')
  addEventListener('message', ({ data, ports }) => {
    const error = { code: -32006, message: 'Update needed', data: { reason: 'version', min: 2, max: 2 } }
    ports[2]?.postMessage({ t: 'reject', sid: data.sid, error })
  })
}

/** What prevents the frame from loading, and what the SDK reports. */
const causes: readonly {
  readonly name: string
  readonly text: string
  readonly hint: RegExp
  readonly noise: RegExp
  readonly ends?: readonly unknown[]
  readonly breaks: (page: Page) => Promise<unknown>
}[] = [
  {
    name: 'policy of the page',
    text: 'This site does not allow the wallet to load.',
    hint: /Content-Security-Policy of this page blocks it. Add: frame-src http/,
    noise: /Content Security Policy|frame-src/,
    breaks: (page) =>
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
    noise: /404/,
    breaks: (page) =>
      page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' })),
  },
  {
    name: 'connection refused',
    text: 'The wallet could not be loaded.',
    hint: /error page in its place/,
    noise: /ERR_CONNECTION_REFUSED/,
    breaks: (page) => page.route('**/embed/1/**', (route) => route.abort('connectionrefused')),
  },
  {
    name: 'framing refused by the widget',
    text: 'The wallet could not be loaded.',
    hint: /frame-ancestors/,
    noise: /frame-ancestors|X-Frame-Options|Refused to display/,
    breaks: (page) =>
      page.route('**/embed/1/**', (route) =>
        route.fulfill({ body: '<p>', headers: { 'x-frame-options': 'DENY', 'content-type': 'text/html' } }),
      ),
  },
  {
    name: 'widget of another version',
    text: 'This site needs an update to show the wallet.',
    hint: /speaks another version of the protocol. Update @drawbridge\/host-sdk/,
    noise: /^$/,
    ends: [{ code: -32006, data: { reason: 'version', min: 2, max: 2 } }],
    breaks: (page) =>
      page.route('**/embed/1/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<script>(${laterWidget})()</script>` }),
      ),
  },
  {
    name: 'offline',
    text: 'You are offline.',
    // Without a network the file with the texts may be missing.
    hint: /The browser is offline|could not be loaded. offline, /,
    noise: /ERR_INTERNET_DISCONNECTED/,
    breaks: () => Promise.resolve(),
  },
]

for (const { name, text, hint, noise, breaks, ends = unreachable } of causes) {
  test(`unreachable widget › ${name} › fails within 3 s with the cause`, async ({
    dapp,
    page,
    context,
    problems,
  }) => {
    problems.expect(noise, hint)
    await dapp.saveData()
    await breaks(page)
    await dapp.open({ path: '/plain.html' })
    if (name === 'offline') await context.setOffline(true)
    await opens(dapp)
    await expect(notice(page)).toContainText(text, { timeout: 3_000 })
    await expect(notice(page).getByRole('button', { name: 'Try again' })).toBeFocused()
    expect(problems.all().filter((problem) => hint.test(problem))).toHaveLength(1)
    expect(await ended(page)).toEqual([])

    // A wallet list of the page does not wait for it: no timer ends while the clock stands still.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: [] })
    await page.clock.resume()

    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
    await expect.poll(() => ended(page)).toEqual(ends)
    expect(problems.all().filter((problem) => hint.test(problem))).toHaveLength(1)
  })
}

test('unreachable widget › back online › the modal opens by itself', async ({
  dapp,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|browser is offline|could not be loaded. offline, /)
  await dapp.saveData()
  await dapp.open({ path: '/plain.html' })
  await context.setOffline(true)
  await opens(dapp)
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await dapp.widget.shows('Connect wallet')
  await expect(notice(page)).toHaveCount(0)
  await expect(dapp.widget.title).toBeFocused()
  await dapp.widget.close.click()
  await expect.poll(() => ended(page)).toEqual(['dismissed'])
})

test('unreachable widget › the user tries again › the modal opens', async ({ dapp, page, problems }) => {
  problems.expect(/404|error page in its place/)
  await dapp.saveData()
  await page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' }), {
    times: 1,
  })
  await dapp.open({ path: '/plain.html' })
  await opens(dapp)
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await dapp.widget.shows('Connect wallet')
  await dapp.widget.close.click()
  await expect.poll(() => ended(page)).toEqual(['dismissed'])
})

test('silent widget › 3 s and 10 s › still loading with Close, then a failure', async ({
  dapp,
  page,
  problems,
}) => {
  problems.expect(/did not answer in 10 s/)
  await dapp.saveData()
  // Stopped: time that only starts elsewhere goes on while the test acts.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.route('**/embed/1/**', () => {})
  await dapp.open({ path: '/plain.html' })
  await opens(dapp)
  const slow = page.locator('dialog[data-drawbridge]').getByRole('status')
  await page.clock.runFor(2_900)
  await expect(slow).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(slow).toContainText('Still loading…')
  await expect(slow.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.clock.runFor(7_000)
  await expect(notice(page)).toContainText('The wallet could not be loaded.')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => ended(page)).toEqual(unreachable)
})

test('unreachable widget › Arabic, dark › the notice matches', async ({ dapp, page, problems }) => {
  problems.expect(/404|error page in its place/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await dapp.saveData()
  await page.route('**/embed/1/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await dapp.open({ options: { locale: 'ar' } })
  await opens(dapp)
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
