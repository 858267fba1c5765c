import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { hostUrl, type OpenOptions } from '../pages/host-url.ts'
import type { Phone } from '../pages/phone.ts'
import type { TestWorld } from '../world.ts'
import type { EnginePage } from './engine-page.ts'
import { EngineWidget } from './engine-widget.ts'

const methodsSchema = z.array(z.string())
const resultSchema = z.nullable(z.unknown())
const accountSchema = z.nullable(z.string())

/** Page object of a host page that embeds the widget, in Firefox or WebKit. */
export class EngineDapp {
  readonly page: EnginePage
  readonly world: TestWorld
  readonly widget: EngineWidget
  #requests = 0

  constructor(page: EnginePage, world: TestWorld) {
    this.page = page
    this.world = world
    this.widget = new EngineWidget(page, 'frame')
  }

  async open(options: OpenOptions): Promise<void> {
    await this.page.goto(hostUrl(this.world, options))
  }

  /** Clicks the page's button that opens the modal. */
  async openModal(): Promise<EngineWidget> {
    await new EngineWidget(this.page, 'host').click('Connect')
    await this.isOpen(true)
    // A frame that is still loading has an empty document, which is replaced.
    await expect(async () => {
      const isThere = () => document.querySelector('[data-layout]') !== null
      expect(await this.widget.run(z.boolean(), isThere)).toBe(true)
    }, 'the widget in its frame').toPass({ timeout: 15_000 })
    return this.widget
  }

  async isOpen(isOpen: boolean): Promise<void> {
    const count = () =>
      this.page.host(z.int(), () => document.querySelectorAll('dialog[data-drawbridge][open]').length)
    await expect.poll(count, { message: 'open modals' }).toBe(isOpen ? 1 : 0)
  }

  /** Connects as a user does: opens the modal, clicks the wallet, approves in its window. */
  async connect(): Promise<void> {
    const widget = await this.openModal()
    await widget.click('Harbour Wallet')
    await this.decide(true)
    await this.isConnected()
  }

  async isConnected(): Promise<void> {
    await expect.poll(() => this.account(), { message: 'account of the page' }).not.toBeNull()
    await this.isOpen(false)
  }

  account(): Promise<string | null> {
    // The page's script may not have run yet.
    return this.page.host(accountSchema, () =>
      'bridge' in window ? (window.bridge.state.accounts[0]?.address ?? null) : null,
    )
  }

  /** Pairs with a phone over WalletConnect by the link that the user copies. */
  async connectPhone(phone: Phone): Promise<void> {
    const widget = await this.openModal()
    await widget.click('WalletConnect')
    await widget.hasState('Copy link', 'armed')
    await widget.run(z.null(), () => {
      const copy = navigator.clipboard.writeText.bind(navigator.clipboard)
      navigator.clipboard.writeText = async (text) => {
        await copy(text)
        document.documentElement.dataset.copied = text
      }
      return null
    })
    await widget.click('Copy link')
    const link = () => widget.run(z.string(), () => document.documentElement.dataset.copied ?? '')
    await expect.poll(link, { message: 'link copied' }).not.toBe('')
    await phone.pair(await link())
    await this.isConnected()
  }

  /** The page sends a request through the widget. Returns a reader of the result, null while pending. */
  async request(method: string, params: readonly unknown[]): Promise<() => Promise<unknown>> {
    this.#requests += 1
    const key = `answer${this.#requests}`
    await this.page.host(
      z.null(),
      (name: string, text: string) => {
        const report = (answer: unknown) => {
          document.documentElement.dataset[name] = JSON.stringify(answer)
        }
        // Parse with the page's JSON: objects of Firefox's driver belong to another realm.
        window.bridge.ethereum.request(window.JSON.parse(text)).then(
          (result) => report({ is: 'ok', result }),
          (error) => report({ is: 'failed', code: Object(error).code }),
        )
        return null
      },
      key,
      JSON.stringify({ method, params }),
    )
    return () =>
      this.page.host(
        resultSchema,
        (name: string) => JSON.parse(document.documentElement.dataset[name] ?? 'null'),
        key,
      )
  }

  /** Waits until the page's wallet prompts, and approves or rejects. */
  async decide(isApproved: boolean): Promise<void> {
    const answer = () =>
      this.page.host(
        z.boolean(),
        (yes: boolean) => window.testWallets.harbour?.answer(yes) ?? false,
        isApproved,
      )
    await expect.poll(answer, { message: 'the wallet asks' }).toBe(true)
  }

  /** Methods requested from the page's wallet. */
  requestedMethods(): Promise<readonly string[]> {
    return this.page.host(methodsSchema, () =>
      (window.testWallets.harbour?.requests ?? []).map(({ method }) => method),
    )
  }

  /** How many windows the page's wallet has opened. */
  prompts(): Promise<number> {
    return this.page.host(z.int(), () => window.testWallets.harbour?.promptCount() ?? 0)
  }

  /** Runs `openWindow`, which opens the confirm window, and `inspectWindow` in that window. */
  async inConfirmWindow(
    openWindow: () => Promise<void>,
    inspectWindow: (window: EngineWidget) => Promise<void>,
  ): Promise<void> {
    await this.page.inNewWindow(openWindow, () => inspectWindow(new EngineWidget(this.page, 'host')))
  }

  /** Runs `openWindow`, which opens the vault, and `inspectVault` in its window, which closes itself at the end. */
  async inVault(
    openWindow: () => Promise<void>,
    inspectVault: (vault: EngineWidget) => Promise<void>,
  ): Promise<void> {
    const inspectWindow = () => inspectVault(new EngineWidget(this.page, 'host'))
    await this.page.inNewWindow(openWindow, inspectWindow, { closesItself: true })
  }

  /** Reverts the changes of `applyRedress`. */
  async undoRedress(): Promise<void> {
    await this.page.host(z.unknown(), () => Reflect.get(window, 'undoRedress')())
  }

  /** Waits for this time in ms while the page renders frames. */
  async renderFor(ms: number): Promise<void> {
    await this.page.host(
      z.null(),
      async (durationMs: number) => {
        const end = performance.now() + durationMs
        while (performance.now() < end) await new Promise(requestAnimationFrame)
        return null
      },
      ms,
    )
  }
}
