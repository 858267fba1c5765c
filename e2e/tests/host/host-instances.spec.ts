import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { announcedUuids } from '../pages/page-kinds.ts'

test.use(reducedMotion)

/** Runs the script tag of the page once more, as a router or a tag manager does. */
const runTagAgain = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const tag = document.querySelector('script[data-project-id]')
        const again = document.createElement('script')
        for (const { name, value } of tag?.attributes ?? []) again.setAttribute(name, value)
        again.addEventListener('load', () => done())
        again.addEventListener('error', () => fail(new Error('not loaded')))
        document.body.append(again)
      }),
  )

test('script tag › runs twice › one modal, one frame, one announcement', async ({ dapp, page }) => {
  await dapp.open({ path: '/script-tag.html' })
  const { widget } = dapp
  await page.locator('.primary').click()
  await widget.shows('Connect wallet')
  await widget.close.click()
  await dapp.waitForPointer()
  const before = await announcedUuids(page)
  await runTagAgain(page)
  expect(await announcedUuids(page)).toEqual(before)
  expect(before).toHaveLength(1)

  for (const opener of [page.locator('.primary'), page.locator('drawbridge-button').getByRole('button')]) {
    await opener.click()
    await widget.shows('Connect wallet')
    await expect(page.locator('iframe')).toHaveCount(1)
    await expect(page.locator('dialog')).toHaveCount(1)
    await widget.close.click()
    await dapp.waitForPointer()
  }
})

test('two copies of the SDK › both create an instance › the first works through it', async ({
  dapp,
  page,
  testAccounts,
}) => {
  await page.route('**/sdk/other.js', async (route) => {
    const response = await route.fetch({
      url: route.request().url().replace('other.js', 'bundle.js').replace('dapp.localhost', '127.0.0.1'),
    })
    await route.fulfill({
      response,
      body: (await response.text()).replace(/\b\d+\.\d+\.\d+(?=[`"'])/g, '99.0.0'),
    })
  })
  await dapp.open()
  await dapp.connect()
  const first = await announcedUuids(page)
  const options = {
    projectId: dapp.world.project(),
    metadata: { name: 'Shop' },
    widgetUrl: dapp.world.stack.widget.origin,
    platforms: ['ethereum'],
    networks: ['eip155:1'],
  }
  await page.evaluate(
    async ({ url, options }) => {
      const { createDrawbridge } = await import(url)
      Object.defineProperty(window, 'other', { value: createDrawbridge(options) })
    },
    { url: '/sdk/other.js', options },
  )
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(await announcedUuids(page)).toEqual(first)
  const { address } = testAccounts.harbour[0]
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'other').accounts[0]?.address))
    .toBe(address)
  expect(await dapp.account()).toBe(address)
  await expect.poll(() => page.evaluate(() => Reflect.get(window.bridge.state, 'loading'))).toBe(false)

  await dapp.connectButton.click()
  await dapp.widget.shows('Account')
  await expect(page.locator('dialog')).toHaveCount(1)
  await page.evaluate(() => window.bridge.closeModal())
  await dapp.waitForPointer()
  expect(await dapp.request('eth_accounts')).toMatchObject({ is: 'ok', result: [address, expect.anything()] })

  await page.evaluate(() => window.bridge.destroy())
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(await announcedUuids(page)).toEqual(first)
})

test('router replaces the body › the modal opens in the new one', async ({ dapp, page }) => {
  await dapp.open({ path: '/script-tag.html' })
  await page.locator('.primary').click()
  await dapp.widget.shows('Connect wallet')
  await dapp.widget.close.click()
  await dapp.waitForPointer()
  await page.evaluate(() => {
    const next = document.createElement('body')
    next.innerHTML =
      '<button type="button" class="primary" data-drawbridge-open>Pay</button><p id="account"></p>'
    document.body.replaceWith(next)
  })
  await page.locator('.primary').click()
  await dapp.widget.shows('Connect wallet')
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(dapp.widget.title).toBeFocused()
  await dapp.widget.close.click()
  await dapp.waitForPointer()
  await runTagAgain(page).catch(() => {})
  await expect(page.locator('iframe')).toHaveCount(1)
})
