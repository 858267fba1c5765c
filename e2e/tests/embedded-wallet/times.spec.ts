import type { Browser, BrowserContext, Frame, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { PaymentFrame } from '../pages/payment-frame.ts'
import { chooseService, openSocialWindow } from '../pages/social-login.ts'
import { requestPayment, setEtherLimit } from '../pages/spending-limit.ts'
import { randomAddress } from '../random-address.ts'
import { recordDuration, recordDurations } from '../record-duration.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

/**
 * Users, and logins of each. The long run measures twenty logins; of the two of other runs the 75th percentile is the longer
 * one. An address gets five codes per hour.
 */
const [userCount, roundCount] = process.env.DRAWBRIDGE_LONG === '1' ? [5, 4] : [1, 2]
const loginCount = userCount * (roundCount + 1)
const loginTimeoutMs = 30_000

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

/** A site in a browser that has never seen the user. */
async function visitElsewhere(context: BrowserContext, world: TestWorld): Promise<Dapp> {
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(noteMoments)
  const dapp = new Dapp(await context.newPage(), world, [])
  await dapp.open({ project: 'shop' })
  return dapp
}

/** Runs a visit in a browser that has never seen the user. */
async function inNewBrowser(
  { browser, world }: { readonly browser: Browser; readonly world: TestWorld },
  visit: (dapp: Dapp) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await visit(await visitElsewhere(context, world))
  await context.close()
}

test('login by e-mail, reload › times @timed', async ({ world, browser }) => {
  test.setTimeout(loginCount * loginTimeoutMs)
  const [codeMs, firstReloadMs, reloadMs]: [number[], number[], number[]] = [[], [], []]
  for (const email of Array.from({ length: userCount }, newEmail)) {
    await inNewBrowser({ browser, world }, (dapp) => signUpByEmail(dapp, email))
    for (let round = 0; round < roundCount; round += 1)
      await inNewBrowser({ browser, world }, async (dapp) => {
        await logInByEmail(dapp, email, round + 2)
        const shownAt = await momentOf(dapp.page, 'account')
        codeMs.push(shownAt - (await momentOf(dapp.frameAt('/embed/1/'), 'input')))
        for (const times of [firstReloadMs, reloadMs]) {
          await dapp.page.reload()
          const navigatedAt = await dapp.page.evaluate(() => performance.timeOrigin)
          times.push((await momentOf(dapp.page, 'account')) - navigatedAt)
        }
      })
  }
  recordDurations('right code to the address on the page', codeMs, 400)
  // At the first one the browser still compiles, and then caches, the code.
  recordDurations('first reload to the account of the embedded wallet', firstReloadMs, 300)
  recordDurations('later reload to the account of the embedded wallet', reloadMs, 300)
})

test('social login, vault, code of Farcaster › times @timed', async ({ world, browser }) => {
  test.setTimeout(loginCount * loginTimeoutMs)
  const [socialMs, vaultMs, qrMs]: [number[], number[], number[]] = [[], [], []]
  for (const account of Array.from({ length: userCount }, newEmail))
    for (let round = 0; round <= roundCount; round += 1)
      await inNewBrowser({ browser, world }, async (dapp) => {
        const window = await openSocialWindow(dapp, 'Google')
        await window.choose(account)
        const answeredAt = Date.now()
        await window.answer('Continue')
        if (round > 0) {
          socialMs.push((await momentOf(dapp.page, 'account')) - answeredAt)
          return
        }
        const vault = await openVault(dapp, 'Create wallet')
        const isReadyAt = await momentOf(vault.page, 'create')
        vaultMs.push(isReadyAt - (await momentOf(dapp.frameAt('/embed/1/'), 'click')))
        await vault.button('Create wallet').click()
        await vault.button('Later').click()
        await vault.closesItself()
      })
  for (let round = 0; round < userCount; round += 1)
    await inNewBrowser({ browser, world }, async (dapp) => {
      await chooseService(dapp, 'Farcaster')
      const shownAt = await momentOf(dapp.frameAt('/embed/1/'), 'code')
      qrMs.push(shownAt - (await momentOf(dapp.frameAt('/embed/1/'), 'click')))
    })
  recordDurations('return from Google to the address on the page', socialMs, 1_500)
  recordDurations('press to the vault’s button', vaultMs, 700)
  recordDurations('press on Farcaster to its code on screen', qrMs, 300)
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
    longestMs = Math.max(longestMs, (await momentOf(dapp.frameAt('/payment/'), 'confirm')) - requestedAt)
    await frame.button('Cancel').click()
    expect(await response).toMatchObject({ is: 'failed', code: 4001 })
  }
  await context.close()
  recordDuration('request to the button of the vault’s frame', longestMs, 1_000)
})
