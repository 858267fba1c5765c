import { expect, type Page } from '@playwright/test'
import type { Dapp } from './dapp.ts'
import { Widget } from './widget.ts'

/** Page object of the confirm window. */
export class ConfirmWindow extends Widget {
  readonly page: Page

  constructor(page: Page) {
    super(page)
    this.page = page
  }

  /** Waits until the request is on screen. */
  async showsRequest(): Promise<void> {
    await expect(this.button(/^Continue in /)).toBeVisible()
  }

  /** Approves the request on screen, once its button is enabled. */
  async approve(): Promise<void> {
    await this.button(/^Continue in /).click()
  }

  async cancel(): Promise<void> {
    await this.button('Cancel').click()
  }

  /** Waits until the window is closed, or shows a text that its request has ended. */
  async hasEnded(message: string): Promise<void> {
    await expect
      .poll(
        async () =>
          this.page.isClosed() ||
          (await this.text(message)
            .first()
            .isVisible()
            .catch(() => true)),
      )
      .toBe(true)
  }
}

/** Clicks the primary button of a review in the frame, and returns the window that it opens. */
export async function openConfirmWindow(dapp: Dapp): Promise<ConfirmWindow> {
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button('Review in a new window').click()
  return new ConfirmWindow(await opened)
}
