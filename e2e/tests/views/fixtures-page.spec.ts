import { expect, test } from '../fixtures.ts'

test('development page › link for each view and state › marked, sends no requests', async ({
  page,
  developmentPage,
}) => {
  await developmentPage.open()
  await developmentPage.widget.shows('Connect wallet')
  await page.getByRole('link', { name: 'All views and states' }).click()
  await expect(page.getByRole('heading', { name: 'Views and states' })).toBeVisible()

  const views = page.getByRole('heading', { level: 2 })
  // A unit test of the list compares it with all views.
  for (const name of ['Connect', 'WalletSend', 'Blocked'])
    await expect(views.getByRole('link', { name, exact: true })).toBeVisible()

  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'several accounts' }).click()
  await developmentPage.widget.shows('Account')
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Nothing here is real')
  await expect(developmentPage.widget.text('1.239 ETH').first()).toBeVisible()
  // The next fixture renders in the same document; an earlier one loads a new document.
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Account: price unknown')
  await expect(page.locator('html[data-same][data-sample="settled"]')).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Account: several accounts')
  await expect(page.locator('html:not([data-same])[data-sample="settled"]')).toBeVisible()
  expect(
    requested.filter(
      (path) => !/^\/(dev\.html$|widget\.config\.json$|(dev-assets|wallets|networks|tokens)\/)/.test(path),
    ),
  ).toEqual([])

  // A view's link leads back to the running widget, with the wallets of this page.
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'AllWallets' }).click()
  await developmentPage.widget.shows('All wallets')
  await expect(developmentPage.widget.row('Harbour Wallet')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toBeHidden()
})
