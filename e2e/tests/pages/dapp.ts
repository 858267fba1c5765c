import { expect, type Frame, type Page } from '@playwright/test'
import type { TestWorld } from '../world.ts'
import { hostUrl, type OpenOptions, type WalletChoice } from './host-url.ts'
import type { Phone } from './phone.ts'
import { Wallet } from './wallet.ts'
import { Widget } from './widget.ts'

export type Payment = {
  readonly namespace: string
  readonly token: string
  readonly amount: string
  readonly to: string
}

/** Result of a request of the page to `bridge.ethereum`. */
export type RequestResult =
  | { readonly is: 'ok'; readonly result: unknown }
  | { readonly is: 'failed'; readonly code: unknown; readonly message: string; readonly data: unknown }

/** Page object of a host page that embeds the widget. */
export class Dapp {
  readonly page: Page
  readonly world: TestWorld
  readonly widget: Widget
  readonly #wallets: readonly WalletChoice[]

  /** `wallets` are the default of `open`. */
  constructor(page: Page, world: TestWorld, wallets: readonly WalletChoice[]) {
    this.page = page
    this.world = world
    this.#wallets = wallets
    this.widget = new Widget(page.frameLocator('iframe[src*="/embed/1/"]'))
  }

  /** URL of a host page with these options. */
  url(options: OpenOptions = {}): string {
    return hostUrl(this.world, { wallets: this.#wallets, ...options })
  }

  async open(options: OpenOptions = {}): Promise<void> {
    await this.page.goto(this.url(options))
  }

  /** From the next page load on, the browser reports Save-Data: the SDK preloads nothing before a click. */
  async enableSaveData(): Promise<void> {
    await this.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  }

  /** The document of a frame, nested ones included, by a part of its URL. Throws if there is none. */
  frameAt(path: '/embed/1/' | '/payment/'): Frame {
    const frame = this.page.frames().find((one) => one.url().includes(path))
    if (frame === undefined) throw new Error(`The page has no frame of ${path}`)
    return frame
  }

  wallet(id = 'harbour'): Wallet {
    return new Wallet(this.page, id)
  }

  /** Default options of the demo page: every ecosystem with every network. */
  allNetworkOptions(): Readonly<Record<string, string>> {
    const { chains, solana, polkadot } = this.world.stack
    return {
      platforms: 'polkadot,ethereum,solana',
      networks: [...chains, solana, polkadot].map(({ id }) => id).join(','),
    }
  }

  /** The demo page's card of an ecosystem (CAIP-2 namespace). */
  card(namespace: string) {
    const card = this.page.locator(`.ecosystem[data-namespace="${namespace}"]`)
    return {
      /** Shortened; the full address is in `data-address`. */
      address: card.locator('[data-part="account"]'),
      wallet: card.locator('[data-part="wallet"]'),
      button: (name: string) => card.getByRole('button', { name, exact: true }),
    }
  }

  /** The user clicks Send on the page's card of an ecosystem, pays through the widget and sees the confirmation. */
  async pay(walletName: string, { namespace, ...payment }: Payment): Promise<void> {
    await this.waitForPointer()
    await this.card(namespace).button('Send').click()
    await this.widget.fillSend(payment)
    await this.widget.button(`Send in ${walletName}`).click()
    // Each wait is for one system: the wallet (a phone over the relay), then the chain.
    await this.widget.announces(/^(Submitted|Confirmed)/)
    await this.widget.announces('Confirmed')
    await this.widget.close.click()
  }

  /** The button of the page that opens the modal. */
  get connectButton() {
    return this.page.locator('#connect')
  }

  async openModal(): Promise<Widget> {
    await this.waitForPointer()
    await this.connectButton.click()
    return this.waitUntilOpen()
  }

  /**
   * Waits until the page receives pointer events. After the modal closes, Chromium sends them to the widget's process until
   * it composites the next frame. Only a test is fast enough for that.
   */
  async waitForPointer(): Promise<void> {
    await expect(this.page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
    await this.page.evaluate(() => {
      delete document.documentElement.dataset.pointed
      addEventListener('mousemove', () => Object.assign(document.documentElement.dataset, { pointed: '' }), {
        once: true,
      })
    })
    let x = 0
    await expect
      .poll(async () => {
        x = (x % 5) + 1
        await this.page.mouse.move(x, 1)
        return this.page.evaluate(() => 'pointed' in document.documentElement.dataset)
      })
      .toBe(true)
  }

  /** Connects as a user does: opens the modal, selects the wallet, approves in its window, and sees the modal close. */
  async connect(walletName = 'Harbour Wallet', walletId = 'harbour'): Promise<void> {
    const widget = await this.openModal()
    await widget.clickRow(walletName)
    await this.wallet(walletId).approve()
    await expect.poll(() => this.account()).not.toBeUndefined()
    await expect(widget.sheet).toBeHidden()
    await this.waitForPointer()
  }

  /**
   * Waits until the modal is open and receives pointer events. The preloaded frame renders the rows earlier, and the browser
   * may send events to the page beneath for a moment after the modal is visible.
   */
  async waitUntilOpen(): Promise<Widget> {
    const { sheet, root } = this.widget
    await expect(sheet).toBeVisible()
    const isHovered = async () => {
      const { x, y, width } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      await this.page.mouse.move(x + width / 2, y + 8)
      return root.locator('html:hover').count()
    }
    await expect.poll(isHovered, { intervals: [20] }).toBe(1)
    return this.widget
  }

  /** Opens the WalletConnect view, and returns its pairing link by the Copy button. */
  async pairingLink(): Promise<string> {
    const widget = await this.openModal()
    await widget.clickRow('WalletConnect')
    return this.copiedLink()
  }

  /** Copies the link of the QR code on screen. */
  async copiedLink(): Promise<string> {
    const { page, widget } = this
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect(widget.qrCode).toBeVisible()
    // Clear the clipboard first: the message of an earlier copy may still be on screen.
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await widget.button('Copy link').click()
    await widget.announces('Link copied')
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(read).not.toBe('')
    return read()
  }

  /** Taps a wallet on a phone, and returns the pairing link from the deep link to the wallet's app. */
  async appLink(walletName: string): Promise<string> {
    const widget = await this.openModal()
    await widget.tapGated(widget.row(walletName))
    const link = widget.link(`Open ${walletName}`)
    await expect(link).toHaveAttribute('href', /wc\?uri=wc%3A/)
    const [, uri = ''] = ((await link.getAttribute('href')) ?? '').split('uri=')
    return decodeURIComponent(uri)
  }

  /** Pairs with a phone, where the user approves, and sees the modal close. */
  async connectPhone(phone: Phone, link = this.pairingLink()): Promise<void> {
    await phone.pair(await link)
    await expect.poll(() => this.account()).not.toBeUndefined()
    await expect(this.widget.sheet).toBeHidden()
    await this.waitForPointer()
  }

  /** Waits until the page has the phone's EVM account. */
  async waitForAccountOf(phone: Phone): Promise<void> {
    await expect.poll(() => this.account()).toBe(await phone.address('eip155:1'))
  }

  /** Opens the modal at a view without waiting for its result. */
  async openView(request: Readonly<Record<string, string>>): Promise<Widget> {
    await this.page.evaluate((viewRequest) => {
      window.bridge.openModal(viewRequest).catch(() => {})
    }, request)
    return this.waitUntilOpen()
  }

  /** Opens the modal and returns its result. */
  result(request: Readonly<Record<string, string>> = {}): Promise<{ readonly is: string }> {
    return this.page.evaluate((viewRequest) => window.bridge.openModal(viewRequest), request)
  }

  /** Records the names and payloads of the page's provider events, in order. */
  async recordEvents(): Promise<() => Promise<readonly (readonly [string, unknown])[]>> {
    const log = await this.page.evaluateHandle(() => {
      const events: [string, unknown][] = []
      for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
        window.bridge.ethereum.on(name, (payload) => events.push([name, payload]))
      return events
    })
    return () => log.jsonValue()
  }

  /** Disconnects every account through the SDK. */
  async disconnect(): Promise<void> {
    await this.page.evaluate(() => window.bridge.disconnect())
  }

  /** The connected address in `bridge.state`, or undefined. */
  account(): Promise<string | undefined> {
    return this.page.evaluate(() => window.bridge.state.accounts[0]?.address)
  }

  state() {
    return this.page.evaluate(() => window.bridge.state)
  }

  /** Sends a request to `bridge.ethereum` from the page; returns a failure instead of throwing. */
  request(method: string, params?: readonly unknown[]): Promise<RequestResult> {
    return this.page.evaluate(
      async ([name, list]) => {
        try {
          const call = list === undefined ? { method: name } : { method: name, params: list }
          return { is: 'ok', result: await window.bridge.ethereum.request(call) } as const
        } catch (error) {
          const { code, message, data } = Object(error)
          return { is: 'failed', code, message: String(message), data } as const
        }
      },
      [method, params] as const,
    )
  }
}
