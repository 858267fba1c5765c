import type { Locator } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

/** How many rows the list reports, rendered or not. */
const rowCount = async (rows: Locator): Promise<number> =>
  Number(await rows.first().getAttribute('aria-setsize'))

test('all wallets › search › finds wallets, an uninstalled one shows where to get it', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('All wallets')
  await widget.shows('All wallets')
  const rows = widget.rowsOf('All wallets')
  // Only wallets for Ethereum, which the page configures, and the two wallets of the page.
  const count = 2 + (await dapp.world.countWallets({ chains: 'eip155:1,eip155:8453,eip155:31337' }))
  // Every row has its position in the whole list, though only visible rows are rendered.
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  await expect.poll(() => rowCount(rows)).toBe(count)
  expect(await rows.count()).toBeLessThan(30)
  const pageRequests = async () =>
    (await dapp.world.requests()).filter(
      ({ path, query }) => path === '/getWallets' && query.page !== undefined,
    )
  expect((await pageRequests()).map(({ query }) => [query.page, query.entries])).toEqual([['1', '40']])
  await rows.first().getByRole('button').focus()
  for (let row = 1; row < 45; row += 1) await dapp.page.keyboard.press('ArrowDown')
  await expect(rows.nth(0)).not.toHaveAttribute('aria-posinset', '1')
  await expect(widget.root.locator('li button:focus')).toBeInViewport()
  await expect
    .poll(async () => (await pageRequests()).map(({ query }) => [query.page, query.entries]))
    .toEqual([
      ['1', '40'],
      ['2', '40'],
    ])

  const search = widget.field('Search wallets')
  const searchTop = async () => (await search.boundingBox())?.y
  const before = await searchTop()
  await search.fill('rainbow')
  await expect(rows).toHaveText([/^Rainbow/])
  await search.fill('no such wallet')
  await widget.announces('No wallet matches “no such wallet”')
  expect(await searchTop(), 'what is found does not move what is pressed').toBe(before)
  await widget.button('Clear').click()
  await expect(search).toHaveValue('')
  await search.fill('rainbow')
  await widget.clickGated(rows.getByRole('button', { name: 'Rainbow' }))

  await widget.shows('Rainbow')
  await widget.button('Get Rainbow').click()
  await widget.shows('Get Rainbow')
  const links = widget.root.getByRole('listitem').getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', /^https:\/\//)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await widget.back.click()
  await widget.shows('Rainbow')
  await widget.back.click()
  await widget.shows('All wallets')
})

test('all wallets › list arrives during the sheet’s animation › renders visible rows', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('All wallets')
  await widget.shows('All wallets')
  await widget.close.click()
  // The view's code is loaded: the list renders before the sheet stops moving.
  await dapp.openView({ view: 'AllWallets' })
  const box = widget.root.locator('[data-scrolls]')
  const scrolled = () =>
    box.evaluate((element) => {
      element.scrollTop = 1_100
      return element.scrollTop
    })
  // Waits until the list is long enough. A wheel event would be lost while the sheet moves.
  await expect.poll(scrolled).toBe(1_100)
  await expect(widget.root.locator('li[aria-posinset="20"]')).toBeInViewport()
})

test('all wallets › installed wallet found by search › requested, no download offered', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openView({ view: 'AllWallets' })
  await widget.field('Search wallets').fill('lantern')
  await widget.clickGated(widget.rowsOf('All wallets').getByRole('button', { name: 'Lantern Wallet' }))
  await dapp.wallet('lantern').approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

test('all wallets › API down › lists the built-in catalogue with its icons', async ({
  dapp,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  await world.fault({ path: '/getWallets', status: 503 })
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets')).toHaveCount(2)
  await widget.clickRow('All wallets')
  await expect(widget.text('Couldn’t refresh; showing the built-in list')).toBeVisible()
  await expect.poll(() => rowCount(widget.rowsOf('All wallets'))).toBeGreaterThanOrEqual(30)
  await widget.field('Search wallets').fill('metamask')
  const icon = widget.row('MetaMask').locator('img')
  await expect(icon).toBeVisible()
  await expect.poll(() => icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
})

test('no installed wallet › known wallets are offered, allWallets flag hides the list', async ({ dapp }) => {
  await dapp.open({ wallets: 'none', options: { features: '{"allWallets":false}' } })
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Popular')).toHaveCount(4)
  await expect(widget.rowsOf('Your wallets')).toHaveCount(0)
  await expect(widget.row('All wallets')).toHaveCount(0)
  await widget.button('What is a wallet?').click()
  await widget.shows('What is a wallet?')
  await expect(widget.rowsOf('Wallets to start with')).toHaveCount(3)
  await widget.back.click()
  await widget.rowsOf('Popular').first().getByRole('button').click()
  await widget.shows('MetaMask')
  await expect(widget.root.getByRole('img', { name: 'QR code for MetaMask' })).toBeVisible()
  await widget.button('Get MetaMask').click()
  await widget.shows('Get MetaMask')
  await expect(widget.root.getByRole('listitem').getByRole('link').first()).toBeVisible()
})
