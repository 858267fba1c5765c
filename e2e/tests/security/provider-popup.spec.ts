import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Provider } from '../pages/provider.ts'
import type { Widget } from '../pages/widget.ts'

/** Opens the form and goes on to the provider, by whichever window opens. */
async function toProvider(page: Page, widget: Widget): Promise<Provider> {
  await widget.button('Buy').click()
  await widget.field('You pay').fill('20')
  const opens = page.context().waitForEvent('page')
  await widget.button('Continue to Meld').click()
  const shop = new Provider(await opens)
  await shop.shows('Pay 20 USD')
  expect(await shop.page.evaluate(() => window.opener)).toBeNull()
  return shop
}

async function buys(shop: Provider, widget: Widget): Promise<void> {
  await shop.card('4242424242424242')
  await shop.identify()
  await shop.pay()
  await shop.shows('Sent')
  await widget.says(/^It has arrived/)
  await widget.button('Done').click()
  await shop.page.close()
}

test('behavior: in a cross-origin isolated page a person connects and buys in a window, which is told of as out of reach; the purchase arrives, and nobody has refused anything (test 47)', async ({
  dapp,
  page,
}) => {
  await dapp.open({ path: '/isolated.html' })
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await dapp.connect()
  const widget = await dapp.openModal()
  const shop = await toProvider(page, widget)
  await widget.says('Did Meld open?')
  await expect(widget.link('Open Meld')).toHaveAttribute('rel', /noopener/)
  await buys(shop, widget)
})

test('behavior: whatever the opener policies of site and provider, the purchase arrives (test 47) @long', async ({
  dapp,
  page,
  world,
}) => {
  const matrix = [
    // Path of the host page (its policy is in its name), the provider's policy, and what is said.
    ['/', 'unsafe-none', 'Go on at Meld'],
    ['/own-popups.html', 'unsafe-none', 'Go on at Meld'],
    ['/', 'same-origin', 'The window of Meld is out of sight'],
    ['/own-popups.html', 'same-origin-allow-popups', 'The window of Meld is out of sight'],
    ['/own-openers.html', 'same-origin', 'Did Meld open?'],
  ] as const
  await dapp.open()
  await dapp.connect()
  for (const [path, provider, says] of matrix) {
    await world.provider({ openerPolicy: provider })
    await dapp.open({ path })
    await expect.poll(() => dapp.account()).not.toBeUndefined()
    const widget = await dapp.openModal()
    const shop = await toProvider(page, widget)
    await widget.says(says)
    await buys(shop, widget)
  }
})

test('behavior: in an isolated page, which keeps frames of other sites out, a provider that has a frame elsewhere opens in a window (test 47) @long', async ({
  dapp,
  page,
}) => {
  await dapp.open({ path: '/credentialless.html' })
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Buy').click()
  await widget.row('Meld').click()
  await expect(widget.row('Quay Pay')).toContainText('1.5% fee · new window')
  await widget.row('Quay Pay').click()
  await widget.field('You pay').fill('20')
  const opens = page.context().waitForEvent('page')
  await widget.button('Continue to Quay Pay').click()
  await buys(new Provider(await opens), widget)
})

test('error: a window that the browser blocks is told, and a link leads to the same purchase (test 47) @long', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.root.locator('body').evaluate(() => {
    window.open = () => null
  })
  await widget.button('Buy').click()
  await widget.field('You pay').fill('20')
  await widget.button('Continue to Meld').click()
  await widget.says('Did Meld open?')
  const opens = page.context().waitForEvent('page')
  await widget.link('Open Meld').click()
  await buys(new Provider(await opens), widget)
})
