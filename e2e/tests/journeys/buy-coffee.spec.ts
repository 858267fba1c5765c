import { parseEther } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault } from '../pages/embedded-wallet.ts'
import { MailPage } from '../pages/mail-page.ts'
import { Provider } from '../pages/provider.ts'

test.use(reducedMotion)

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])

test('visitor without a wallet › signs up, buys ether by card, pays the shop, signs in elsewhere', async ({
  dapp,
  page,
  world,
}) => {
  test.slow()
  const email = newEmail()
  const { widget } = dapp
  await dapp.open({ project: 'shop' })

  // The code is in the inbox, which the shop links.
  await page.getByRole('button', { name: 'Connect to pay' }).click()
  await dapp.waitUntilOpen()
  await widget.row('Continue with email').click()
  await widget.field('Email').fill(email)
  await widget.button(/^Continue$/).click()
  await widget.field('Code').fill(await (await MailPage.open(dapp)).code(email))

  // The wallet, and a recovery code on paper.
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await vault.row('Save a recovery code').click()
  const code = (await vault.page.getByTestId('recovery-code').textContent()) ?? ''
  await vault.field('Last five characters').fill(code.slice(-5))
  await vault.button('I saved it').click()
  await vault.announces('Your wallet is safe')
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  await vault.closesItself()
  await expect(widget.sheet).toBeHidden()
  const address = z.parse(hex, await dapp.account())

  // Ether, by the test card.
  const chain = world.chain(1)
  await dapp.openModal()
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.shows('Buy')
  await widget.button(/^You get: /).click()
  await widget.row('ETH').click()
  await widget.field('You pay').fill('100')
  const opens = page.context().waitForEvent('page')
  await widget.button('Continue to Meld').click()
  const provider = new Provider(await opens)
  await provider.card('4242 4242 4242 4242')
  await provider.identify()
  await provider.pay()
  await provider.shows('Sent')
  await widget.announces(/^Purchase complete/)
  expect(await chain.balance(address)).toBeGreaterThan(parseEther('0.02'))
  await widget.close.click()

  // The coffee.
  const shop = world.account('shop').address
  const before = await chain.balance(shop)
  await dapp.waitForPointer()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await dapp.waitUntilOpen()
  await widget.openReview()
  await widget.button('Send in Drawbridge').click()
  const paying = await openVault(dapp, 'Review in your wallet')
  await paying.approve()
  await paying.closesItself()
  await expect.poll(() => chain.balance(shop)).toBeGreaterThanOrEqual(before + parseEther('0.005'))

  // The same address on a second site.
  const other = new Dapp(await page.context().newPage(), world, [])
  const siwx = { mode: 'hosted', statement: 'I accept the terms', lifetimeSeconds: 3_600 }
  await other.open({ site: 'evil', project: 'mall', config: { siwx } })
  await logInByEmail(other, email, 2)
  await other.widget.shows('Sign in')
  await other.widget.button(/^Sign/).click()
  const signing = await openVault(other, 'Review in your wallet')
  await expect(signing.text('I accept the terms')).toBeVisible()
  await signing.approve()
  await expect.poll(async () => (await other.state()).signedIn).toEqual([`eip155:1:${address}`])
  expect(await other.account()).toBe(address)
})
