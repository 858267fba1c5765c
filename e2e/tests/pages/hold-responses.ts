import type { Page } from '@playwright/test'

/**
 * Holds back the responses to a page and its frames until they are released, however slow the machine is; what
 * it returns releases them.
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
