import { expect, reducedMotion, test } from '../fixtures.ts'
import { ConfirmWindow } from '../pages/confirm-window.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { OpenOptions } from '../pages/host-url.ts'
import { isolatedOpener, requestPermit } from '../pages/permit-request.ts'
import type { Phone } from '../pages/phone.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use({ ...reducedMotion, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const rotating = rotatingTests({ of: 2 })

/** Opens an unlisted site, connects a wallet by its link, and requests a permit. */
async function requestOnPhone(dapp: Dapp, phone: Phone, options: OpenOptions = {}) {
  await dapp.open({ project: 'empty', wallets: 'none', ...options })
  await dapp.connectPhone(phone, dapp.appLink('Rainbow'))
  return requestPermit(dapp, phone)
}

/** Taps the primary button of a review in the frame, and waits for the window that it opens. */
async function tapToOpen(dapp: Dapp): Promise<ConfirmWindow> {
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button('Review in a new window').tap()
  return new ConfirmWindow(await opened)
}

for (const [way, options] of [
  ['opener', {}],
  ['mailbox', isolatedOpener],
] as const)
  rotating()(`touch, ${way} › opened, gated and approved by taps @phone`, async ({ dapp, phone }) => {
    const { answer } = await requestOnPhone(dapp, phone, options)
    const window = await tapToOpen(dapp)
    await window.showsRequest()
    // The facts change continuously: the gate does not arm, and rejects a tap with a message.
    const stop = await window.page.evaluateHandle(() => {
      const title = document.querySelector('h1')
      const timer = setInterval(() => title?.append('.'), 50)
      return () => clearInterval(timer)
    })
    const go = window.button(/^Continue in /)
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    await go.tap({ force: true })
    await window.announces('Not ready yet. Press again in a moment.')
    expect(await phone.asked()).toEqual(['proposal'])
    await stop.evaluate((end) => end())
    await go.tap()
    expect(await answer).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    await window.hasEnded('Done')
  })

rotating()(
  'touch › cancelled by a tap in the window › the site gets 4001 @phone',
  async ({ dapp, phone }) => {
    const { answer } = await requestOnPhone(dapp, phone)
    const window = await tapToOpen(dapp)
    await window.showsRequest()
    await window.button('Cancel').tap()
    expect(await answer).toMatchObject({ is: 'failed', code: 4001 })
    expect(await phone.asked()).toEqual(['proposal'])
  },
)

rotating()(
  'touch › opened again by a tap after it was closed › approved there @phone',
  async ({ dapp, phone }) => {
    const { answer } = await requestOnPhone(dapp, phone)
    const first = await tapToOpen(dapp)
    await first.showsRequest()
    await first.page.close()
    await dapp.widget.announces('The window was closed')
    // Chromium discards a tap while the sheet still grows.
    await dapp.widget.settles()
    const opened = dapp.page.context().waitForEvent('page')
    await dapp.widget.button('Open again').tap()
    const second = new ConfirmWindow(await opened)
    await second.showsRequest()
    await second.button(/^Continue in /).tap()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

rotating()(
  'touch › approved, phone pending › link opens the app, also after reload @phone',
  async ({ dapp, phone }) => {
    const { answer } = await requestOnPhone(dapp, phone)
    await phone.script({ requests: { is: 'ignore' } })
    const window = await tapToOpen(dapp)
    await window.showsRequest()
    await window.button(/^Continue in /).tap()
    const link = window.page.getByRole('link', { name: /^Open / })
    await expect(link).toHaveAttribute('href', 'zengo://')
    await window.page.reload()
    await window.announces('Confirm in your wallet')
    await expect(link).toHaveAttribute('href', 'zengo://')
    await phone.approvePendingWhile((answers) => answers())
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)
