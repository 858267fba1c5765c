import type { Locator } from '@playwright/test'
import { expect } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { Widget } from '../pages/widget.ts'
import { jumpPx, longestUncoveredMs, moveFrameBack, redress, undo } from './redress-page.ts'
import type { Row } from './redress-rows.ts'

/** Number of rendered frames to wait for: a browser reports a change within 100 ms. */
const frameCount = 20
/** Number of rendered frames in which a briefly closed gate arms again, at 60 per second. */
const rearmFrameCount = 60

export const waitForFrames = (dapp: Dapp, times = frameCount) =>
  dapp.page.evaluate(async (count) => {
    for (let frames = 0; frames < count; frames += 1) await new Promise(requestAnimationFrame)
  }, times)

/** Rests the pointer next to the moved frame, moves the frame back under it, and clicks. */
async function clickDuringJump(dapp: Dapp, primary: Locator, view: Widget): Promise<void> {
  const { page } = dapp
  await expect(primary).toBeEnabled()
  const { x, y, width, height } = (await primary.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + jumpPx + width / 2, y + height / 2, { steps: 3 })
  await expect(primary).toBeEnabled()
  await page.evaluate(moveFrameBack)
  await waitForFrames(dapp, 3)
  await page.mouse.down()
  await page.mouse.up()
  await view.announces('Not ready yet')
  await expect(dapp.wallet().prompt).toHaveCount(0)
}

const gateStateOf = (gate: Locator) => gate.getAttribute('data-gate')
type Gate = { readonly gate: Locator; readonly name: string }

/** Waits until the gate is `closed`: it is `arming` for a moment also when the panel only moves. */
const expectClosed = ({ gate, name }: Gate) =>
  expect.poll(() => gateStateOf(gate), { message: name, intervals: [20] }).toBe('closed')

/** Minimum arming time of a gate, in ms. */
const minArmingMs = 200
/** A browser reports visibility at this interval at most, in ms (`delay` of Intersection Observer v2). */
const reportIntervalMs = 100

/**
 * Expects that a gate that opens and closes never arms, unless a slow page or a slow frame left it open long enough: the report that closes
 * it comes up to an interval and a rendered frame after the cover.
 */
async function expectNeverArms(dapp: Dapp, { gate, name }: Gate): Promise<void> {
  await expect.poll(() => gateStateOf(gate), { message: name, intervals: [20] }).not.toBe('armed')
  const recording = await gate.evaluateHandle((element) => {
    const gateStates: (string | undefined)[] = []
    const record = () => gateStates.push(element.dataset.gate)
    new MutationObserver(record).observe(element, { attributeFilter: ['data-gate'] })
    record()
    const recorded = { gateStates, longestFrameMs: 0, isOver: false }
    let renderedAt = performance.now()
    const onFrame = () => {
      recorded.longestFrameMs = Math.max(recorded.longestFrameMs, performance.now() - renderedAt)
      renderedAt = performance.now()
      if (!recorded.isOver) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return recorded
  })
  await waitForFrames(dapp, rearmFrameCount)
  const uncoveredMs = await longestUncoveredMs(dapp.page)
  const { gateStates, longestFrameMs } = await recording.evaluate((recorded) => {
    recorded.isOver = true
    return recorded
  })
  const openMs = uncoveredMs + reportIntervalMs + longestFrameMs
  if (openMs < minArmingMs) expect(gateStates, `${name}, open for ${openMs} ms`).not.toContain('armed')
}

/**
 * Runs rows against a gated control on screen. Before each the panel is fully visible; with `isArmed` the gate is armed too,
 * and the row has to close it. A closed gate rejects clicks, whatever its state before. `view`: where the control is, if that is not the
 * widget's document.
 */
export async function runRows(
  dapp: Dapp,
  primary: Locator,
  selected: readonly Row[],
  { isArmed, view = dapp.widget }: { readonly isArmed: boolean; readonly view?: Widget },
): Promise<void> {
  const gate = primary.locator('xpath=ancestor::*[@data-gate]')
  const { prompt } = dapp.wallet()
  await expect(primary).toBeEnabled()
  for (const [name, outcome, change] of selected) {
    const isMoving = change.script === 'flicker' || change.script === 'glide'
    if (isArmed || isMoving) await expect(primary, `before ${name}`).toBeEnabled()
    else
      await expect
        .poll(() => gateStateOf(gate), { message: `before ${name}`, intervals: [20] })
        .not.toBe('closed')
    await redress(dapp.page, change)
    if (change.script === 'jump') {
      await clickDuringJump(dapp, primary, view)
    } else if (outcome === 'refused') {
      await (isMoving ? expectNeverArms(dapp, { gate, name }) : expectClosed({ gate, name }))
      await primary.focus()
      // On a slow page a cover that flickers leaves the gate open long enough to arm.
      if (!isMoving || (await gateStateOf(gate)) !== 'armed') await dapp.page.keyboard.press('Enter')
      // The gate stays closed, although the panel may briefly outgrow the frame to show the message.
      if (!isMoving) await expectClosed({ gate, name })
      await expect(prompt, name).toHaveCount(0)
    } else {
      await waitForFrames(dapp)
      // A change of size makes the gate arm again.
      await expect(primary, name).toBeEnabled()
    }
    await undo(dapp.page)
    // Wait for rendered frames: nothing else shows that the change is reverted before the next row.
    if (outcome !== 'refused') await waitForFrames(dapp)
  }
  await expect(primary).toBeEnabled()
  await expect(prompt).toHaveCount(0)
}
