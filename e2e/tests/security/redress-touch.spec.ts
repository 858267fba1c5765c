import { expect } from '../fixtures.ts'
import { denseScreen, test, zoomedTo } from './device-pixel-ratio.ts'
import { redress, undo } from './redress-page.ts'

test.use({ launchOptions: denseScreen({ bars: false }), hasTouch: true })

test('R4 › dense phone › page zoom 0.4 refused, 0.5 accepted until two touches @long', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  const { widget } = dapp
  const gate = widget.root.locator('[data-gate]')
  await redress(page, zoomedTo(0.4))
  await expect(gate).toHaveAttribute('data-gate', 'closed')
  await undo(page)
  await redress(page, zoomedTo(0.5))
  // The widget cannot detect it yet: a phone with a device pixel ratio of 2 looks the same at 0.75.
  await expect(gate).toHaveAttribute('data-gate', 'armed')
  const box = await widget.title.boundingBox()
  if (box === null) throw new Error('The title is not on screen')
  await page.touchscreen.tap(box.x + 5, box.y + 5)
  await page.touchscreen.tap(box.x + box.width - 5, box.y + 5)
  await expect(gate).toHaveAttribute('data-gate', 'closed')
})
