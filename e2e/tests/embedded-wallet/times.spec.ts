import type { BrowserContext, Frame, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { chooseService, openSocialWindow } from '../pages/social-login.ts'
import { recordDuration } from '../record-duration.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

/** Epoch milliseconds at which a document first saw each of these. */
type Moments = Partial<Record<'click' | 'input' | 'account' | 'code' | 'create', number>>

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
  }
  const eachFrame = () => {
    for (const kind of ['account', 'code', 'create'] as const)
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

function widgetFrame({ page }: Dapp): Frame {
  const frame = page.frames().find((one) => one.url().includes('/embed/1/'))
  if (frame === undefined) throw new Error('The page has no widget')
  return frame
}

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
