import { expect } from '../fixtures.ts'
import { denseScreen, test, zoomedTo } from './device-pixel-ratio.ts'
import { redress, undo } from './redress-page.ts'

test.use({ launchOptions: denseScreen({ bars: true }) })

test('R4 › dense screen, no pointer › page zoom 0.4 refused, 0.8 accepted', async ({ dapp, page }) => {
  await dapp.open()
  await page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  const gate = dapp.widget.root.locator('[data-gate]')
  await expect(gate).toHaveAttribute('data-gate', 'armed')
  await redress(page, zoomedTo(0.4))
  await expect(gate).toHaveAttribute('data-gate', 'closed')
  await undo(page)
  await redress(page, zoomedTo(0.8))
  await expect(gate).toHaveAttribute('data-gate', 'armed')
})
