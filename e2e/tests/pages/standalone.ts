import type { Page } from '@playwright/test'
import type { TestWorld } from '../world.ts'
import type { WalletChoice } from './host-url.ts'
import { Wallet } from './wallet.ts'
import { Widget } from './widget.ts'

export type StandaloneOptions = {
  readonly wallets?: readonly WalletChoice[] | 'none'
  /** Name of the view in the link; `params` are its parameters. */
  readonly view?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
  /** One of the world's projects, to which this test's tag is added. */
  readonly project?: string
}

/** Path of the development page in the local world. A release has no such page. */
export const developmentPath = '/dev.html'

/** Page object of the development page in a tab, with test wallets injected as extensions are. */
export class Standalone {
  readonly page: Page
  readonly world: TestWorld
  readonly widget: Widget
  readonly #wallets: readonly WalletChoice[]
  #isEquipped = false

  /** `wallets` are the default of `open`. */
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

  /** Navigates to the link of another view, as a user does who edits the URL. */
  async follow(view: string, params?: Readonly<Record<string, unknown>>): Promise<void> {
    const hash = this.hash(params === undefined ? { view } : { view, params })
    await this.page.evaluate((to) => location.assign(to), hash)
  }

  wallet(id = 'harbour'): Wallet {
    return new Wallet(this.page, id)
  }

  /** Connects as a user does, from the list of wallets. */
  async connect(walletName = 'Harbour Wallet', walletId = 'harbour'): Promise<void> {
    await this.widget.clickRow(walletName)
    await this.wallet(walletId).approve()
    // The development page has no host behind the modal: it opens again, on Account.
    await this.widget.shows('Account')
  }

  /** Injects the test wallets before the page's scripts run, as extensions do. */
  async #equip(): Promise<void> {
    if (this.#isEquipped) return
    this.#isEquipped = true
    for (const file of ['world.js', 'test-wallets.js']) {
      const response = await fetch(`${this.world.stack.widget.loopback}/__stack/${file}`)
      await this.page.addInitScript(await response.text())
    }
  }
}
