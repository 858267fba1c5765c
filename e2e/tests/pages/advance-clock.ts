import { expect, type Page } from '@playwright/test'

/**
 * Advances the paused (`clock.pauseAt`) or accelerated clock of a page in small steps until a condition is true, for at most
 * `withinMs` of page time, so that the result does not depend on the speed of the machine.
 */
export async function advanceClockUntil(
  page: Page,
  predicate: () => Promise<boolean>,
  withinMs: number,
  stepMs = 50,
): Promise<void> {
  let elapsedMs = 0
  await expect
    .poll(
      async () => {
        if (await predicate()) return true
        if (elapsedMs + stepMs > withinMs) return false
        elapsedMs += stepMs
        await page.clock.runFor(stepMs)
        return predicate()
      },
      { intervals: [10] },
    )
    .toBe(true)
}
