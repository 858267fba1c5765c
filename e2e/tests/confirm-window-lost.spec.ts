import type { BrowserContext, Page } from '@playwright/test'
import { expect, reducedMotion, test } from './fixtures.ts'
import { ConfirmWindow, openConfirmWindow } from './pages/confirm-window.ts'
import { isolatedOpener, permit, startPermit } from './pages/permit-request.ts'
import { rotatingTests } from './rotating-tests.ts'

test.use(reducedMotion)

/** Ways to lose the window: variants of `confirm-window.spec.ts`. */
const rotating = rotatingTests({ of: 2 })

/** Time after which a silent window counts as closed: two reads of the mailbox, and the timeout. */
const silence = { timeout: 40_000 }

rotating()('reloaded › the same request, with no secret in the address bar', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const window = await openConfirmWindow(dapp)
  await window.shows('Review request')
  expect(window.page.url()).toBe(`${dapp.world.stack.widget.origin}/confirm.html`)
  await window.page.reload()
  await window.shows('Review request')
  expect(window.page.url()).toBe(`${dapp.world.stack.widget.origin}/confirm.html`)
  await dapp.widget.says('Confirm in the window')
  await window.approve()
  expect(await answer).toMatchObject({ is: 'ok' })
  await window.isOver('Done')
})

rotating()('window closed › opened again › approved there', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const first = await openConfirmWindow(dapp)
  await first.shows('Review request')
  await first.page.close()
  await dapp.widget.says('The window was closed')
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button('Open again').click()
  await new ConfirmWindow(await opened).approve()
  expect(await answer).toMatchObject({ is: 'ok' })
})

rotating()(
  'mailbox, window closed › said at once › opened again › approved there',
  async ({ dapp, phone }) => {
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const first = await openConfirmWindow(dapp)
    await first.reads()
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
  async ({ dapp, phone, problems }) => {
    // What a document posts while it unloads may take the number that the next one uses, which then takes another.
    problems.expect(/409/)
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const window = await openConfirmWindow(dapp)
    for (let times = 0; times < 2; times += 1) {
      await window.reads()
      await window.page.reload()
    }
    await window.reads()
    await dapp.widget.says('Confirm in the window')
    await window.approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

/** Ends the process of a window without any warning to its page. */
async function crash(page: Page): Promise<void> {
  const isGone = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // The process is gone before it can answer.
  session.send('Page.crash').catch(() => undefined)
  await isGone
}

/** The script of the next confirm window is requested and never arrives: its document does nothing. */
async function blockScripts(context: BrowserContext) {
  const scripts = /\/assets\/confirm\/main-[^/]+\.js$/
  const isAsked = context.waitForEvent('request', (request) => scripts.test(request.url()))
  let isHeld = true
  await context.route(scripts, async (route) => {
    if (isHeld) isHeld = false
    else await route.fallback()
  })
  return { isAsked }
}

rotating()(
  'mailbox, window crashed › counts as closed › opened again › approved there',
  async ({ dapp, phone }) => {
    const { answer } = await startPermit(dapp, phone, isolatedOpener)
    const first = await openConfirmWindow(dapp)
    await first.reads()
    await crash(first.page)
    await expect(dapp.widget.text('The window was closed')).toBeVisible(silence)
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
    await loading.isAsked
    await crash(first.page)
    await dapp.widget.alerts('The window did not open')
    const opened = context.waitForEvent('page')
    await dapp.widget.button('Open again').click()
    const second = new ConfirmWindow(await opened)
    await second.reads()
    expect(await phone.asked()).toEqual(['proposal'])
    await second.approve()
    expect(await answer).toMatchObject({ is: 'ok' })
  },
)

/**
 * By the opener the window is of the frame's origin and browsing context group, so that Chromium runs both in one process:
 * what ends the one ends the other.
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
      // After a crash in one of its frames Playwright takes the whole page for dead: the test uses its own session.
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
      await (loading?.isAsked ?? confirm.reads())
      const isGone = page.waitForEvent('crash')
      await crash(confirm.page)
      await isGone
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
