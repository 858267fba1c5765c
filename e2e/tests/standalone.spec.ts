import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from './fixtures.ts'
import { randomAddress } from './random-address.ts'

test.use(reducedMotion)

test('development page › wallets of that page › connect, send, and reconnect', async ({
  standalone,
  page,
  hands,
  world,
}) => {
  const to = randomAddress()
  await standalone.open()
  const { widget } = standalone
  await widget.shows('Connect wallet')
  await expect(widget.rowsOf('Your wallets')).toHaveText([/^Harbour Wallet/, /^Lantern Wallet/])
  await standalone.connect()
  await expect(widget.button(new RegExp(`${hands.harbour[0].address.slice(-4)}`)).first()).toBeVisible()
  await widget.opensSend()
  await expect(page).toHaveURL(/#\/WalletSend$/)
  await widget.fillSend({ token: 'USDC', amount: '2', to })
  await widget.button('Send in Harbour Wallet').click()
  await standalone.wallet().approve()
  await widget.says('Confirmed')
  await expect(page).toHaveURL(/#\/Transaction\?/)
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('2', 6))
  await page.reload()
  await widget.shows('Transaction')
  await widget.says('Confirmed')
  expect(await standalone.wallet().promptCount()).toBe(0)
})

test('development page › wallets of three ecosystems › reconnect after a reload', async ({
  standalone,
  page,
  hands,
  world,
}) => {
  const addressOf = (accounts: readonly { label: string; address: string }[], label: string) =>
    accounts.find((account) => account.label === label)?.address ?? ''
  const [beacon, trellis] = [
    addressOf(world.stack.solana.accounts, hands.beacon),
    addressOf(world.stack.polkadot.accounts, hands.trellis),
  ]
  const chosen = [
    { id: 'harbour', accounts: [hands.harbour[0].label] },
    { id: 'beacon', namespaces: ['solana'], accounts: [hands.beacon] },
    { id: 'trellis', accounts: [hands.trellis] },
  ]
  // One that the user does not choose, and that must get no request when another is chosen.
  const other = { id: 'other', namespaces: ['polkadot'], accounts: ['spare-1'] }
  await standalone.open({ wallets: [...chosen, other] })
  const { widget } = standalone
  const names = [/^Harbour Wallet/, /^Beacon Wallet/, /^Trellis Wallet/, /^Other/]
  await widget.shows('Connect wallet')
  await expect(widget.rowsOf('Your wallets')).toHaveText(names)
  const all = [
    ['Ethereum', 'Harbour Wallet', 'harbour', hands.harbour[0].address],
    ['Solana', 'Beacon Wallet', 'beacon', beacon],
    ['Polkadot', 'Trellis Wallet', 'trellis', trellis],
  ] as const
  const showsAll = async () => {
    await standalone.follow('ProfileWallets')
    await widget.shows('Wallets')
    for (const [ecosystem, name, , address] of all) {
      await expect(widget.rowsOf(ecosystem).first()).toHaveText(new RegExp(`^${name}.*${address.slice(-6)}`))
    }
  }
  for (const [, name, id] of all) {
    await standalone.follow('Connect')
    await standalone.connect(name, id)
  }
  expect(await standalone.wallet('other').asked()).toEqual([])
  // The networks of the deployment come first.
  await expect(widget.button('Network: Local Polkadot')).toBeVisible()
  await showsAll()
  await page.reload()
  await showsAll()
  for (const [, , id] of all) expect(await standalone.wallet(id).promptCount()).toBe(0)
  expect(await standalone.wallet('other').asked()).toEqual([])
})

test('standalone › every view has a link with parameters › closing reopens', async ({ standalone, page }) => {
  await standalone.open({ view: 'AllWallets', params: { search: 'meta' } })
  const { widget } = standalone
  await widget.shows('All wallets')
  await expect(widget.row('MetaMask')).toBeVisible()
  await widget.back.click()
  await standalone.connect()
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
    await standalone.follow(view, params)
    await widget.shows(title)
    await expect(page).toHaveURL(new RegExp(`#/${view}`))
  }
  // No view of that name, and parameters that do not parse: the view on screen stays.
  await standalone.follow('NoSuchView')
  await standalone.follow('Transaction', { id: '' })
  await widget.shows('Connect wallet')
  await widget.close.click()
  await widget.shows('Account')
})
