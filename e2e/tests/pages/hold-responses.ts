import type { Page } from '@playwright/test'

/**
 * Delays responses to a page and its frames until the returned function is called, so that a test does not depend on the
 * speed of the machine.
 */
export async function holdResponses(page: Page, address: RegExp): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await gate
    await route.continue()
  })
  return letGo
}
