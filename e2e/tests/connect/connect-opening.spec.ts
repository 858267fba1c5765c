import { expect, test } from '../fixtures.ts'

test('openModal › requested view first; else Account or Connect › closing resets', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openView({ view: 'AllWallets' })
  await widget.shows('All wallets')
  await widget.close.click()
  await dapp.openModal()
  await widget.shows('Connect wallet')
  await widget.close.click()

  // A view that needs an account waits until there is one.
  await dapp.openView({ view: 'WalletSend' })
  await widget.shows('Connect wallet')
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await widget.shows('Send')
  await widget.close.click()

  await dapp.openModal()
  await widget.shows('Account')
  await widget.button('Network: Ethereum').click()
  await widget.shows('Choose network')
  await widget.close.click()
  await dapp.openModal()
  await widget.shows('Account')
})

test('openModal › namespace without a connected address › shows SwitchActiveChain', async ({ dapp }) => {
  await dapp.open({
    config: {
      platforms: ['ethereum', 'solana'],
      networks: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    },
  })
  await dapp.connect()
  const widget = await dapp.openView({ namespace: 'solana' })
  await widget.shows('Switch chain')
  await expect(widget.text('Harbour Wallet is connected, but it shared no Solana account.')).toBeVisible()
  await widget.button('Connect a wallet for Solana').click()
  await widget.shows('Connect wallet')
  await widget.close.click()
  expect(await dapp.account()).toBeDefined()
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('on a phone › wallet not installed › opened by deep link, or mobile stores first', async ({
    dapp,
  }) => {
    await dapp.open({ config: { platforms: ['polkadot'], networks: [] } })
    const widget = await dapp.openModal()
    await widget.root.getByRole('button', { name: /^All wallets/ }).click()
    await widget.shows('All wallets')
    await widget.field('Search wallets').fill('subwallet')
    await widget.clickGated(widget.row('SubWallet'))
    await widget.shows('SubWallet')
    const open = widget.root.getByRole('link', { name: 'Open SubWallet' })
    await expect(open).toHaveAttribute(
      'href',
      /^https:\/\/mobile\.subwallet\.app\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F/,
    )
    await widget.button('Get SubWallet').click()
    await widget.shows('Get SubWallet')
    await expect(widget.rowsOf('Where to get it')).toHaveText([/App Store/, /Website/, /Browser extension/])
  })
})
