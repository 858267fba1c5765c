import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('Send › recent recipients, names › imitated address warns first @long', async ({ dapp, world }) => {
  const ethereum = world.chain(1)
  const to = `0x${'5a1d'.repeat(10)}` as const
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const widget = await dapp.openView({ view: 'WalletSend' })
  const before = await ethereum.tokenBalance('USDC', to)
  await widget.selectToken('USDC')
  await widget.field('Amount').fill('3')
  await widget.field('To').fill(to)
  await widget.button('Review').click()
  await expect(widget.text('First payment to this address')).toBeVisible()
  await widget.button('Compare address').click()
  const addressCheck = widget.root.getByRole('checkbox', { name: 'I’ve checked the address' })
  await expect(addressCheck).toBeFocused()
  await addressCheck.check()
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirmed')
  expect((await ethereum.tokenBalance('USDC', to)) - before).toBe(parseUnits('3', 6))
  await widget.back.click()

  await widget.openSend()
  await widget.rowsOf('Send again').first().getByRole('button').first().click()
  await expect(widget.field('To')).toHaveValue(/^0x5a1d/i)
  await widget.button('Save with a name').click()
  await widget.field('Name').fill('Ada')
  await widget.button('Save').click()
  await expect(widget.text('Saved as Ada')).toBeVisible()
  await widget.field('To').fill('')
  await expect(widget.rowsOf('Send again')).toHaveText([/Ada/])

  await widget.selectToken('USDC')
  await widget.field('To').fill(`${to.slice(0, 12)}${'0'.repeat(20)}${to.slice(-10)}`)
  await widget.alerts('Not the address you know')
  await widget.field('Amount').fill('1')
  await widget.button('Review').click()
  await widget.shows('Review')
  await expect(widget.text('Not the address you know')).toBeVisible()
  await expect(widget.button('Send in Harbour Wallet')).toBeHidden()
})

test('Send › name lookup fails › error shown, can be retried @long', async ({
  dapp,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  await world.fault({ path: '/v1/profile', status: 400 })
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.selectToken('ETH')
  await widget.field('Amount').fill('0.001')
  await widget.field('To').fill('boris.wcn.id')
  await expect(widget.text('Error resolving name').first()).toBeVisible()
  await world.clearFaults()
  await widget.field('To').fill('')
  await widget.field('To').fill('boris.wcn.id')
  await widget.button('Review').click()
  await widget.shows('Review')
  await expect(widget.fact('To')).toContainText('boris.wcn.id')
})
