import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { newEmail, signUpByEmail } from '../pages/embedded-wallet.ts'
import {
  chooseService,
  createWallet,
  logInBySocial,
  openSocialWindow,
  openSocialWindowBy,
  SocialWindow,
} from '../pages/social-login.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const services = ['Google', 'X', 'Discord', 'Apple', 'GitHub', 'Facebook'] as const

// The server's tests log in with each of them; what differs in the browser is a name.
const testOfService = rotatingTests({ of: 3 })

for (const service of services)
  testOfService()(`${service} › logged in, wallet created, the account is on the page`, async ({ dapp }) => {
    await dapp.open({ project: 'shop' })
    await logInBySocial(dapp, service, newEmail())
    await createWallet(dapp)
    const account = await dapp.account()
    expect(account).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await dapp.page.reload()
    await expect.poll(() => dapp.account()).toBe(account)
  })

rotating()('same account on a second site › the same wallet, nothing to create', async ({ dapp }) => {
  const email = newEmail()
  await dapp.open({ project: 'shop' })
  await logInBySocial(dapp, 'Apple', email)
  await createWallet(dapp)
  const other = new Dapp(await dapp.page.context().newPage(), dapp.world, [])
  await other.open({ site: 'evil', project: 'mall' })
  await logInBySocial(other, 'Apple', email)
  await expect.poll(() => other.account()).toBe(await dapp.account())
})

rotating()(
  'e-mail address of an e-mail user at Google › another user with another wallet',
  async ({ dapp, browser }) => {
    const email = newEmail()
    await dapp.open({ project: 'shop' })
    await signUpByEmail(dapp, email)
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = new Dapp(await context.newPage(), dapp.world, [])
    await other.open({ project: 'shop' })
    await logInBySocial(other, 'Google', email)
    await createWallet(other)
    expect(await other.account()).not.toBe(await dapp.account())
    await context.close()
  },
)

rotating()('denied at the service › cancelled, the window closes, a second login works', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const denied = await openSocialWindow(dapp, 'GitHub')
  await denied.deny()
  await expect(dapp.widget.text('Login cancelled')).toBeVisible()
  await denied.closesItself()
  const window = await openSocialWindowBy(dapp, 'Try again')
  await window.logIn(newEmail())
  await createWallet(dapp)
})

rotating()('cancelled on the page that names the site › cancelled, the window closes', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const window = await openSocialWindow(dapp, 'Discord')
  await window.choose(newEmail())
  await expect(window.page.getByText(new URL(dapp.page.url()).origin).first()).toBeVisible()
  await window.answer('Cancel')
  await window.closesItself()
  await expect(dapp.widget.text('Login cancelled')).toBeVisible()
  expect(await dapp.account()).toBeUndefined()
})

rotating()('window closed › opened again, logged in', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const closed = await openSocialWindow(dapp, 'Facebook')
  await expect(closed.page.getByRole('button', { name: 'Deny' })).toBeVisible()
  await closed.page.close()
  const window = await openSocialWindowBy(dapp, 'Open again')
  await window.logIn(newEmail())
  await createWallet(dapp)
})

rotating()('popup blocked › a link opens the window, logged in', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  await dapp.openModal()
  await dapp.widget.root.locator('html').evaluate(() => {
    window.open = () => null
  })
  await dapp.widget.close.click()
  await chooseService(dapp, 'X')
  const link = dapp.widget.link('Open the window')
  await expect(link).toBeVisible()
  const page = dapp.page.context().waitForEvent('page')
  await link.click()
  const login = new SocialWindow(await page)
  await login.choose(newEmail())
  await expect(dapp.widget.root.getByText(await login.number(), { exact: true })).toBeVisible()
  await login.answer('Continue')
  await expect(dapp.widget.button('Create wallet')).toBeVisible()
})

test('URL to which the service returned, opened again › refused in this browser and in another', async ({
  dapp,
  browser,
  browserErrors,
}) => {
  browserErrors.expect(/403/)
  await dapp.open({ project: 'shop' })
  const window = await openSocialWindow(dapp, 'Google')
  const callback = `${dapp.world.stack.widget.origin}/embedded/v1/social/callback/google`
  const returned = window.page.waitForRequest((request) => request.url().startsWith(callback))
  await window.choose(newEmail())
  const url = (await returned).url()
  const context = await browser.newContext()
  for (const page of [await dapp.page.context().newPage(), await context.newPage()]) {
    expect((await page.goto(url))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'This page is not valid' })).toBeVisible()
    await page.close()
  }
  await context.close()
  await window.answer('Continue')
  await createWallet(dapp)
})

test('login that another user began › refused in this browser, valid in the one that began it', async ({
  dapp,
  browser,
  browserErrors,
}) => {
  browserErrors.expect(/403/)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const attacker = new Dapp(await context.newPage(), dapp.world, [])
  await attacker.open({ project: 'shop' })
  const window = await openSocialWindow(attacker, 'GitHub')
  const url = await window.returnUrl(dapp.world, newEmail())
  await dapp.open({ project: 'shop' })
  const victim = await dapp.page.context().newPage()
  expect((await victim.goto(url))?.status()).toBe(403)
  expect(await dapp.account()).toBeUndefined()
  await window.page.goto(url)
  await expect(window.page.getByRole('heading', { name: 'Log in to your wallet?' })).toBeVisible()
  await context.close()
})
