import type { Frame, Page } from '@playwright/test'

/** Connects the first Ethereum wallet of a shop in its open modal; the test wallet approves all requests at once. */
export async function connectWallet(page: Page, frame: Frame): Promise<void> {
  await page.evaluate(() => window.testWallets.harbour?.script({ mode: 'approve' }))
  await frame.locator('li button', { hasText: 'Harbour Wallet' }).click()
  await page.waitForFunction(() => window.bridge.accounts.length > 0 && !window.bridge.state.open)
}
