import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** Page object of the widget: finds elements by role and by text on screen. */
export class Widget {
  /** The widget's document: a frame of a host page, or a top-level page. */
  readonly root: FrameLocator | Page

  constructor(root: FrameLocator | Page) {
    this.root = root
  }

  /** The modal's panel while it is open. An embedded widget is a region instead. */
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

  /** Waits until the view with this title is on screen. */
  async shows(title: string | RegExp): Promise<void> {
    await expect(this.title).toHaveText(title)
  }

  /** Waits until the sheet has the height of its view: a click in a nested frame does not detect that the frame moves. */
  async settles(): Promise<void> {
    await expect(this.root.locator('[data-moving]')).toHaveCount(0)
  }

  /** Waits for a polite announcement. */
  async announces(text: string | RegExp): Promise<void> {
    await expect(this.root.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
  }

  /** Waits for an assertive announcement. */
  async alerts(text: string | RegExp): Promise<void> {
    await expect(this.root.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
  }

  /** The QR code that a phone scans. */
  get qrCode(): Locator {
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

  /** A row of a list by its text, such as a wallet's or a network's name. */
  row(name: string): Locator {
    return this.root.getByRole('listitem').filter({ hasText: name }).getByRole('button').first()
  }

  /**
   * Clicks a gated control as a user does. The pointer moves first, which arms the buttons again in a frame smaller than the
   * window, such as a viewport narrower than headless Chromium's minimum window width (500 px). A click rejected because the
   * facts changed is repeated.
   */
  async clickGated(control: Locator): Promise<void> {
    await control.hover()
    await control.click()
    if ((await this.root.locator('[data-early]').count()) === 0) return
    await expect(this.root.locator('[data-gate]:not([data-gate="armed"])')).toHaveCount(0)
    await control.click()
  }

  /**
   * Clicks a row. Rows that lead to a wallet prompt are gated: they reject a click that ends just after the list moved, such
   * as for the project's settings that arrive late.
   */
  async clickRow(name: string): Promise<void> {
    await this.clickGated(this.row(name))
  }

  /**
   * Taps a gated control that opens another view, until it does: Chromium discards taps on a frame that has just appeared.
   */
  async tapGated(control: Locator): Promise<void> {
    await expect(control).toBeVisible()
    await expect(async () => {
      if (await control.isVisible()) await control.tap()
      await expect(control).toBeHidden({ timeout: 1_500 })
    }).toPass()
  }

  /** Rows under a heading of the view, in order. */
  rowsOf(group: string): Locator {
    return this.root.getByRole('region', { name: group, exact: true }).getByRole('listitem')
  }

  /** A tab of a view, such as Tokens or Activity. */
  tab(name: string): Locator {
    return this.root.getByRole('tab', { name, exact: true })
  }

  /** The value of a fact of a review or transaction, by its label. */
  fact(label: string): Locator {
    return this.root
      .locator('dl > *')
      .filter({ has: this.root.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .getByRole('definition')
  }

  /** Opens the send form from the account view, once balances are loaded: later balances would move the button. */
  async openSend(): Promise<void> {
    await expect(this.text(/^Updated /)).toBeVisible()
    await this.button('Send').click()
    await this.shows('Send')
  }

  /** Selects the token to send, from the send form. */
  async selectToken(symbol: string): Promise<void> {
    await this.shows('Send')
    await this.button(/^(Select token|Token: )/)
      .first()
      .click()
    await this.shows('Select token')
    await this.clickRow(symbol)
    await this.shows('Send')
  }

  /** Fills in the send form and opens the review. */
  async fillSend({ token, amount, to }: { token?: string; amount: string; to: string }): Promise<void> {
    await this.shows('Send')
    if (token !== undefined) await this.selectToken(token)
    await this.field('Amount').fill(amount)
    await this.field('To').fill(to)
    await this.openReview()
  }

  /** Opens the review from the send form, and checks "I compared the address" where that is required. */
  async openReview(): Promise<void> {
    await this.button('Review').click()
    await this.shows('Review')
    await expect(this.fact('To')).toBeVisible()
    const compared = this.root.getByRole('checkbox', { name: 'I’ve checked the address' })
    // The checkbox is rendered with the review, or not at all. A click can miss it while the panel still moves.
    if (await compared.isVisible()) await expect(() => compared.check()).toPass()
  }
}
