import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { partitionedStorage, spareProcessFeature } from '../launch.ts'
import type { Dapp } from '../pages/dapp.ts'
import { announcedUuids } from '../pages/page-kinds.ts'
import { isInRotation } from '../rotating-tests.ts'

test.use({
  ...reducedMotion,
  // A document that a test serves has no IP address; browsers do not let it frame a page of this machine.
  launchOptions: partitionedStorage(spareProcessFeature, 'LocalNetworkAccessChecks'),
})

/** Routers that replace the body of a page, and the position of its script tag. */
const sites = [
  { router: 'turbo', tag: 'head' },
  { router: 'turbo', tag: 'body' },
  { router: 'astro', tag: 'head' },
  { router: 'astro', tag: 'body' },
] as const

/** Serves two pages of a site, `one` and `two`, with links between them. */
async function serve({ page, world }: Dapp, { router, tag }: (typeof sites)[number]) {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'bridge', { get: () => window.Drawbridge?.bridge }),
  )
  const script = `<script src="/sdk/drawbridge.js" data-project-id="${world.project()}" data-name="Shop"
    data-widget-url="${world.stack.widget.origin}" data-platforms="ethereum" data-astro-rerun></script>`
  await page.route('**/visit/*', (route) => {
    const { pathname, search } = new URL(route.request().url())
    const links = ['one', 'two'].map((name) => `<a href="/visit/${name}${search}">To ${name}</a>`)
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
            <meta name="astro-view-transitions-enabled" content="true">
            <script src="/__stack/world.js"></script><script src="/__stack/test-wallets.js"></script>
            ${tag === 'head' ? script.replace(' data-astro-rerun', '') : ''}
            <script type="module" src="/conformance/${router}.js"></script>
          </head>
          <body>
            ${tag === 'body' ? script : ''}
            <h1>${pathname.split('/').at(-1)}</h1>${links.join('')}
            <button type="button" id="connect" data-drawbridge-open>Connect wallet</button>
            <p id="kept" data-turbo-permanent data-astro-transition-persist="kept">Basket</p>
          </body>
        </html>`,
    })
  })
}

/** Follows a link of the page by script, also while the modal is open. */
async function visitPage(page: Page, name: 'one' | 'two') {
  await page.evaluate((text) => {
    for (const link of document.querySelectorAll('a')) if (link.textContent === text) link.click()
  }, `To ${name}`)
  await expect(page.locator('h1')).toHaveText(name)
}

for (const [at, site] of sites.entries()) {
  if (!isInRotation(at, { of: 8 })) continue
  const { router, tag } = site
  test(`${router}, tag in ${tag} › visits replace the body › one frame, connected`, async ({
    dapp,
    page,
    testAccounts,
  }) => {
    const { widget } = dapp
    const { address } = testAccounts.harbour[0]
    await serve(dapp, site)
    await dapp.open({ path: '/visit/one' })
    await dapp.connect()
    await page.evaluate(() => document.querySelector('iframe')?.setAttribute('data-first', ''))
    const uuids = await announcedUuids(page)
    const expectOneInstance = async () => {
      await expect(page.locator('iframe')).toHaveCount(1)
      await expect(page.locator('dialog')).toHaveCount(1)
      await expect(page.locator('#kept')).toHaveCount(1)
      // A tag in the body creates an instance at each visit, which replaces the previous one.
      if (tag === 'head') await expect(page.locator('iframe[data-first]')).toHaveCount(1)
      await expect.poll(() => dapp.account()).toBe(address)
      expect(await announcedUuids(page)).toEqual(uuids)
    }

    await visitPage(page, 'two')
    await expectOneInstance()
    const result = dapp.result()
    await widget.shows('Account')
    await visitPage(page, 'one')
    await expectOneInstance()
    await widget.shows('Account')
    await expect(page.locator('dialog[data-drawbridge]')).toHaveAttribute('open')
    await widget.close.click()
    expect(await result).toEqual({ is: 'dismissed' })
    await dapp.waitForPointer()

    // The router restores a copy of the page, which has no elements of the SDK.
    const before = await page.evaluateHandle(() => window.bridge)
    await page.evaluate(() => history.back())
    await expect(page.locator('h1')).toHaveText('two')
    // A tag in the body runs again after a load; until then, calls of the previous instance reject.
    await expect.poll(() => page.evaluate((bridge) => window.bridge === bridge, before)).toBe(tag === 'head')
    await expectOneInstance()
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await dapp.wallet().script({ mode: 'approve' })
    expect(await dapp.request('personal_sign', ['0x68656c6c6f', address])).toMatchObject({ is: 'ok' })
    await dapp.connectButton.click()
    await widget.shows('Account')
    await expectOneInstance()
  })
}
