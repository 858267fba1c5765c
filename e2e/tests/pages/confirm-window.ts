import { expect, type Page } from '@playwright/test'
import type { Dapp } from './dapp.ts'
import { Widget } from './widget.ts'

/** The confirm window, as a user meets it. */
export class ConfirmWindow extends Widget {
  readonly page: Page

  constructor(page: Page) {
    super(page)
    this.page = page
  }

  /** Waits until the request itself is on screen. */
  async reads(): Promise<void> {
    await expect(this.button(/^Continue in /)).toBeVisible()
  }

  /** Approves what is on screen, once it can be pressed. */
  async approve(): Promise<void> {
    await this.button(/^Continue in /).click()
  }

  async cancel(): Promise<void> {
    await this.button('Cancel').click()
  }

  /** Waits until the window is gone, or says that its request is over. */
  async isOver(words: string): Promise<void> {
    await expect
      .poll(
        async () =>
          this.page.isClosed() ||
          (await this.text(words)
            .first()
            .isVisible()
            .catch(() => true)),
      )
      .toBe(true)
  }
}

/** Presses the primary button of a review in the frame, and waits for the window that it opens. */
export async function openConfirmWindow(dapp: Dapp): Promise<ConfirmWindow> {
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button('Review in a new window').click()
  return new ConfirmWindow(await opened)
}
