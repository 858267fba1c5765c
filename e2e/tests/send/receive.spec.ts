import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { startingFunds } from '../world.ts'

test.use(reducedMotion)

test('Receive › amount requested, link pasted in Send › paid after the address check', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [{ address: payee }] = testAccounts.harbour
  const { widget } = dapp
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dapp.open()
  await dapp.connect()
  await dapp.openModal()
  await widget.button('Receive').click()
  await widget.shows('Receive')
  await expect(widget.text('Only send on these networks')).toBeVisible()
  await widget.button('Request an amount').click()
  await widget.button('USDC').click()
  await widget.field('Amount to request').fill('12.5')
  await expect(widget.text('Requesting 12.5 USDC on Ethereum')).toBeVisible()
  await widget.button('Copy payment link').click()
  await widget.announces('Payment link copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const { address: usdc } = world.chain(1).token('USDC')
  expect(link).toBe(`ethereum:${usdc}@1/transfer?address=${payee}&uint256=12500000`)

  await dapp.disconnect()
  await widget.close.click()
  await dapp.connect('Lantern Wallet', 'lantern')
  await dapp.openView({ view: 'WalletSend' })
  await widget.field('To').fill(link)
  await widget.announces('Filled in from a payment link')
  await expect(widget.field('To')).toHaveValue(payee)
  await expect(widget.field('Amount')).toHaveValue('12.5')
  await widget.button('Review').click()
  await widget.shows('Review')
  await expect(widget.fact('To')).toHaveText(payee)
  await expect(widget.text('First payment to this address')).toBeVisible()
  await widget.button('Compare address').click()
  const addressCheck = widget.root.getByRole('checkbox', { name: 'I’ve checked the address' })
  await expect(addressCheck).toBeFocused()
  await addressCheck.check()
  await widget.button('Send in Lantern Wallet').click()
  await dapp.wallet('lantern').approve()
  await widget.announces('Confirmed')
  expect(await world.chain(1).tokenBalance('USDC', payee)).toBe(startingFunds.USDC + parseUnits('12.5', 6))
})
