import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault } from '../pages/embedded-wallet.ts'
import { MailPage } from '../pages/mail-page.ts'
import { accountOf, buyEther, payCoffee, saveRecoveryCode } from '../pages/own-wallet-journey.ts'

test.use(reducedMotion)

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
  await widget.clickRow('Continue with email')
  await widget.field('Email').fill(email)
  await widget.button(/^Continue$/).click()
  await widget.field('Code').fill(await (await MailPage.open(dapp)).code(email))

  // The wallet, and a recovery code on paper.
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await saveRecoveryCode(vault)
  await expect(widget.sheet).toBeHidden()
  const address = await accountOf(dapp)

  await buyEther(dapp)
  await payCoffee(dapp)

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
