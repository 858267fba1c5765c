import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault, type VaultPage } from '../pages/embedded-wallet.ts'
import { approveOnPhone, farcasterUrl, newFarcasterName } from '../pages/farcaster.ts'
import {
  accountOf,
  addressOfWords,
  buyEther,
  openVaultBySettings,
  payCoffee,
  saveRecoveryCode,
  signAfterRestoring,
} from '../pages/own-wallet-journey.ts'
import { addAuthenticator, type PasskeyCredential } from '../pages/passkeys.ts'
import { logInBySocial } from '../pages/social-login.ts'

test.use(reducedMotion)

/** Logs in on a page with one account; each call is a login on another site or device. */
type LogIn = (dapp: Dapp) => Promise<void>

const services = ['Google', 'X', 'Discord', 'Apple', 'GitHub', 'Facebook'] as const

/** A new user of each kind. */
const newUsers: readonly (readonly [kind: string, () => LogIn])[] = [
  [
    'e-mail address',
    () => {
      const email = newEmail()
      let codes = 0
      return (dapp) => {
        codes += 1
        return logInByEmail(dapp, email, codes)
      }
    },
  ],
  ...services.map((service) => {
    const newUser = (): LogIn => {
      const account = newEmail()
      return (dapp) => logInBySocial(dapp, service, account)
    }
    return [`${service} account`, newUser] as const
  }),
  [
    'Farcaster account',
    () => {
      const name = newFarcasterName()
      return async (dapp) => approveOnPhone(dapp, await farcasterUrl(dapp), name)
    },
  ],
]

for (const [kind, newUser] of newUsers)
  test(`visitor with nothing but one ${kind} › backs up, buys, pays, second site, new device, words @long`, async ({
    dapp,
    world,
    browser,
  }) => {
    test.slow()
    const logIn = newUser()
    await dapp.open({ project: 'shop' })
    await logIn(dapp)
    const vault = await openVault(dapp, 'Create wallet')
    await vault.button('Create wallet').click()
    const code = await saveRecoveryCode(vault)
    const address = await accountOf(dapp)
    await expect(dapp.widget.sheet).toBeHidden()
    await buyEther(dapp)
    await payCoffee(dapp)
    const second = new Dapp(await dapp.page.context().newPage(), world, [])
    await second.open({ site: 'evil', project: 'mall' })
    await logIn(second)
    expect(await accountOf(second)).toBe(address)
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const device = new Dapp(await context.newPage(), world, [])
    await device.open({ project: 'shop' })
    await logIn(device)
    expect(await accountOf(device)).toBe(address)
    await signAfterRestoring(device, code)
    expect(await addressOfWords(device)).toBe(address)
    await context.close()
  })

/** Opens the login with a passkey in the vault, whose window has these passkeys, and does not close itself: its passkeys are read. */
async function openPasskeyLogin(dapp: Dapp, passkeys: readonly PasskeyCredential[]) {
  const widget = await dapp.openModal()
  await widget.clickRow('Continue with email')
  const vault = await openVault(dapp, 'Use a passkey')
  await vault.page.evaluate(() => {
    window.close = () => {}
  })
  return { vault, readPasskeys: await addAuthenticator(vault, true, passkeys) }
}

test('visitor with nothing but a passkey › backs up, buys, pays, second site, new device, words @long', async ({
  dapp,
  world,
  browser,
}) => {
  test.slow()
  await dapp.open({ project: 'shop' })
  const signUp = await openPasskeyLogin(dapp, [])
  await signUp.vault.row('Create a wallet').click()
  const address = await accountOf(dapp)
  await signUp.vault.announces('Your wallet is safe')
  const passkeys = await signUp.readPasskeys()
  await signUp.vault.page.close()
  const prepare = (vault: VaultPage) => addAuthenticator(vault, true, passkeys)
  await expect(dapp.widget.sheet).toBeHidden()
  const code = await saveRecoveryCode(await openVaultBySettings(dapp, 'Add a way to restore', prepare))
  await dapp.widget.close.click()
  await buyEther(dapp)
  await payCoffee(dapp, prepare)

  const second = new Dapp(await dapp.page.context().newPage(), world, [])
  await second.open({ site: 'evil', project: 'mall' })
  const login = await openPasskeyLogin(second, passkeys)
  await login.vault.row('Use my passkey').click()
  expect(await accountOf(second)).toBe(address)
  // The server refuses a counter that does not rise.
  const used = await login.readPasskeys()

  // The passkey is there, and its secret for the wallet is not.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const device = new Dapp(await context.newPage(), world, [])
  await device.open({ project: 'shop' })
  const restoring = await openPasskeyLogin(device, used)
  await restoring.vault.row('Use my passkey').click()
  await restoring.vault.row('Use a recovery code').click()
  await restoring.vault.field('Recovery code').fill(code)
  await restoring.vault.button('Restore').click()
  expect(await accountOf(device)).toBe(address)
  await restoring.vault.announces('Your wallet is safe')
  const usedAgain = await restoring.readPasskeys()
  await restoring.vault.page.close()
  expect(await addressOfWords(device, (vault) => addAuthenticator(vault, true, usedAgain))).toBe(address)
  await context.close()
})
