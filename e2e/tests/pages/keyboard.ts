import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Widget } from './widget.ts'

const isFocused = (target: Locator) =>
  target.evaluate((element) => element.ownerDocument.hasFocus() && element.matches(':focus'))

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < maxPresses; count += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab did not reach ${target}`)
}

/** Tabs to the element and presses Enter once it is enabled. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expect(target).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** Checks that an element of a document has its focus: it is lost if the focused one is removed or disabled. */
export async function keepsFocus({ root }: Widget): Promise<void> {
  const focused = () => root.locator('html').evaluate(() => document.activeElement?.localName)
  await expect.poll(focused, { message: 'focused element' }).not.toBe('body')
}
