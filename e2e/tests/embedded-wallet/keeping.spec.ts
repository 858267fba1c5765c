import type { BrowserContext } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, onNewDevice, openVault, VaultPage } from '../pages/embedded-wallet.ts'
import { addAuthenticator } from '../pages/passkeys.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

/** Signs up, and stops where the vault offers a second way to open the wallet. */
async function signUp(dapp: Dapp, email: string): Promise<VaultPage> {
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, email)
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await expect(vault.text('Your wallet is ready')).toBeVisible()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  return vault
}

/** Eleven minutes pass for the timers of site and vault, more than a request may take. Tokens keep the time of the server. */
async function passElevenMinutes(context: BrowserContext): Promise<void> {
  await context.clock.fastForward(660_000)
  await context.clock.setSystemTime(Date.now())
}

rotating()(
  'recovery code, written down in eleven minutes › wallet restored on a new device, which signs',
  async ({ dapp, browser }) => {
    const email = newEmail()
    await dapp.page.context().clock.install()
    const vault = await signUp(dapp, email)
    await vault.row('Save a recovery code').click()
    const code =
      (await vault.page.getByTestId('recovery-code').textContent())?.match(/.{5}/g)?.join('-') ?? ''
    await passElevenMinutes(dapp.page.context())
    const proof = vault.field('Last five characters')
    await proof.fill('00000')
    await vault.button('I saved it').click()
    await expect(proof).toHaveAccessibleDescription('These are not the last five characters')
    await proof.fill(code.slice(-5))
    await vault.button('I saved it').click()
    await vault.announces('Your wallet is safe')
    const address = await dapp.account()

    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await onNewDevice(context, dapp.world, email)
    expect(await other.account()).toBe(address)
    const response = other.request('personal_sign', ['0x68656c6c6f', address])
    await other.waitUntilOpen()
    const restoring = await openVault(other, 'Review in your wallet')
    await restoring.row('Use a recovery code').click()
    await restoring.field('Recovery code').fill(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)
    await restoring.button('Restore').click()
    await expect(restoring.text('Check group 6: there is a typing error')).toBeVisible()
    await restoring.field('Recovery code').fill(code.toLowerCase())
    await restoring.button('Restore').click()
    await restoring.approve()
    expect(await response).toMatchObject({ is: 'ok' })
    await context.close()
  },
)

rotating()('signature a day after Later › signed, then asked to keep the wallet', async ({ dapp }) => {
  const vault = await signUp(dapp, newEmail())
  await vault.button('Later').click()
  await vault.closesItself()
  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  const window = await openVault(dapp, 'Review in your wallet')
  // The times of the last reminders; the vault has no other of this user.
  await window.page.evaluate(() => localStorage.removeItem('drawbridge-keep-reminders'))
  await window.approve()
  expect(await response).toMatchObject({ is: 'ok' })
  await expect(window.text('Your wallet is on this device', { exact: true })).toBeVisible()
  await window.row('Save a recovery code').click()
  const code = (await window.page.getByTestId('recovery-code').textContent()) ?? ''
  await window.field('Last five characters').fill(code.slice(-5))
  await window.button('I saved it').click()
  await window.announces('Your wallet is safe')
})

rotating()(
  'passkey, storage cleared, popup blocked › restored by the passkey in the window of the link',
  async ({ dapp }) => {
    const vault = await signUp(dapp, newEmail())
    const { page } = vault
    await addAuthenticator(vault, true)
    // The authenticator is the page's: it has to stay open.
    await page.evaluate(() => {
      window.close = () => {}
    })
    await vault.row('Add a passkey').click()
    await vault.announces('Your wallet is safe')
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('drawbridge-wallets').onsuccess = resolve
        }),
    )
    await expect(dapp.widget.sheet).toBeHidden()
    const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
    await dapp.waitUntilOpen()
    await dapp.widget.root.locator('html').evaluate(() => {
      window.open = () => null
    })
    await dapp.widget.button('Review in your wallet').click()
    const link = dapp.widget.link('Open the window')
    await expect(link).toBeVisible()
    const href = (await link.getAttribute('href')) ?? ''
    await page.goto('about:blank')
    await page.goto(href)
    await expect(vault.text(/Continue only if the site shows the number \d\d too/)).toBeVisible()
    await vault.row('Use a passkey').click()
    await vault.approve()
    expect(await response).toMatchObject({ is: 'ok' })
  },
)

rotating()(
  'passkey without the function that opens a wallet › says so, offers the recovery code',
  async ({ dapp }) => {
    const vault = await signUp(dapp, newEmail())
    await addAuthenticator(vault, false)
    await vault.row('Add a passkey').click()
    await vault.alerts('This passkey cannot keep a wallet')
    await vault.row('Save a recovery code').click()
    await expect(vault.page.getByTestId('recovery-code')).toBeVisible()
  },
)

rotating()('second site › the same account, after a login there', async ({ dapp }) => {
  const email = newEmail()
  const vault = await signUp(dapp, email)
  await vault.button('Later').click()
  const address = await dapp.account()
  const other = new Dapp(await dapp.page.context().newPage(), dapp.world, [])
  await other.open({ site: 'evil', project: 'mall' })
  await logInByEmail(other, email, 2)
  await expect.poll(() => other.account()).toBe(address)
  const response = other.request('personal_sign', ['0x68656c6c6f', address])
  await other.waitUntilOpen()
  const signing = await openVault(other, 'Review in your wallet')
  await signing.approve()
  expect(await response).toMatchObject({ is: 'ok' })
})

test('passkey alone › a new user with a wallet that it opens', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const widget = await dapp.openModal()
  await widget.clickRow('Continue with email')
  const vault = await openVault(dapp, 'Use a passkey')
  await addAuthenticator(vault, true)
  await vault.row('Create a wallet').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  await vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()
})

/** The link of the code on screen. */
async function transferLink(vault: VaultPage): Promise<string> {
  const { page } = vault
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await vault.button('Copy link').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

rotating()(
  'new device › wallet sent by the old one after its number is typed, signs there',
  async ({ dapp, browser }) => {
    const email = newEmail()
    const vault = await signUp(dapp, email)
    await vault.button('Later').click()
    const address = await dapp.account()

    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await onNewDevice(context, dapp.world, email)
    const response = other.request('personal_sign', ['0x68656c6c6f', address])
    await other.waitUntilOpen()
    const receiving = await openVault(other, 'Review in your wallet')
    await receiving.row('Use another device').click()
    await expect(receiving.page.getByRole('img', { name: 'Code that opens your wallet' })).toBeVisible()

    const page = await dapp.page.context().newPage()
    await page.goto(await transferLink(receiving))
    const sending = new VaultPage(page)
    await expect(sending.text(/^Send your wallet to Chrome on /)).toBeVisible()
    await sending.button('Continue').click()
    const number = (await receiving.page.getByTestId('matching-number').textContent()) ?? ''
    await sending.field('Six digits').fill(number)
    await sending.button('Send wallet').click()
    await expect(sending.text('Wallet sent')).toBeVisible()
    await receiving.button('It was accepted').click()
    await receiving.approve()
    expect(await response).toMatchObject({ is: 'ok' })
    await context.close()
  },
)
