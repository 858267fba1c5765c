import { expect, test } from '../fixtures.ts'

test('smoke › user connects the test wallet › the page has the account', async ({ dapp, testAccounts }) => {
  const addresses = testAccounts.harbour.map(({ address }) => address)
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.shows('Connect wallet')
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet('harbour').approve()

  await expect(dapp.page.locator('#account')).toHaveAttribute('data-address', addresses[0] ?? '')
  expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: addresses })
  expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x1' })
})
