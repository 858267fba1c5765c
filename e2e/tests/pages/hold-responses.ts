import type { Page } from '@playwright/test'

/**
 * Holds the answers to requests of a page and its frames back until they are let go, however slow the machine is; what
 * it returns lets them go.
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
