import type { BrowserContext, Frame, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { PaymentFrame } from '../pages/payment-frame.ts'
import { chooseService, openSocialWindow } from '../pages/social-login.ts'
import { requestPayment, setEtherLimit } from '../pages/spending-limit.ts'
import { randomAddress } from '../random-address.ts'
import { recordDuration } from '../record-duration.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

/** Epoch milliseconds at which a document first saw each of these. */
type Moments = Partial<Record<'click' | 'input' | 'account' | 'code' | 'create' | 'confirm', number>>

declare global {
  interface Window {
    /** The moments of this document. Absent until its first script runs. */
    moments?: Moments
  }
}

/** Runs in each document before its scripts: notes the last click and input, and when what the user waits for is there. */
function noteMoments(): void {
  const moments: Moments = {}
  window.moments = moments
  const now = () => performance.timeOrigin + performance.now()
  for (const kind of ['click', 'input'] as const)
    addEventListener(
      kind,
      () => {
        moments[kind] = now()
      },
      true,
    )
  const isThere = {
    account: () => window === window.top && window.bridge?.state.accounts[0] !== undefined,
    code: () => document.querySelector('[role="img"][aria-label^="QR code"]') !== null,
    create: () =>
      [...document.querySelectorAll('button')].some(
        ({ textContent, disabled }) => textContent?.includes('Create wallet') && !disabled,
      ),
    confirm: () =>
      location.pathname.startsWith('/payment/') &&
      [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Confirm'),
  }
  const eachFrame = () => {
    for (const kind of ['account', 'code', 'create', 'confirm'] as const)
      if (moments[kind] === undefined && isThere[kind]()) moments[kind] = now()
    requestAnimationFrame(eachFrame)
  }
  eachFrame()
}

/** The moment of a document, once it has it. */
async function momentOf(document: Page | Frame, kind: keyof Moments): Promise<number> {
  const read = () => document.evaluate((name) => window.moments?.[name], kind)
  await expect.poll(read).not.toBeUndefined()
  return (await read()) ?? Number.NaN
}

function frameOf({ page }: Dapp, path: string): Frame {
  const frame = page.frames().find((one) => one.url().includes(path))
  if (frame === undefined) throw new Error(`The page has no frame of ${path}`)
  return frame
}
const widgetFrame = (dapp: Dapp): Frame => frameOf(dapp, '/embed/1/')
const paymentFrame = (dapp: Dapp): Frame => frameOf(dapp, '/payment/')

/** A site in a browser that has never seen the user. */
async function visitElsewhere(context: BrowserContext, world: TestWorld): Promise<Dapp> {
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(noteMoments)
  const dapp = new Dapp(await context.newPage(), world, [])
  await dapp.open({ project: 'shop' })
  return dapp
}

test('login, reload, vault › times @timed', async ({ dapp, world, browser }) => {
  test.slow()
  const email = newEmail()
  const measured = { code: 0, social: 0, reload: 0, vault: 0, qr: 0 }
  const keepLongest = (kind: keyof typeof measured, valueMs: number) => {
    measured[kind] = Math.max(measured[kind], valueMs)
  }
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, email)
  for (let round = 0; round < 2; round += 1) {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const returning = await visitElsewhere(context, world)
    await logInByEmail(returning, email, round + 2)
    const shownAt = await momentOf(returning.page, 'account')
    keepLongest('code', shownAt - (await momentOf(widgetFrame(returning), 'input')))
    await returning.page.reload()
    const navigatedAt = await returning.page.evaluate(() => performance.timeOrigin)
    keepLongest('reload', (await momentOf(returning.page, 'account')) - navigatedAt)
    await context.close()
  }
  const account = newEmail()
  for (let round = 0; round < 2; round += 1) {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const social = await visitElsewhere(context, world)
    const window = await openSocialWindow(social, 'Google')
    await window.choose(account)
    const answeredAt = Date.now()
    await window.answer('Continue')
    if (round === 0) {
      const vault = await openVault(social, 'Create wallet')
      const isReadyAt = await momentOf(vault.page, 'create')
      keepLongest('vault', isReadyAt - (await momentOf(widgetFrame(social), 'click')))
      await vault.button('Create wallet').click()
      await vault.button('Later').click()
      await vault.closesItself()
    } else keepLongest('social', (await momentOf(social.page, 'account')) - answeredAt)
    await context.close()
  }
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const farcaster = await visitElsewhere(context, world)
  await chooseService(farcaster, 'Farcaster')
  const shownAt = await momentOf(widgetFrame(farcaster), 'code')
  keepLongest('qr', shownAt - (await momentOf(widgetFrame(farcaster), 'click')))
  await context.close()
  recordDuration('right code to the address on the page', measured.code, 400)
  recordDuration('return from Google to the address on the page', measured.social, 1_500)
  recordDuration('reload to the account of the embedded wallet', measured.reload, 300)
  recordDuration('press to the vault’s button', measured.vault, 700)
  recordDuration('press on Farcaster to its code on screen', measured.qr, 300)
})

test('payment within a spending limit › time to the button of the frame @timed', async ({
  world,
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const dapp = await visitElsewhere(context, world)
  const to = randomAddress()
  await setEtherLimit(dapp, to)
  let longestMs = 0
  for (let round = 0; round < 2; round += 1) {
    const requestedAt = Date.now()
    const response = requestPayment(dapp, to, '0.01')
    const frame = new PaymentFrame(dapp)
    await expect(frame.button('Confirm')).toBeVisible()
    longestMs = Math.max(longestMs, (await momentOf(paymentFrame(dapp), 'confirm')) - requestedAt)
    await frame.button('Cancel').click()
    expect(await response).toMatchObject({ is: 'failed', code: 4001 })
  }
  await context.close()
  recordDuration('request to the button of the vault’s frame', longestMs, 1_000)
})
