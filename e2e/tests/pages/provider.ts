import type { FrameLocator, Page } from '@playwright/test'

/** The provider's own page, as the buyer meets it in its window, or in a frame of the widget. */
export class Provider<Root extends FrameLocator | Page = Page> {
  readonly page: Root

  constructor(page: Root) {
    this.page = page
  }

  /** Writes a card's number and goes on. */
  async card(number: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Card number' }).fill(number)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  /** The steps in which it asks who buys; what is left is to pay. */
  async identify(): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace')
    await this.page.getByRole('button', { name: 'Continue' }).click()
    await this.page.getByRole('heading', { name: 'Check and pay' }).waitFor()
  }

  async pay(): Promise<void> {
    await this.page.getByRole('button', { name: /^Pay / }).click()
  }

  /** Waits for a heading of the page. */
  async shows(name: string): Promise<void> {
    await this.page.getByRole('heading', { name }).waitFor()
  }
}
