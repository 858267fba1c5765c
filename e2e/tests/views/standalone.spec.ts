import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'

test.use(reducedMotion)

test('development page › wallets of that page › connect, send, and reconnect', async ({
  developmentPage,
  page,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  await developmentPage.open()
  const { widget } = developmentPage
  await widget.shows('Connect wallet')
  await expect(widget.rowsOf('Your wallets')).toHaveText([/^Harbour Wallet/, /^Lantern Wallet/])
  await developmentPage.connect()
  await expect(
    widget.button(new RegExp(`${testAccounts.harbour[0].address.slice(-4)}`)).first(),
  ).toBeVisible()
  await widget.openSend()
  await expect(page).toHaveURL(/#\/WalletSend$/)
  await widget.fillSend({ token: 'USDC', amount: '2', to })
  await widget.button('Send in Harbour Wallet').click()
  await developmentPage.wallet().approve()
  await widget.announces('Confirmed')
  await expect(page).toHaveURL(/#\/Transaction\?/)
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('2', 6))
  await page.reload()
  await widget.shows('Transaction')
  await widget.announces('Confirmed')
  expect(await developmentPage.wallet().promptCount()).toBe(0)
})

test('development page › wallets of three ecosystems › reconnect after a reload', async ({
  developmentPage,
  page,
  testAccounts,
  world,
}) => {
  const addressOf = (accounts: readonly { label: string; address: string }[], label: string) =>
    accounts.find((account) => account.label === label)?.address ?? ''
  const [beacon, trellis] = [
    addressOf(world.stack.solana.accounts, testAccounts.beacon),
    addressOf(world.stack.polkadot.accounts, testAccounts.trellis),
  ]
  const selectedWallets = [
    { id: 'harbour', accounts: [testAccounts.harbour[0].label] },
    { id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] },
    { id: 'trellis', accounts: [testAccounts.trellis] },
  ]
  // A wallet that the user does not choose, and that must get no request.
  const other = { id: 'other', namespaces: ['polkadot'], accounts: ['spare-1'] }
  await developmentPage.open({ wallets: [...selectedWallets, other] })
  const { widget } = developmentPage
  const names = [/^Harbour Wallet/, /^Beacon Wallet/, /^Trellis Wallet/, /^Other/]
  await widget.shows('Connect wallet')
  await expect(widget.rowsOf('Your wallets')).toHaveText(names)
  const all = [
    ['Ethereum', 'Harbour Wallet', 'harbour', testAccounts.harbour[0].address],
    ['Solana', 'Beacon Wallet', 'beacon', beacon],
    ['Polkadot', 'Trellis Wallet', 'trellis', trellis],
  ] as const
  const expectAllWallets = async () => {
    await developmentPage.follow('ProfileWallets')
    await widget.shows('Wallets')
    for (const [ecosystem, name, , address] of all) {
      await expect(widget.rowsOf(ecosystem).first()).toHaveText(new RegExp(`^${name}.*${address.slice(-6)}`))
    }
  }
  for (const [, name, id] of all) {
    await developmentPage.follow('Connect')
    await developmentPage.connect(name, id)
  }
  expect(await developmentPage.wallet('other').requestedMethods()).toEqual([])
  // The networks of the deployment are listed first.
  await expect(widget.button('Network: Local Polkadot')).toBeVisible()
  await expectAllWallets()
  await page.reload()
  await expectAllWallets()
  for (const [, , id] of all) expect(await developmentPage.wallet(id).promptCount()).toBe(0)
  expect(await developmentPage.wallet('other').requestedMethods()).toEqual([])
})

test('development page › each view has a link with parameters › closing reopens', async ({
  developmentPage,
  page,
}) => {
  await developmentPage.open({ view: 'AllWallets', params: { search: 'meta' } })
  const { widget } = developmentPage
  await widget.shows('All wallets')
  await expect(widget.row('MetaMask')).toBeVisible()
  await widget.back.click()
  await developmentPage.connect()
  const to = randomAddress()
  const links = [
    ['Account', undefined, 'Account'],
    ['Networks', undefined, 'Choose network'],
    ['SwitchActiveChain', { namespace: 'solana' }, 'Switch chain'],
    ['GetWallet', { walletId: 'io.metamask' }, /./],
    ['WalletSend', { to, amount: '0.5' }, 'Send'],
    ['WalletReceive', undefined, 'Receive'],
    ['WalletSendSelectToken', undefined, 'Select token'],
    ['WalletSendReview', undefined, 'Review'],
    ['Transaction', { id: 'unknown' }, 'Transaction'],
    ['Blocked', { code: 'APKT002' }, 'Not available here'],
    ['Connect', undefined, 'Connect wallet'],
  ] as const
  for (const [view, params, title] of links) {
    await developmentPage.follow(view, params)
    await widget.shows(title)
    await expect(page).toHaveURL(new RegExp(`#/${view}`))
  }
  // An unknown view or invalid parameters do not change the current view.
  await developmentPage.follow('NoSuchView')
  await developmentPage.follow('Transaction', { id: '' })
  await widget.shows('Connect wallet')
  await widget.close.click()
  await widget.shows('Account')
})
