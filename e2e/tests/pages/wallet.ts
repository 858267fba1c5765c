import { expect, type Page } from '@playwright/test'
import type { ScriptPatch } from '#stack/wallets/setup.ts'

/** Page object of a test wallet of the page: its window, and its scripted behaviour. */
export class Wallet {
  readonly page: Page
  readonly id: string

  constructor(page: Page, id: string) {
    this.page = page
    this.id = id
  }

  /** The wallet's window while it prompts. */
  get prompt() {
    return this.page.locator('test-wallet-prompt dialog')
  }

  async approve(): Promise<void> {
    await this.#press('Approve')
    await expect(this.prompt).toBeHidden()
  }

  async reject(): Promise<void> {
    await this.#press('Reject')
    await expect(this.prompt).toBeHidden()
  }

  /** Approves without waiting for the window to close, for a wallet that prompts again immediately. */
  approveFirst(): Promise<void> {
    return this.#press('Approve')
  }

  /**
   * Clicks once the button matches `:hover`. After the window opens over the modal, Chromium sends clicks to the widget's
   * process until it composites the next frame. Only a test is fast enough for that.
   */
  async #press(name: string): Promise<void> {
    const button = this.prompt.getByRole('button', { name })
    let x = 5
    await expect
      .poll(async () => {
        x = (x % 9) + 5
        await button.hover({ position: { x, y: 9 } })
        // Use the element's name too: in quirks mode `:hover` alone matches links only.
        return button.evaluate((node) => node.matches(`${node.localName}:hover`))
      })
      .toBe(true)
    await button.click()
  }

  /** Decides in the wallet without a click in the page, as in an extension's window. */
  async decide(approve: boolean): Promise<void> {
    const hadPrompt = await this.page.evaluate(([id, yes]) => window.testWallets[id]?.answer(yes), [
      this.id,
      approve,
    ] as const)
    expect(hadPrompt).toBe(true)
    await expect(this.prompt).toBeHidden()
  }

  /** Changes its scripted behaviour from now on; null resets it. */
  script(patch: ScriptPatch | null): Promise<void> {
    return this.page.evaluate(([id, change]) => window.testWallets[id]?.script(change), [
      this.id,
      patch,
    ] as const)
  }

  /** Methods requested since the page was loaded, in order. */
  requestedMethods(): Promise<readonly string[]> {
    return this.page.evaluate(
      (id) => (window.testWallets[id]?.requests ?? []).map(({ method }) => method),
      this.id,
    )
  }

  /** How many windows it has opened since the page was loaded. */
  promptCount(): Promise<number> {
    return this.page.evaluate((id) => window.testWallets[id]?.promptCount() ?? Number.NaN, this.id)
  }

  /** The wallet's current chain id, as a decimal number. */
  chainId(): Promise<number> {
    return this.page.evaluate((id) => window.testWallets[id]?.chainId() ?? Number.NaN, this.id)
  }

  /** Announces the wallet (EIP-6963) with a new UUID. */
  async announce(info: { readonly name: string; readonly rdns: string }): Promise<void> {
    await this.page.evaluate(
      ([id, known]) => {
        const provider = window.testWallets[id]?.provider
        const detail = Object.freeze({ info: { ...known, uuid: crypto.randomUUID(), icon: '' }, provider })
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      },
      [this.id, info] as const,
    )
  }

  /** Performs an action of the user in the wallet. */
  async perform(what: 'forget' | 'dropConnection'): Promise<void> {
    await this.page.evaluate(([id, name]) => window.testWallets[id]?.[name](), [this.id, what] as const)
  }

  /** Selects another account (by its index) or chain (by its id) in the wallet. */
  async select(what: 'useAccount' | 'useChain', value: number): Promise<void> {
    await this.page.evaluate(([id, name, chosen]) => window.testWallets[id]?.[name](chosen), [
      this.id,
      what,
      value,
    ] as const)
  }
}
