import { type Address, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from '../fixtures.ts'
import type { LocalChain } from '../local-chain.ts'
import { Provider } from '../pages/provider.ts'
import type { Account } from '../world.ts'

/** Another account sends native currency; resolves once it is in a block. */
async function pay(chain: LocalChain, { address, privateKey }: Account, to: Address, value: bigint) {
  const signed = await privateKeyToAccount(privateKey).signTransaction({
    ...{ type: 'eip1559', chainId: chain.chainId, nonce: await chain.nonce(address), to, value },
    ...{ gas: 21_000n, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('1') },
  })
  await chain.receipt(await chain.send(signed))
}

test('on a phone › receives, sends by name, swaps, buys › all listed in Activity', async ({
  dapp,
  testAccounts,
  world,
  page,
}) => {
  test.slow()
  const ethereum = world.chain(1)
  const [{ address }] = testAccounts.lantern
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dapp.open()
  await dapp.connect('Lantern Wallet', 'lantern')
  await dapp.wallet('lantern').script({ mode: 'approve' })

  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.rowsOf('Tokens')).toHaveText([
    /Ether.*12\.5 ETH.*\$40,182\.12/,
    /USD Coin.*2,500\.00 USDC.*\$2,500\.00/,
    /Dai Stablecoin.*1,250\.75 DAI.*\$1,250\.50/,
  ])
  await expect(widget.root.getByRole('region', { name: 'Total' })).toContainText('$43,932')

  await widget.button('Receive').click()
  await widget.shows('Receive')
  await widget.button('Copy address').click()
  await widget.announces('Address copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(address)
  await pay(ethereum, world.account('spare-5'), address, parseEther('0.75'))
  await widget.back.click()
  await widget.button('Refresh balances').click()
  await expect(widget.rowsOf('Tokens').first()).toHaveText(/13\.25 ETH/)

  await widget.openSend()
  await widget.fillSend({ token: 'USDC', amount: '25', to: 'anna.eth' })
  await expect(widget.fact('To')).toContainText('anna.eth')
  await widget.button('Send in Lantern Wallet').click()
  await widget.announces('25 USDC arrived')
  await widget.back.click()

  await widget.shows('Account')
  await widget.button('Swap').click()
  await widget.shows('Swap')
  await widget.button(/^You receive: /).click()
  await widget.clickRow('DAI')
  await widget.field('You pay').fill('0.2')
  await widget.button('Review swap').click()
  await widget.shows('Review swap')
  await widget.button('Swap in Lantern Wallet').click()
  await widget.announces(/^SwappedYou received /)
  await widget.button('Done').click()

  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.shows('Buy')
  await widget.button(/^You get: /).click()
  await widget.clickRow('USDC')
  await widget.field('You pay').fill('100')
  const opens = page.context().waitForEvent('page')
  await widget.button('Continue to Meld').click()
  const provider = new Provider(await opens)
  await provider.payByTestCard()
  await widget.announces(/^Purchase complete/)
  await widget.back.click()

  await widget.shows('Account')
  await widget.button('Get a name').click()
  await widget.field('Name').fill('lantern-light')
  await widget.clickGated(widget.button('Register'))
  await expect(widget.text('lantern-light.reown.id is yours')).toBeVisible()
  await widget.button('See account').click()
  await expect(widget.root.getByRole('heading', { name: 'lantern-light.reown.id' })).toBeVisible()

  await widget.tab('Activity').click()
  await widget.button('Refresh activity').click()
  await expect(widget.rowsOf('Activity').filter({ hasText: /Received.*\+0\.75 ETH/ })).toHaveCount(1)
  await expect(widget.rowsOf('Activity').filter({ hasText: /Sent.*−25\.00 USDC/ })).toHaveCount(1)
  await expect(widget.rowsOf('Activity').filter({ hasText: /Swap.*−0\.20 ETH/ })).toHaveCount(1)
  await expect(widget.rowsOf('Activity').filter({ hasText: /98\.05 USDC/ })).toHaveCount(1)
})
