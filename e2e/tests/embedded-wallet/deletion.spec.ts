import type { Browser } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import {
  continueByEmail,
  Inbox,
  newEmail,
  onNewDevice,
  openVault,
  signUpByEmail,
} from '../pages/embedded-wallet.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 3 })

/** Opens the settings of the wallet. */
async function openSettings(dapp: Dapp): Promise<void> {
  await dapp.openModal()
  await dapp.widget.clickRow('Wallet settings')
}

/** Asks to delete the account, from the settings. */
async function askToDelete({ widget }: Dapp): Promise<void> {
  await widget.button('Delete account').click()
  await widget.field('Type DELETE to confirm').fill('DELETE')
  await widget.button('Delete account').click()
}

/** Signs up on one device, and requests the deletion without keys on another one. */
async function requestDeletion(dapp: Dapp, browser: Browser) {
  const email = newEmail()
  const inbox = new Inbox(dapp.world, email)
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, email)
  const address = await dapp.account()

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await onNewDevice(context, dapp.world, email)
  expect(await other.account()).toBe(address)
  const { widget } = other
  await openSettings(other)
  // The login has just proved the user, but the new device has no keys.
  await askToDelete(other)
  await widget.button('I have lost every key').click()
  await expect(widget.text(/is lost for good/)).toBeVisible()
  await widget.button('Request the deletion').click()
  await widget.announces('Deletion requested')
  await expect(widget.text('The deletion of your account was requested')).toBeVisible()
  await expect.poll(async () => (await inbox.messages()).length).toBe(3)
  return { email, inbox, address, other, context }
}

/** Expects that there is no request any more: only then the widget offers another one. */
async function expectNoRequest(dapp: Dapp, inbox: Inbox): Promise<void> {
  await dapp.open({ project: 'shop' })
  await openSettings(dapp)
  await askToDelete(dapp)
  await dapp.widget.field('Code').fill(await inbox.code(4))
  await expect(dapp.widget.button('I have lost every key')).toBeVisible()
}

rotating()(
  'every key lost › deletion requested › carried out after the wait › a new wallet for the same address',
  async ({ dapp, browser }) => {
    const { email, address, other, context } = await requestDeletion(dapp, browser)
    const { widget } = other
    // During the wait only the keys delete it.
    await askToDelete(other)
    await expect(widget.text('Confirm with your wallet')).toBeVisible()
    await widget.button('Cancel').click()

    await fetch(`${dapp.world.stack.widget.loopback}/__control/deletions`, { method: 'POST' })
    await other.open({ project: 'shop' })
    await openSettings(other)
    await expect(widget.text('Your account can be deleted now')).toBeVisible()
    await askToDelete(other)
    await widget.announces('Account deleted')
    await expect.poll(() => other.account()).toBeUndefined()

    await continueByEmail(other, email, 4)
    const vault = await openVault(other, 'Create wallet')
    await vault.button('Create wallet').click()
    await vault.button('Later').click()
    await expect.poll(() => other.account()).not.toBeUndefined()
    expect(await other.account()).not.toBe(address)
    await context.close()
  },
)

rotating()(
  'deletion requested › device with the keys signs › its vault says so, and cancels it',
  async ({ dapp, browser }) => {
    const { inbox, address, other, context } = await requestDeletion(dapp, browser)
    const response = dapp.request('personal_sign', ['0x68656c6c6f', address])
    await dapp.waitUntilOpen()
    const vault = await openVault(dapp, 'Review in your wallet')
    await vault.approve()
    await expect(vault.text('The deletion of your account was requested')).toBeVisible()
    await vault.button('Continue').click()
    expect(await response).toMatchObject({ is: 'ok' })
    await expectNoRequest(other, inbox)
    await context.close()
  },
)

rotating()(
  'deletion requested › link in the notice opened › cancelled by its button only',
  async ({ dapp, browser }) => {
    const { inbox, other, context } = await requestDeletion(dapp, browser)
    const notice = await context.newPage()
    await notice.goto(await inbox.link(3))
    await expect(notice.getByRole('button', { name: 'Cancel the deletion' })).toBeVisible()
    // A program that opens links cancels nothing.
    await openSettings(dapp)
    await expect(dapp.widget.text('The deletion of your account was requested')).toBeVisible()
    await notice.getByRole('button', { name: 'Cancel the deletion' }).click()
    await expect(notice.getByRole('heading', { name: 'The deletion is cancelled' })).toBeVisible()
    await expectNoRequest(other, inbox)
    await context.close()
  },
)
