import { parseEther } from 'viem'
import { expect, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone › wallet opened by its link to pair › and again to pay', async ({ dapp, phone, world }) => {
  await dapp.open({ wallets: 'none' })
  const { widget } = dapp
  await phone.pair(await dapp.appLink('Rainbow'))
  await expect.poll(() => dapp.account()).toBe(await phone.address('eip155:1'))

  await dapp.waitForPointer()
  await phone.script({ requests: { is: 'ignore' } })
  const to = randomAddress()
  await dapp.page.locator('#send').tap()
  await widget.fillSend({ token: 'ETH', amount: '0.125', to })
  await widget.button('Send in Pocket Wallet').tap()
  await widget.announces('Confirm in Pocket Wallet')
  // The link is that of the connected wallet, which can differ from the wallet that the user chose.
  await expect(widget.root.getByRole('link', { name: 'Open Pocket Wallet' })).toHaveAttribute(
    'href',
    'zengo://',
  )
  await expect.poll(() => phone.asked()).toContain('eth_sendTransaction')
  await phone.script()
  await phone.perform({ is: 'answer-waiting' })
  await widget.announces('Confirmed')
  await expect(widget.root.getByRole('link', { name: 'Open Pocket Wallet' })).toBeHidden()
  expect(await world.chain(1).balance(to)).toBe(parseEther('0.125'))
})
