import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { partitionedStorage, spareProcessFeature } from '../launch.ts'
import type { Dapp } from '../pages/dapp.ts'
import {
  announcedUuids,
  type PageKind,
  unsupportedKinds,
  workingKinds,
  xhtmlKind,
} from '../pages/page-kinds.ts'
import { isInRotation } from '../rotating-tests.ts'
import { widgetFrame } from '../security/frames.ts'

test.use({
  ...reducedMotion,
  // A document that a test serves has no IP address; browsers do not let it frame a page of this machine.
  launchOptions: partitionedStorage(spareProcessFeature, 'LocalNetworkAccessChecks'),
})

/** Scripts of the test wallets, which the minimal page does not have. */
const wallets = '<script src="/__stack/world.js"></script><script src="/__stack/test-wallets.js"></script>'

/** Replaces the module of the minimal page by the script tag. */
const replaceModuleByTag = (html: string, project: string, origin: string) =>
  html
    .replace(/<link rel="modulepreload".*?>/, '')
    .replace(
      /<script type="module".*?>/,
      `<script src="${origin}/sdk/drawbridge.js" data-project-id="${project}" data-widget-url="%widget%" data-platforms="ethereum">`,
    )
    .replace(/(id="connect") data-widget="(.*?)" disabled/, '$1 data-drawbridge-open')

/** Serves the minimal page as one of the kinds. */
async function serve({ page, world }: Dapp, kind: PageKind) {
  const { headers = {}, document: transform = (html) => html, before, tag } = kind
  if (before) await page.addInitScript(before)
  if (tag)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'bridge', { get: () => window.Drawbridge?.bridge }),
    )
  await page.route('**/plain.html*', async (route) => {
    const { host } = new URL(route.request().url())
    const response = await route.fetch({
      url: route.request().url().replace('dapp.localhost', '127.0.0.1'),
    })
    const html = (await response.text()).replace('<script type', `${wallets}<script type`)
    const origin = tag === 'foreign' ? world.stack.evil.origin : ''
    const body = transform(tag ? replaceModuleByTag(html, world.project(), origin) : html)
      .replaceAll('%host%', host)
      .replaceAll('%widget%', world.stack.widget.origin)
    await route.fulfill({ response, headers: { ...response.headers(), ...headers }, body })
  })
}

/** Serves the SDK to all origins, as a CDN does. */
const serveSdkToAll = (page: Page) =>
  page.route('**/sdk/**', async (route) => {
    const { port, pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` })
    const headers = { ...response.headers(), 'access-control-allow-origin': '*' }
    await route.fulfill({ response, headers })
  })

/** Waits until the script tag has loaded the files from its folder. */
const waitForTagFiles = (page: Page) =>
  expect.poll(() => page.evaluate(() => customElements.get('drawbridge-button') !== undefined)).toBe(true)

async function openModal({ page, widget }: Dapp, title: string) {
  await page.evaluate(() => {
    window.bridge.openModal().catch((error) => reportError(error))
  })
  await widget.shows(title)
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(page.locator('dialog')).toHaveCount(1)
}

for (const [at, kind] of workingKinds.entries()) {
  if (!isInRotation(at, { of: 6 })) continue
  test(`page › ${kind.name} › a wallet connects and stays connected`, async ({
    dapp,
    page,
    testAccounts,
  }) => {
    const { widget } = dapp
    const { address } = testAccounts.harbour[0]
    await serve(dapp, kind)
    if (kind.tag === 'foreign') await serveSdkToAll(page)
    await dapp.open({ path: '/plain.html' })
    await dapp.connect()
    expect(await dapp.account()).toBe(address)
    const uuids = await announcedUuids(page)
    expect(uuids).toHaveLength(1)
    if (kind.tag) await waitForTagFiles(page)
    const { change, changeOpen, endsListeners = false } = kind
    if (change) await page.evaluate(change)
    await openModal(dapp, 'Account')
    if (changeOpen) await page.evaluate(changeOpen)
    await widget.shows('Account')
    await expect(page.locator('dialog[data-drawbridge]')).toHaveAttribute('open')
    expect(await dapp.account()).toBe(address)
    expect(await dapp.request('eth_accounts')).toMatchObject({
      is: 'ok',
      result: [address, expect.anything()],
    })
    expect(await announcedUuids(page)).toEqual(endsListeners ? [] : uuids)
    await widget.close.click()
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  })
}

for (const [at, kind] of unsupportedKinds.entries()) {
  if (!isInRotation(at, { of: 5 })) continue
  test(`page › ${kind.name} › fails within 3 s with the cause`, async ({ dapp, page, browserErrors }) => {
    const { frame, framedBy = 'dapp', refusesCors = false, text, hint } = kind
    browserErrors.expect(
      hint,
      /frame-ancestors|CORS policy|ERR_FAILED|blocked|not be reached|nested frames|^uncaught: $/,
    )
    await dapp.enableSaveData()
    await serve(dapp, { ...kind, tag: 'own' })
    if (!refusesCors) await serveSdkToAll(page)
    const url = dapp.url({ path: '/plain.html' })
    if (frame)
      await page.route('**/outer.html', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<body>${frame(url)}</body>` }),
      )
    await page.goto(frame ? `${dapp.world.stack[framedBy].origin}/outer.html` : url)
    const host = frame ? page.frameLocator('iframe') : page
    await host.locator('#connect').click()
    const notice = host.locator('dialog[data-drawbridge]').getByRole('alert')
    await expect(notice).toContainText(text, { timeout: 3_000 })
    await expect.poll(() => browserErrors.all().filter((problem) => hint.test(problem))).toHaveLength(1)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(host.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  })
}

if (isInRotation(4, { of: 5 }))
  test('page › an XHTML document › a wallet connects', async ({ dapp, page, testAccounts }) => {
    await serve(dapp, xhtmlKind)
    await dapp.open({ path: '/plain.html' })
    await waitForTagFiles(page)
    await page.locator('#connect').click()
    // Playwright's frame locators support only elements of HTML documents.
    const frame = await widgetFrame(page)
    await frame.getByRole('listitem').filter({ hasText: 'Harbour Wallet' }).getByRole('button').click()
    await dapp.wallet().approve()
    await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  })
