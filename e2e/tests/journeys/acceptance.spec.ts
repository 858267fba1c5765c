import { expect, test } from '../fixtures.ts'

test('injected and WalletConnect wallets › connect, send from phone, reload › restored', async ({
  dapp,
  testAccounts,
  phone,
  world,
  page,
}) => {
  test.slow()
  const { solana, polkadot } = world.stack
  const shop = (accounts: readonly { label: string; address: string }[]) =>
    accounts.find(({ label }) => label === 'shop')?.address ?? ''
  await dapp.open({
    wallets: [
      { id: 'harbour', accounts: [testAccounts.harbour[0].label] },
      { id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] },
      { id: 'trellis', accounts: [testAccounts.trellis] },
    ],
    options: dapp.allNetworkOptions(),
    config: { features: { multiWallet: true } },
  })
  const connected = async () =>
    (await dapp.state()).accounts.map(({ namespace, walletName }) => `${namespace} ${walletName}`).sort()
  for (const [namespace, name, id] of [
    ['eip155', 'Harbour Wallet', 'harbour'],
    ['solana', 'Beacon Wallet', 'beacon'],
    ['polkadot', 'Trellis Wallet', 'trellis'],
  ] as const) {
    await dapp.waitForPointer()
    await dapp.card(namespace).button('Connect').click()
    if (namespace !== 'eip155') await dapp.widget.button(/^Connect a wallet for/).click()
    await dapp.widget.clickRow(name)
    await dapp.wallet(id).approve()
    await expect.poll(connected).toContain(`${namespace} ${name}`)
  }
  await dapp.waitForPointer()
  await dapp.openView({ view: 'Connect' })
  await dapp.widget.clickRow('WalletConnect')
  await phone.pair(await dapp.copiedLink())
  const all = [
    'eip155 Harbour Wallet',
    'eip155 Pocket Wallet',
    'polkadot Pocket Wallet',
    'polkadot Trellis Wallet',
    'solana Beacon Wallet',
    'solana Pocket Wallet',
  ]
  await expect.poll(connected).toEqual(all)
  await expect(dapp.widget.sheet).toBeHidden()

  for (const [namespace, token, amount, to] of [
    ['eip155', 'ETH', '0.25', world.account('recipient').address],
    ['eip155', 'DAI', '12.5', world.account('recipient').address],
    ['solana', 'SOL', '0.75', shop(solana.accounts)],
    ['solana', 'BARN', '1.5', shop(solana.accounts)],
    ['polkadot', 'ROC', '1.25', shop(polkadot.accounts)],
  ] as const) {
    await dapp.pay('Pocket Wallet', { namespace, token, amount, to })
  }
  expect(await phone.asked()).toEqual([
    'proposal',
    'eth_sendTransaction',
    'eth_sendTransaction',
    'solana_signAndSendTransaction',
    'solana_signAndSendTransaction',
    'polkadot_signTransaction',
  ])

  await page.reload()
  await expect.poll(connected).toEqual(all)
})
