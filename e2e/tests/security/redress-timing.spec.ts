import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { requestApproval } from './gated-views.ts'
import { waitForFrames } from './redress-run.ts'

const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves the frame by this many px, without animation. */
const moveFrame = (dapp: Dapp, px: number) =>
  dapp.page.evaluate((by) => {
    const frame = document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')
    frame?.style.setProperty('translate', `${by}px 0`, 'important')
  }, px)

const expectNotRequested = async (dapp: Dapp) =>
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')

test('R9, R10 › pointer, and a frame or cover that moves › click rejected', async ({
  dapp,
  page,
  testAccounts,
  world,
}) => {
  await dapp.open()
  await dapp.connect()
  const { widget } = dapp
  const { primary, answer } = await requestApproval({ dapp, hands: testAccounts, world })
  await expect(primary).toBeEnabled()
  const at = await middleOf(primary)

  await test.step('R9 › click dragged onto the button › nothing happens', async () => {
    const from = await middleOf(widget.title)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(at.x, at.y, { steps: 5 })
    await page.mouse.up()
    await expect(primary).toBeEnabled()
    await expectNotRequested(dapp)
  })

  await test.step('R9 › cover removed as the pointer goes down › click rejected', async () => {
    await page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.setAttribute('style', 'position:fixed;inset:0;background:#fff;pointer-events:none')
      document.querySelector('dialog[data-drawbridge]')?.append(cover)
    })
    await expect(primary).toBeDisabled()
    await page.evaluate(() => document.querySelector('#cover')?.remove())
    await page.mouse.down()
    await page.mouse.up()
    await widget.announces(/Not ready yet|is hidden/)
    await expectNotRequested(dapp)
    await expect(primary).toBeEnabled()
  })

  await test.step('R10 › frame jumps under the pointer › click rejected; unmoved › accepted', async () => {
    await page.mouse.move(at.x - 300, at.y - 200)
    await moveFrame(dapp, -300)
    await expect(primary).toBeEnabled()
    await page.mouse.move(at.x, at.y, { steps: 5 })
    await expect(primary).toBeEnabled()
    await moveFrame(dapp, 0)
    // Until then the browser sends clicks to the last rendered position of the frame.
    await waitForFrames(dapp, 3)
    await page.mouse.move(at.x + 1, at.y)
    await page.mouse.down()
    await page.mouse.up()
    await widget.announces('Not ready yet')
    await expectNotRequested(dapp)
    await expect(primary).toBeEnabled()
    await page.mouse.down()
    await page.mouse.up()
    await dapp.wallet().reject()
    expect(await answer).toMatchObject({ code: 4001 })
  })
})

test('R9 › keys › rejected where held or just focused', async ({ dapp, page, testAccounts, world }) => {
  await dapp.open()
  await dapp.connect()
  const shared = { dapp, hands: testAccounts, world }

  await test.step('key held as the review opens › rejected; released and pressed again › accepted', async () => {
    const { primary, answer } = await requestApproval(shared)
    await expect(primary).toBeEnabled()
    await primary.focus()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expectNotRequested(dapp)
    await page.keyboard.press('Enter')
    await dapp.wallet().reject()
    expect(await answer).toMatchObject({ code: 4001 })
  })

  await test.step('focus stolen and restored › key rejected until the window has focus', async () => {
    const requested = await dapp.wallet().requestedMethods()
    const { primary } = await requestApproval(shared)
    await expect(primary).toBeEnabled()
    await primary.focus()
    await page.evaluate(() => {
      const field = document.createElement('input')
      document.querySelector('dialog[data-drawbridge]')?.append(field)
      field.focus()
      field.remove()
      document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')?.focus()
    })
    await page.keyboard.press('Enter')
    expect(await dapp.wallet().requestedMethods()).toEqual(requested)
    await expect(dapp.widget.sheet).toBeVisible()
  })
})
