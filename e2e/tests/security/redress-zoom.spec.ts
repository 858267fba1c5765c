import { expect } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { test } from './browser-zoom.ts'

async function openModal(dapp: Dapp) {
  await dapp.open()
  await dapp.page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  expect(await dapp.page.evaluate(() => Math.round(devicePixelRatio * 100))).toBeLessThan(100)
  return dapp.widget.root.locator('[data-gate]')
}

test.describe('zoomed to 67 %', () => {
  test.use({ ownZoom: 2 / 3 })
  test('R4 › the user’s browser zoom of 67 % › accepted', async ({ dapp }) => {
    await expect(await openModal(dapp)).toHaveAttribute('data-gate', 'armed')
  })
})

test.describe('zoomed to 50 %', () => {
  test.use({ ownZoom: 0.5 })
  test('R4 › the user’s browser zoom of 50 %, as by a page › rejected with a message', async ({ dapp }) => {
    const gate = await openModal(dapp)
    await expect(gate).toHaveAttribute('data-gate', 'closed')
    await dapp.widget.row('Harbour Wallet').focus()
    await dapp.page.keyboard.press('Enter')
    await dapp.widget.announces('This window is too small to read. Zoom in to continue.')
    await expect(dapp.wallet().prompt).toHaveCount(0)
  })
})
