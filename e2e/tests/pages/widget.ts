import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The widget as a user sees it: found by role and by the text on screen. */
export class Widget {
  /** Where its document is: a frame of a host page, or a page of its own. */
  readonly root: FrameLocator | Page

  constructor(root: FrameLocator | Page) {
    this.root = root
  }

  /** The modal's panel while it is open; an embedded widget is a region instead. */
  get sheet(): Locator {
    return this.root.locator('[data-open="true"]').locator('[role="dialog"], [role="region"]').first()
  }

  /** Title of the view on screen. */
  get title(): Locator {
    return this.root.getByRole('heading', { level: 1 })
  }

  get back(): Locator {
    return this.root.getByRole('button', { name: 'Back', exact: true })
  }

  get close(): Locator {
    return this.root.getByRole('button', { name: 'Close', exact: true })
  }

  /** Waits until the view of that title is on screen. */
  async shows(title: string | RegExp): Promise<void> {
    await expect(this.title).toHaveText(title)
  }

  /** Waits until the sheet has the height of its view: what is pressed in a frame inside does not know that it moves. */
  async rests(): Promise<void> {
    await expect(this.root.locator('[data-moving]')).toHaveCount(0)
  }

  /** Waits for a polite announcement. */
  async says(text: string | RegExp): Promise<void> {
    await expect(this.root.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
  }

  /** Waits for an assertive announcement. */
  async alerts(text: string | RegExp): Promise<void> {
    await expect(this.root.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
  }

  /** The code that a phone scans. */
  get code(): Locator {
    return this.root.getByRole('img', { name: /^QR code/ })
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name })
  }

  link(name: string | RegExp): Locator {
    return this.root.getByRole('link', { name })
  }

  text(text: string | RegExp, options: { exact?: boolean } = {}): Locator {
    return this.root.getByText(text, options)
  }

  field(label: string | RegExp): Locator {
    return this.root
      .getByRole('textbox', { name: label })
      .or(this.root.getByRole('searchbox', { name: label }))
  }

  /** Rows of a list by what they start with, such as a wallet's or a network's name. */
  row(name: string): Locator {
    return this.root.getByRole('listitem').filter({ hasText: name }).getByRole('button').first()
  }

  /**
   * Clicks a gated control as a user does: the pointer moves first, which arms the buttons of a frame smaller than the
   * window again, such as a viewport narrower than headless Chromium's narrowest window (500 px). A click rejected because
   * the facts changed is repeated.
   */
  async presses(control: Locator): Promise<void> {
    await control.hover()
    await control.click()
    if ((await this.root.locator('[data-early]').count()) === 0) return
    await expect(this.root.locator('[data-gate]:not([data-gate="armed"])')).toHaveCount(0)
    await control.click()
  }

  /**
   * Taps a gated control that leads to another view as a finger does: Chromium discards taps on a frame that has just
   * appeared, and then the finger taps again.
   */
  async taps(control: Locator): Promise<void> {
    await expect(async () => {
      if (await control.isVisible()) await control.tap()
      await expect(control).toBeHidden({ timeout: 1_500 })
    }).toPass()
  }

  /** Rows under a heading of the view, in order. */
  rowsOf(group: string): Locator {
    return this.root.getByRole('region', { name: group, exact: true }).getByRole('listitem')
  }

  /** One half of a view, such as Tokens or Activity. */
  tab(name: string): Locator {
    return this.root.getByRole('tab', { name, exact: true })
  }

  /** A fact of a review or a transaction, by its label. */
  fact(label: string): Locator {
    return this.root
      .locator('dl > *')
      .filter({ has: this.root.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .getByRole('definition')
  }

  /** Goes from the account to the send form, once its figures stand: what comes in moves the button. */
  async opensSend(): Promise<void> {
    await expect(this.text(/^Updated /)).toBeVisible()
    await this.button('Send').click()
    await this.shows('Send')
  }

  /** Chooses what to send, from the send form. */
  async selectToken(symbol: string): Promise<void> {
    await this.shows('Send')
    await this.button(/^(Select token|Token: )/)
      .first()
      .click()
    await this.shows('Select token')
    await this.row(symbol).click()
    await this.shows('Send')
  }

  /** Fills the send form and goes on to the review. */
  async fillSend({ token, amount, to }: { token?: string; amount: string; to: string }): Promise<void> {
    await this.shows('Send')
    if (token !== undefined) await this.selectToken(token)
    await this.field('Amount').fill(amount)
    await this.field('To').fill(to)
    await this.opensReview()
  }

  /** Goes from the send form to its review, and says that the address was compared where that is asked. */
  async opensReview(): Promise<void> {
    await this.button('Review').click()
    await this.shows('Review')
    await expect(this.fact('To')).toBeVisible()
    const compared = this.root.getByRole('checkbox', { name: 'I’ve checked the address' })
    // It is there from the first moment of the review, or not at all.
    if (await compared.isVisible()) await compared.check()
  }
}
