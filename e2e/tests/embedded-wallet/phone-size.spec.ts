import type { Frame, Locator, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { Inbox, newEmail, openedVault, type VaultPage } from '../pages/embedded-wallet.ts'
import { findOverflow } from '../pages/find-overflow.ts'
import { findSmallControls } from '../pages/find-small-controls.ts'

const viewport = { width: 390, height: 844 }
test.use({ ...reducedMotion, viewport, hasTouch: true, isMobile: true })

/** Checks the view on screen: nothing is cut or scrolls sideways, and each control is high enough for a finger. */
async function fits(view: Page | Frame): Promise<void> {
  expect(await findOverflow(view)).toEqual([])
  expect(await findSmallControls(view)).toEqual([])
}

/** Types into a field while the keyboard takes half of the window; checks that the field and the button remain in sight. */
async function typeAboveKeyboard({ page }: VaultPage, field: Locator, text: string, button: Locator) {
  await page.setViewportSize({ ...viewport, height: viewport.height / 2 })
  await field.tap()
  await page.keyboard.type(text)
  for (const part of [field, button]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(viewport)
}

/** The widget's document. */
function frameOf({ page }: Dapp): Frame {
  const frame = page.frames().find((one) => one.url().includes('/embed/1/'))
  if (frame === undefined) throw new Error('The page has no widget')
  return frame
}

test('touch › sign up by e-mail, back up, sign › views fit, the code has its keyboard @phone', async ({
  dapp,
  world,
}) => {
  const email = newEmail()
  await dapp.open({ project: 'shop' })
  const widget = await dapp.openModal()
  const frame = frameOf(dapp)
  await widget.tapGated(widget.row('Continue with email'))
  const address = widget.field('Email')
  await expect(address).toHaveAttribute('inputmode', 'email')
  await expect(address).toHaveAttribute('autocomplete', 'email')
  await fits(frame)
  await address.fill(email)
  await widget.button(/^Continue$/).tap()
  const codeField = widget.field('Code')
  await expect(codeField).toHaveAttribute('inputmode', 'numeric')
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code')
  await fits(frame)
  await codeField.fill(await new Inbox(world, email).code())
  await widget.announces('Email confirmed')
  await fits(frame)

  await widget.settles()
  const creation = await openedVault(dapp, () => widget.button('Create wallet').tap())
  await expect(creation.button('Create wallet')).toBeVisible()
  await fits(creation.page)
  await creation.button('Create wallet').tap()
  await creation.announces('Your wallet is ready')
  await fits(creation.page)
  await creation.row('Save a recovery code').tap()
  await creation.announces('Your recovery code')
  await fits(creation.page)
  const proof = creation.field('Last five characters')
  const recoveryCode = (await creation.page.getByTestId('recovery-code').textContent()) ?? ''
  const done = creation.button('I saved it')
  await typeAboveKeyboard(creation, proof, recoveryCode.slice(-5), done)
  await done.tap()
  await creation.announces('Your wallet is safe')
  await expect(widget.sheet).toBeHidden()

  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  await widget.settles()
  const signature = await openedVault(dapp, () => widget.button('Review in your wallet').tap())
  await expect(signature.text('hello')).toBeVisible()
  await fits(signature.page)
  await signature.button('Confirm').tap()
  expect(await response).toMatchObject({ is: 'ok' })
})
