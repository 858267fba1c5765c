import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { OpenOptions } from '../pages/host-url.ts'
import { Widget } from '../pages/widget.ts'

test.use(reducedMotion)

/** Locators of one half of the React page, and the widget of its bridge. */
function pageHalf({ page, world }: Dapp, name: 'first' | 'second') {
  const region = page.getByRole('region', { name })
  const part = (of: string) => region.locator(`[data-part="${of}"]`)
  const project = name === 'first' ? world.project() : world.project('empty')
  return {
    widget: new Widget(page.frameLocator(`iframe[src$="/${encodeURIComponent(project)}"]`)),
    accounts: part('accounts').locator('li'),
    wallets: part('wallets').locator('li'),
    count: part('count'),
    open: region.getByRole('button', { name: 'Open' }),
    disconnect: region.getByRole('button', { name: 'Disconnect' }),
  }
}

const pageOf = ({ world }: Dapp, options: OpenOptions['options'] = {}): OpenOptions => ({
  path: '/react.html',
  options: { secondProject: world.project('empty'), ...options },
})

/** Connects as a user does, in the widget of one half. */
async function connect(dapp: Dapp, { open, widget }: ReturnType<typeof pageHalf>, name: string, id: string) {
  await dapp.waitForPointer()
  await open.click()
  await widget.clickRow(name)
  await dapp.wallet(id).approve()
  await expect(widget.sheet).toBeHidden()
  await dapp.waitForPointer()
}

test('server render › disconnected › hydrates without mismatch, follows the account', async ({
  dapp,
  testAccounts,
  page,
}) => {
  const response = await page.goto(dapp.url(pageOf(dapp)))
  const html = (await response?.text()) ?? ''
  expect(html.match(/<p data-part="count">Not connected<\/p>/g)).toHaveLength(2)
  expect(html.match(/<ul data-part="wallets"><\/ul>/g)).toHaveLength(2)

  const first = pageHalf(dapp, 'first')
  await expect(first.wallets).toHaveText(['Harbour Wallet', 'Lantern Wallet'])
  await connect(dapp, first, 'Harbour Wallet', 'harbour')
  const [one = '', other = ''] = testAccounts.harbour.map(({ address }) => `Harbour Wallet: ${address}`)
  await expect(first.accounts).toHaveText([one, other])
  await expect(first.count).toHaveText('2 connected')
  await expect(first.wallets).toHaveText(['Harbour Wallet, connected', 'Lantern Wallet'])

  // The account selected in the wallet arrives without a request.
  await page.evaluate(() => window.testWallets.harbour?.useAccount(1))
  await expect(first.accounts).toHaveText([other, one])
  await first.disconnect.click()
  await expect(first.accounts).toHaveCount(0)
  await expect(first.count).toHaveText('Not connected')
  await expect(first.wallets).toHaveText(['Harbour Wallet', 'Lantern Wallet'])
})

test('hydration › already reconnected › no mismatch, then shows the account', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open(pageOf(dapp))
  const first = pageHalf(dapp, 'first')
  await connect(dapp, first, 'Harbour Wallet', 'harbour')
  await expect(first.count).toHaveText('2 connected')
  await dapp.open(pageOf(dapp, { hydrate: 'late' }))
  await expect(page.locator('#root[data-hydrated]')).toHaveCount(1)
  await expect(first.accounts.first()).toHaveText(`Harbour Wallet: ${testAccounts.harbour[0].address}`)
})

test('two providers › two instances › isolated; a phone’s account is like any other', async ({
  dapp,
  phone,
  testAccounts,
  page,
}) => {
  await dapp.open({
    ...pageOf(dapp),
    wallets: [{ id: 'lantern', accounts: [testAccounts.lantern[0].label] }],
  })
  const [first, second] = [pageHalf(dapp, 'first'), pageHalf(dapp, 'second')]
  const lantern = `Lantern Wallet: ${testAccounts.lantern[0].address}`
  await connect(dapp, second, 'Lantern Wallet', 'lantern')
  await expect(second.accounts).toHaveText([lantern])
  await expect(first.wallets).toHaveText(['Lantern Wallet'])
  await expect(first.accounts).toHaveCount(0)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await first.open.click()
  await first.widget.clickRow('WalletConnect')
  await first.widget.button('Copy link').click()
  await first.widget.announces('Link copied')
  await phone.pair(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(first.accounts).toHaveText([`Pocket Wallet: ${await phone.address('eip155:1')}`])
  await expect(first.wallets).toHaveText(['Lantern Wallet', 'Pocket Wallet, connected'])
  await expect(second.accounts).toHaveText([lantern])
  await expect(first.widget.sheet).toBeHidden()
  await dapp.waitForPointer()
  await second.disconnect.click()
  await expect(second.accounts).toHaveCount(0)
  await expect(first.accounts).toHaveCount(1)
})
