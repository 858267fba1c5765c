import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { stranger } from '../stranger.ts'

const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function reviewsSend(dapp: Dapp) {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'ETH', amount: '0.01', to: stranger() })
  const primary = widget.button('Send in Harbour Wallet')
  await expect(primary).toBeEnabled()
  return { widget, primary }
}

/** Moves the frame by so many px, at once. */
const moveFrame = (dapp: Dapp, px: number) =>
  dapp.page.evaluate((by) => {
    const frame = document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')
    if (frame) frame.style.translate = `${by}px 0`
  }, px)

test('R10 › frame jumps under the pointer › press refused and answered', async ({ dapp, page }) => {
  const { widget, primary } = await reviewsSend(dapp)
  const at = await middleOf(primary)
  await page.mouse.move(at.x - 300, at.y - 200)
  await moveFrame(dapp, -300)
  await expect(primary).toBeEnabled()
  await page.mouse.move(at.x, at.y, { steps: 5 })
  await expect(primary).toBeEnabled()
  await moveFrame(dapp, 0)
  await page.mouse.move(at.x + 1, at.y)
  await page.mouse.down()
  await page.mouse.up()
  await widget.says('Not ready yet')
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
  await expect(primary).toBeEnabled()
  await page.mouse.down()
  await page.mouse.up()
  await dapp.wallet().reject()
})

test('R9 › cover removed as the press begins › press refused', async ({ dapp, page }) => {
  const { widget, primary } = await reviewsSend(dapp)
  const at = await middleOf(primary)
  await page.mouse.move(at.x, at.y, { steps: 3 })
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
  await widget.says(/Not ready yet|cannot be seen/)
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
})

test('R9 › key held as the review opens › press refused; released and pressed anew › accepted', async ({
  dapp,
  page,
}) => {
  const { primary } = await reviewsSend(dapp)
  await primary.focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
  await page.keyboard.press('Enter')
  await dapp.wallet().reject()
})

test('R9 › press dragged onto the button › nothing happens', async ({ dapp, page }) => {
  const { widget, primary } = await reviewsSend(dapp)
  const from = await middleOf(widget.title)
  const at = await middleOf(primary)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y, { steps: 5 })
  await page.mouse.up()
  await expect(primary).toBeEnabled()
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
})

test('R9 › focus stolen and given back › key refused until the window had it', async ({ dapp, page }) => {
  const { widget, primary } = await reviewsSend(dapp)
  await primary.focus()
  await page.evaluate(() => {
    const field = document.createElement('input')
    document.querySelector('dialog[data-drawbridge]')?.append(field)
    field.focus()
    field.remove()
    document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')?.focus()
  })
  await page.keyboard.press('Enter')
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
  await expect(widget.sheet).toBeVisible()
})
