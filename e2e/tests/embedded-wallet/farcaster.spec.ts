import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { approveOnPhone, farcasterUrl, newFarcasterName, openFarcasterApp } from '../pages/farcaster.ts'
import { chooseService, createWallet } from '../pages/social-login.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

test('QR code scanned, approved with the custody address › logged in, on a second site too', async ({
  dapp,
}) => {
  const name = newFarcasterName()
  await dapp.open({ project: 'shop' })
  await approveOnPhone(dapp, await farcasterUrl(dapp), name)
  await createWallet(dapp)
  const other = new Dapp(await dapp.page.context().newPage(), dapp.world, [])
  await other.open({ site: 'evil', project: 'mall' })
  await approveOnPhone(other, await farcasterUrl(other), name, { signer: 'auth-address' })
  await expect.poll(() => other.account()).toBe(await dapp.account())
})

rotating()('app on the phone › shows the site, approves', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const app = await openFarcasterApp(dapp, await farcasterUrl(dapp))
  const { dapp: site, widget } = dapp.world.stack
  await expect(app.getByText(`${new URL(widget.origin).host} asks to log in`)).toBeVisible()
  await expect(app.getByText(encodeURIComponent(site.origin))).toBeVisible()
  await app.getByLabel('Another account').fill(newFarcasterName())
  await app.getByRole('button', { name: 'Sign in' }).click()
  await expect(app.getByRole('heading', { name: 'Signed in' })).toBeVisible()
  await createWallet(dapp)
  await app.context().close()
})

rotating()('declined on the phone › the code stays, and the user chooses another way', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const app = await openFarcasterApp(dapp, await farcasterUrl(dapp))
  await app.getByRole('button', { name: 'Decline' }).click()
  await expect(app.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await app.context().close()
  await expect(dapp.widget.qrCode).toBeVisible()
  await dapp.widget.back.click()
  await expect(dapp.widget.field('Email')).toBeVisible()
  expect(await dapp.account()).toBeUndefined()
})

rotating()('cancelled in the widget, then approved on the phone › not logged in', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const url = await farcasterUrl(dapp)
  await dapp.widget.close.click()
  await expect(dapp.widget.sheet).toBeHidden()
  await approveOnPhone(dapp, url, newFarcasterName())
  await chooseService(dapp, 'Farcaster')
  await expect(dapp.widget.qrCode).toBeVisible()
  expect(await dapp.account()).toBeUndefined()
})

const refused = [
  ['nonce of another request', { change: { nonce: 'abcdefgh12345678' } }, 'The login couldn’t be verified'],
  ['domain of another site', { change: { domain: 'shop.example' } }, 'The login couldn’t be verified'],
  ['account of another user', { change: { fid: 1_000_000 } }, 'The login couldn’t be verified'],
  ['key that the account does not have', { signer: 'other-key' }, 'This Farcaster account can’t be used'],
] as const

// The server's tests refuse each of them; the browser shows one of two texts.
const testOfRefusal = rotatingTests({ of: 4 })

for (const [what, approval, text] of refused)
  testOfRefusal()(`message with the ${what} › refused, a new code logs in`, async ({ dapp }) => {
    const name = newFarcasterName()
    await dapp.open({ project: 'shop' })
    await approveOnPhone(dapp, await farcasterUrl(dapp), name, approval)
    await dapp.widget.alerts(text)
    expect(await dapp.account()).toBeUndefined()
    await dapp.widget.button('Try again').click()
    await approveOnPhone(dapp, await dapp.copiedLink(), name)
    await createWallet(dapp)
  })
