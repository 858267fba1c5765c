import { expect, type Locator, type Page } from '@playwright/test'
import type { TestStep } from '../../conformance/test-dapps.ts'
import type { Dapp } from './dapp.ts'
import { injectTestWallets } from './inject-test-wallets.ts'

const longTimeout = { timeout: 20_000 }

type TestDappOptions = {
  readonly path: '/test-dapp/' | '/test-dapp-solana/'
  readonly networks: string
  readonly wallet: Readonly<Record<string, unknown>>
  /** Finds the element of an id of the table. */
  readonly find: (page: Page, id: string) => Locator
}

/** Page object of a published test dApp: its texts and logs are those of its authors. */
export class TestDapp {
  readonly dapp: Dapp
  readonly #options: TestDappOptions
  readonly #log: string[] = []

  constructor(dapp: Dapp, options: TestDappOptions) {
    this.dapp = dapp
    this.#options = options
  }

  /** Opens it with an injected wallet that approves by itself, as an extension. Requests beyond loopback are aborted. */
  async open(): Promise<void> {
    const { page } = this.dapp
    const { path, networks, wallet } = this.#options
    await injectTestWallets(this.dapp)
    page.on('console', (message) => this.#log.push(message.text()))
    page.on('pageerror', ({ message }) => this.#log.push(message))
    await this.dapp.open({ path, wallets: [wallet], options: { networks } })
  }

  find(id: string): Locator {
    return this.#options.find(this.dapp.page, id)
  }

  /**
   * Performs a step, and waits for the text or log of the dApp. An element that exists before has to be written again, because
   * an earlier step may have left the same text.
   */
  async perform(
    { buttonId, fields = {}, expectedText, expectedLog, notice }: TestStep,
    account: string,
  ): Promise<void> {
    const withAccount = (text: string) => text.replace('{account}', account)
    for (const [id, text] of Object.entries(fields)) await this.find(id).fill(withAccount(text))
    const writeCount = expectedText && (await this.#writesTo(this.find(expectedText[0])))
    const before = this.#log.length
    await this.find(buttonId).click()
    if (expectedLog)
      await expect
        .poll(() => this.#log.slice(before), longTimeout)
        .toContainEqual(expect.stringMatching(expectedLog))
    if (notice) await this.#closes(notice)
    if (expectedText === undefined) return
    const [id, text] = expectedText
    const shown = this.find(id)
    const expected = typeof text === 'string' ? text : new RegExp(withAccount(text.source), `i${text.flags}`)
    if (writeCount) await expect.poll(writeCount, longTimeout).toBeGreaterThan(0)
    const isField = (await shown.evaluate((node) => node.nodeName)) === 'INPUT'
    if (isField) await expect(shown).toHaveValue(expected, longTimeout)
    else await expect(shown).toHaveText(expected, longTimeout)
  }

  async #closes(notice: string): Promise<void> {
    const { widget } = this.dapp
    await expect(widget.root.getByRole('heading', { name: notice })).toBeVisible(longTimeout)
    await widget.close.click()
    await this.dapp.waitForPointer()
  }

  /** Counts writes to an element from now on; undefined for a missing element, and for an input field. */
  async #writesTo(element: Locator): Promise<(() => Promise<number>) | undefined> {
    if ((await element.count()) === 0) return undefined
    const counter = await element.evaluateHandle((node) => {
      const seen = { count: node instanceof HTMLInputElement ? Number.NaN : 0 }
      const count = () => {
        seen.count += 1
      }
      new MutationObserver(count).observe(node, { childList: true, characterData: true, subtree: true })
      return seen
    })
    const read = () => counter.evaluate(({ count }) => count)
    return Number.isNaN(await read()) ? undefined : read
  }
}
