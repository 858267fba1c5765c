import type { BrowserContext, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { ConfirmWindow, openConfirmWindow } from '../pages/confirm-window.ts'
import { isolatedOpener, permit, startPermit } from '../pages/permit-request.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

/** Variants of `confirm-window.spec.ts`, in which the window is lost. */
const rotating = rotatingTests({ of: 2 })

/** Time after which a silent window counts as closed: two reads of the mailbox, and the timeout. */
const silentTimeout = { timeout: 40_000 }

rotating()('reloaded › the same request, with no secret in the address bar', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const window = await openConfirmWindow(dapp)
  await window.shows('Review request')
  expect(window.page.url()).toBe(`${dapp.world.stack.widget.origin}/confirm.html`)
  await window.page.reload()
  await window.shows('Review request')
  expect(window.page.url()).toBe(`${dapp.world.stack.widget.origin}/confirm.html`)
  await dapp.widget.announces('Confirm in the window')
  await window.approve()
  expect(await answer).toMatchObject({ is: 'ok' })
  await window.hasEnded('Done')
})

rotating()('window closed › opened again › approved there', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const first = await openConfirmWindow(dapp)
  await first.shows('Review request')
  await first.page.close()
  await dapp.widget.announces('The window was closed')
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button('Open again').click()
  await new ConfirmWindow(await opened).approve()
  expect(await answer).toMatchObject({ is: 'ok' })
})

rotating()(
  'mailbox, window closed › reported at once › opened again › approved there',
  async ({ dapp, phone }) => {
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const first = await openConfirmWindow(dapp)
    await first.showsRequest()
    await first.page.close({ runBeforeUnload: true })
    await expect(dapp.widget.text('The window was closed')).toBeVisible()
    await expect(dapp.widget.button('Cancel')).toBeVisible()
    const opened = dapp.page.context().waitForEvent('page')
    await dapp.widget.button('Open again').click()
    await new ConfirmWindow(await opened).approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

rotating()(
  'mailbox, window reloaded twice › the same request › approved there',
  async ({ dapp, phone, browserErrors }) => {
    // A message of the unloading document may have the next document's sequence number, which gets 409 and takes another.
    browserErrors.expect(/409/)
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const window = await openConfirmWindow(dapp)
    for (let times = 0; times < 2; times += 1) {
      await window.showsRequest()
      await window.page.reload()
    }
    await window.showsRequest()
    await dapp.widget.announces('Confirm in the window')
    await window.approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

/** Ends the process of a window without an event in its page. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // The process ends before it can respond.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

/** Never responds to the request for the next confirm window's script, so that its document does nothing. */
async function blockScripts(context: BrowserContext) {
  const scripts = /\/assets\/confirm\/main-[^/]+\.js$/
  const requested = context.waitForEvent('request', (request) => scripts.test(request.url()))
  let isFirst = true
  await context.route(scripts, async (route) => {
    if (isFirst) isFirst = false
    else await route.fallback()
  })
  return { requested }
}

rotating()(
  'mailbox, window crashed › counts as closed › opened again › approved there',
  async ({ dapp, phone }) => {
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const first = await openConfirmWindow(dapp)
    await first.showsRequest()
    await crash(first.page)
    await expect(dapp.widget.text('The window was closed')).toBeVisible(silentTimeout)
    const opened = dapp.page.context().waitForEvent('page')
    await dapp.widget.button('Open again').click()
    await new ConfirmWindow(await opened).approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

rotating()(
  'mailbox, window crashed while it loads › opened again › approved there',
  async ({ dapp, phone, context }) => {
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const loading = await blockScripts(context)
    const first = await openConfirmWindow(dapp)
    await loading.requested
    await crash(first.page)
    await dapp.widget.alerts('The window did not open')
    const opened = context.waitForEvent('page')
    await dapp.widget.button('Open again').click()
    const second = new ConfirmWindow(await opened)
    await second.showsRequest()
    expect(await phone.asked()).toEqual(['proposal'])
    await second.approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

/**
 * With an opener, the window has the frame's origin and browsing context group, so Chromium runs both in one process, and
 * both crash together.
 */
for (const [when, isLoaded] of [
  ['after it read the request', true],
  ['while it loads', false],
] as const)
  rotating()(
    `opener, window crashed ${when} › frame too, 4900, widget is back`,
    async ({ dapp, phone, context, page }) => {
      await dapp.open({ project: 'empty', wallets: 'none' })
      await dapp.connectPhone(phone)
      const owner = await phone.address('eip155:1')
      // Playwright treats the whole page as crashed after a crash in one of its frames: the test uses a separate session.
      const session = await context.newCDPSession(page)
      const evaluateInPage = async (expression: string): Promise<unknown> => {
        const { result } = await session.send('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })
        return result.value
      }
      const token = dapp.world.stack.chains[0]?.tokens.USDC?.address ?? ''
      await page.evaluate(
        (params) => {
          const outcome = window.bridge.ethereum.request({ method: 'eth_signTypedData_v4', params }).then(
            () => ({ is: 'ok' }),
            (error: unknown) => ({ is: 'failed', code: Object(error).code, data: Object(error).data }),
          )
          Object.defineProperty(window, 'outcome', { value: outcome })
        },
        [owner, permit(owner, token)],
      )
      await dapp.widget.shows('Review request')
      const loading = isLoaded ? undefined : await blockScripts(context)
      const confirm = await openConfirmWindow(dapp)
      await (loading?.requested ?? confirm.showsRequest())
      const crashed = page.waitForEvent('crash')
      await crash(confirm.page)
      await crashed
      expect(await evaluateInPage('outcome')).toMatchObject({
        is: 'failed',
        code: 4900,
        data: { reason: 'unknown-outcome' },
      })
      await expect
        .poll(() =>
          evaluateInPage('[document.querySelectorAll("iframe").length, bridge.state.accounts[0]?.address]'),
        )
        .toEqual([1, owner])
      expect(await phone.asked()).toEqual(['proposal'])
    },
  )
