import { expect, type Page } from '@playwright/test'
import type { ScriptPatch } from '#stack/wallets/setup.ts'

/** A test wallet of the page: its window as a user sees it, and its behaviour as the test scripts it. */
export class Wallet {
  readonly page: Page
  readonly id: string

  constructor(page: Page, id: string) {
    this.page = page
    this.id = id
  }

  /** The wallet's window, when it prompts. */
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

  /** Approves where its next window opens at once, so that there is no moment without one. */
  approveFirst(): Promise<void> {
    return this.#press('Approve')
  }

  /**
   * Presses once the pointer is seen over the button. For a moment after the window has opened over the modal, until the
   * next frame is composited, Chromium still sends a press into the widget's process: faster than any hand.
   */
  async #press(name: string): Promise<void> {
    const button = this.prompt.getByRole('button', { name })
    let x = 5
    await expect
      .poll(async () => {
        x = (x % 9) + 5
        await button.hover({ position: { x, y: 9 } })
        // By its element, because `:hover` alone matches links only in quirks mode.
        return button.evaluate((node) => node.matches(`${node.localName}:hover`))
      })
      .toBe(true)
    await button.click()
  }

  /** The user decides in a window of the wallet that is outside of the page, as an extension's is. */
  async answers(approve: boolean): Promise<void> {
    const wasAsking = await this.page.evaluate(([id, yes]) => window.testWallets[id]?.answer(yes), [
      this.id,
      approve,
    ] as const)
    expect(wasAsking).toBe(true)
    await expect(this.prompt).toBeHidden()
  }

  /** Changes how it behaves from now on; null makes it ordinary again. */
  script(patch: ScriptPatch | null): Promise<void> {
    return this.page.evaluate(([id, change]) => window.testWallets[id]?.script(change), [
      this.id,
      patch,
    ] as const)
  }

  /** Methods requested since the page was loaded, in order. */
  asked(): Promise<readonly string[]> {
    return this.page.evaluate(
      (id) => (window.testWallets[id]?.requests ?? []).map(({ method }) => method),
      this.id,
    )
  }

  /** How many windows it has opened since the page was loaded. */
  promptCount(): Promise<number> {
    return this.page.evaluate((id) => window.testWallets[id]?.promptCount() ?? Number.NaN, this.id)
  }

  /** Decimal. */
  chainId(): Promise<number> {
    return this.page.evaluate((id) => window.testWallets[id]?.chainId() ?? Number.NaN, this.id)
  }

  /** It announces itself (EIP-6963), with a uuid it has not used before. */
  async announces(info: { readonly name: string; readonly rdns: string }): Promise<void> {
    await this.page.evaluate(
      ([id, known]) => {
        const provider = window.testWallets[id]?.provider
        const detail = Object.freeze({ info: { ...known, uuid: crypto.randomUUID(), icon: '' }, provider })
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      },
      [this.id, info] as const,
    )
  }

  /** The user does something in the wallet itself. */
  async does(what: 'forget' | 'dropConnection'): Promise<void> {
    await this.page.evaluate(([id, name]) => window.testWallets[id]?.[name](), [this.id, what] as const)
  }

  /** The user selects another account (by its place) or chain (by its number) in the wallet itself. */
  async picks(what: 'useAccount' | 'useChain', value: number): Promise<void> {
    await this.page.evaluate(([id, name, chosen]) => window.testWallets[id]?.[name](chosen), [
      this.id,
      what,
      value,
    ] as const)
  }
}
