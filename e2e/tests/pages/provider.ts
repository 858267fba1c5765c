import type { FrameLocator, Page } from '@playwright/test'

/** Page object of the onramp provider's page, in a window or in a frame of the widget. */
export class Provider<Root extends FrameLocator | Page = Page> {
  readonly page: Root

  constructor(page: Root) {
    this.page = page
  }

  /** Fills in a card number and continues. */
  async card(number: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Card number' }).fill(number)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  /** Completes the identification steps, up to the payment. */
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

  /** Pays with the test card, after the identity check, until the provider has sent. */
  async payByTestCard(): Promise<void> {
    await this.card('4242 4242 4242 4242')
    await this.identify()
    await this.pay()
    await this.shows('Sent')
  }
}
