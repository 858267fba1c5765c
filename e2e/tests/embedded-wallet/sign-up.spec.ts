import { expect, reducedMotion, test } from '../fixtures.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'

test.use(reducedMotion)

test('sign up by e-mail › accounts in three ecosystems, after a reload too', async ({ dapp }) => {
  await dapp.open({ project: 'shop', options: dapp.allNetworkOptions() })
  await signUpByEmail(dapp, newEmail())
  const accounts = async () => (await dapp.state()).accounts.map(({ id }) => id)
  const signedUp = await accounts()
  expect(signedUp).toHaveLength(3)
  await dapp.page.reload()
  await expect.poll(accounts).toEqual(signedUp)
})

test('window closed before the wallet is created › opened again › created', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const first = await openVault(dapp, 'Create wallet')
  await expect(first.button('Create wallet')).toBeVisible()
  await first.page.close()
  await dapp.widget.announces('The window was closed')
  const second = await openVault(dapp, 'Create wallet')
  await second.button('Create wallet').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
})

test('window reloaded before the wallet is created › the same task, no secret in the address bar', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const vault = await openVault(dapp, 'Create wallet')
  await expect(vault.button('Create wallet')).toBeVisible()
  await vault.page.reload()
  expect(vault.page.url()).toBe(`${dapp.world.stack.vault.origin}/`)
  await vault.button('Create wallet').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
})

test('code of a later screen does not load › says so, and a retry goes on', async ({
  dapp,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/)
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const laterScreens = '**/assets/keeping-screens-*.js'
  await dapp.page.context().route(laterScreens, (route) => route.abort())
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await expect(vault.text('A part of the wallet did not load. Check your connection.')).toBeVisible()
  await dapp.page.context().unroute(laterScreens)
  await vault.button('Try again').click()
  await expect(vault.text('Your wallet is ready')).toBeVisible()
  await vault.button('Later').click()
  await vault.closesItself()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
})

test('page that severs its opener › created through the mailbox, with a number to compare', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop', path: '/isolated.html' })
  await logInByEmail(dapp, newEmail())
  const vault = await openVault(dapp, 'Create wallet')
  const notice = vault.text(/Continue only if the site shows the number \d\d too/)
  await expect(notice).toBeVisible()
  const [number = ''] = /\d\d/.exec((await notice.textContent()) ?? '') ?? []
  await dapp.widget.announces(`The window shows the number ${number} too.`)
  await vault.button('Create wallet').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  // From here on the site shows the window no longer, and no number.
  await expect(vault.text('Your wallet is ready')).toBeVisible()
  await expect(notice).toBeHidden()
  await vault.button('Later').click()
  await vault.closesItself()

  await dapp.openModal()
  const keeping = await openVault(dapp, 'Secure it')
  const other = keeping.text(/Continue only if the site shows the number \d\d too/)
  await expect(other).toBeVisible()
  const [second = ''] = /\d\d/.exec((await other.textContent()) ?? '') ?? []
  await dapp.widget.announces(`The window shows the number ${second} too.`)
})
