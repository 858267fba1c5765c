import type { Page } from '@playwright/test'
import type { TestWorld } from '../world.ts'
import type { WalletChoice } from './host-url.ts'
import { Wallet } from './wallet.ts'
import { Widget } from './widget.ts'

export type StandaloneOptions = {
  readonly wallets?: readonly WalletChoice[] | 'none'
  /** Name of the view to link to, with its parameters. */
  readonly view?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
  /** One of the world's projects, which gets this test's tag. */
  readonly project?: string
}

/** Where the local world serves the development page; the release has none. */
export const developmentPath = '/dev.html'

/** The development page in a tab, with test wallets in that page as extensions would be. */
export class Standalone {
  readonly page: Page
  readonly world: TestWorld
  readonly widget: Widget
  readonly #wallets: readonly WalletChoice[]
  #isEquipped = false

  /** `wallets` are the ones a page gets unless it asks for others. */
  constructor(page: Page, world: TestWorld, wallets: readonly WalletChoice[]) {
    this.page = page
    this.world = world
    this.#wallets = wallets
    this.widget = new Widget(page)
  }

  /** The link of a view: its name and its parameters as JSON. */
  hash({ view, params }: Pick<StandaloneOptions, 'view' | 'params'>): string {
    if (view === undefined) return ''
    return params === undefined ? `#/${view}` : `#/${view}?${encodeURIComponent(JSON.stringify(params))}`
  }

  async open(options: StandaloneOptions = {}): Promise<void> {
    await this.#equip()
    const { wallets = this.#wallets, theme, locale, project } = options
    const query = new URLSearchParams({
      projectId: this.world.project(project),
      wallets: wallets === 'none' ? 'none' : JSON.stringify(wallets),
      ...(theme === undefined ? {} : { theme }),
      ...(locale === undefined ? {} : { locale }),
    })
    await this.page.goto(`${this.world.stack.widget.origin}${developmentPath}?${query}${this.hash(options)}`)
  }

  /** Follows the link of another view, as a person does who edits the address. */
  async follow(view: string, params?: Readonly<Record<string, unknown>>): Promise<void> {
    const hash = this.hash(params === undefined ? { view } : { view, params })
    await this.page.evaluate((to) => location.assign(to), hash)
  }

  wallet(id = 'harbour'): Wallet {
    return new Wallet(this.page, id)
  }

  /** Connects as a person does, from the list of wallets. */
  async connect(walletName = 'Harbour Wallet', walletId = 'harbour'): Promise<void> {
    await this.widget.row(walletName).click()
    await this.wallet(walletId).approve()
    // Nothing is behind the modal here: it opens anew, on Account.
    await this.widget.shows('Account')
  }

  /** Extensions run in the page before its own scripts do. */
  async #equip(): Promise<void> {
    if (this.#isEquipped) return
    this.#isEquipped = true
    for (const file of ['world.js', 'test-wallets.js']) {
      const response = await fetch(`${this.world.stack.widget.loopback}/__stack/${file}`)
      await this.page.addInitScript(await response.text())
    }
  }
}
