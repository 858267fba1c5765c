/**
 * Clicks of a mouse that rests where the modal opens: no event reaches the frame before the click. The minimum window width of
 * headless Chromium is 500 px, so a narrow page is smaller than its window, as next to a browser's side panel.
 */
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { approvalOf, requestApproval } from './gated-views.ts'
import { waitForFrames } from './redress-run.ts'

test.use({ viewport: { width: 390, height: 844 } })

const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Waits until a gate accepts clicks on its control. */
const expectArmed = async (control: Locator): Promise<void> => {
  await expect(control).toBeEnabled()
  const spareWidth = await control.evaluate(() => outerWidth - innerWidth)
  expect(spareWidth, 'px of the window beside the frame').toBeGreaterThan(64)
}

/** Moves the page's button to the position of a control of the modal, clicks it, and leaves the mouse there. */
async function openAt(dapp: Dapp, { x, y }: { x: number; y: number }): Promise<void> {
  await dapp.connectButton.evaluate(
    (opener, [left, top]) => {
      const place = { position: 'fixed', inset: 'auto', left: `${left}px`, top: `${top}px`, zIndex: '9' }
      Object.assign(opener.style, place, { translate: '-50% -50%' })
    },
    [x, y] as const,
  )
  await dapp.page.mouse.move(x, y)
  await clickInPlace(dapp)
  await expect(dapp.widget.sheet).toBeVisible()
}

async function clickInPlace({ page: { mouse } }: Dapp): Promise<void> {
  await mouse.down()
  await mouse.up()
}

test('resting mouse › modal opened by the button under it › first click is accepted', async ({ dapp }) => {
  const { widget } = dapp
  await dapp.open()
  await dapp.openModal()
  const row = widget.row('Harbour Wallet')
  const places = { row: await middleOf(row), close: await middleOf(widget.close) }
  await widget.close.click()
  await dapp.waitForPointer()

  const openers = {
    'by the button': async () => openAt(dapp, places.row),
    'as the page loads, nothing is loaded before': async () => {
      await dapp.enableSaveData()
      await dapp.open()
      await openAt(dapp, places.row)
    },
  }
  for (const [trigger, open] of Object.entries(openers)) {
    await test.step(trigger, async () => {
      await open()
      await expectArmed(row)
      await clickInPlace(dapp)
      await dapp.wallet().reject()
      await widget.announces('Request cancelled')
      await widget.close.click()
      await dapp.waitForPointer()
    })
  }
  await openAt(dapp, places.close)
  await expectArmed(row)
  await clickInPlace(dapp)
  await expect(widget.sheet).toBeHidden()
})

test('resting mouse › review under it › first click rejected, the next accepted', async ({
  dapp,
  testAccounts,
  world,
}) => {
  await dapp.open()
  await dapp.connect()
  const shared = { dapp, hands: testAccounts, world }
  const first = await requestApproval(shared)
  await expectArmed(first.primary)
  const place = await middleOf(first.primary)
  await dapp.page.keyboard.press('Escape')
  expect(await first.answer).toMatchObject({ code: 4001 })

  // A new document does not know the position of the frame.
  await dapp.open()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  await dapp.page.mouse.move(place.x, place.y)
  const answer = dapp.request('eth_sendTransaction', [approvalOf(testAccounts, world)])
  await expectArmed(first.primary)
  await clickInPlace(dapp)
  await dapp.widget.announces('Not ready yet. Press again in a moment.')
  await expectArmed(first.primary)
  await clickInPlace(dapp)
  await dapp.wallet().reject()
  expect(await answer).toMatchObject({ code: 4001 })
})

test('R10 › frame with one known place jumps as if scaled › click rejected', async ({
  dapp,
  testAccounts,
  world,
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dapp.open()
  await dapp.connect()
  await dapp.open()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  const moveFrame = (left: number, top: number) =>
    page.evaluate(
      ([x, y]) => {
        const frame = document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')
        frame?.style.setProperty('width', '390px', 'important')
        frame?.style.setProperty('translate', `${x}px ${y}px`, 'important')
      },
      [left, top] as const,
    )
  await moveFrame(0, 0)
  const request = dapp.request('eth_sendTransaction', [approvalOf(testAccounts, world)])
  const primary = dapp.widget.button('Continue in Harbour Wallet')
  await expect(primary).toBeEnabled()
  const button = await middleOf(primary)
  const knownPoint = { x: button.x - 100, y: button.y - 20 }
  await page.mouse.move(knownPoint.x, knownPoint.y)
  await expect(primary).toBeEnabled()

  // Move the frame away from the mouse; the browser does not report that to the frame.
  await moveFrame(700, 0)
  const scale = 1.25
  const target = {
    x: knownPoint.x + scale * (button.x - knownPoint.x),
    y: knownPoint.y + scale * (button.y - knownPoint.y),
  }
  await page.mouse.move(target.x, target.y)
  await expect(primary).toBeEnabled()
  await moveFrame(target.x - button.x, target.y - button.y)
  await waitForFrames(dapp)
  await clickInPlace(dapp)
  await dapp.widget.announces('Not ready yet')
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
  await expect(primary).toBeEnabled()
  await clickInPlace(dapp)
  await dapp.wallet().reject()
  expect(await request).toMatchObject({ code: 4001 })
})
