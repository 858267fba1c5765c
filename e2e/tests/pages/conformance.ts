import { expect, type Locator } from '@playwright/test'
import type { LibraryRow } from '../../conformance/table.ts'
import type { Dapp } from './dapp.ts'
import type { Ecosystem } from './ecosystems.ts'
import { newEmail, signUpByEmail } from './embedded-wallet.ts'

/** What the user does in the wallet after a click on the page; absent for a wallet that approves by itself. */
type Approve = () => Promise<unknown>

/** Page object of the dApp that exists once for each library (e2e/conformance). It shows what its library reports. */
export class ConformancePage {
  readonly dapp: Dapp
  readonly #row: LibraryRow

  constructor(dapp: Dapp, row: LibraryRow) {
    this.dapp = dapp
    this.#row = row
  }

  /** Opens the page of the library with these wallets, and waits until the library has found the widget. */
  async open({ wallet, options, start }: Pick<Ecosystem, 'wallet' | 'options' | 'start'>): Promise<void> {
    await start?.()
    const { id, accounts } = wallet
    await this.dapp.open({
      path: '/conformance.html',
      // The wallet approves by itself: these tests verify the path up to the wallet.
      wallets: [{ id, accounts, namespaces: [this.#row.namespace], script: { mode: 'approve' } }],
      options: { library: this.#row.id, ...options },
    })
    await expect(this.button('Connect')).toBeEnabled()
  }

  /** Connects as a user does: clicks the dApp's button, and selects the wallet in the modal. */
  async connect({ wallet, address }: Ecosystem): Promise<void> {
    const widget = await this.dapp.openModal()
    await widget.clickRow(wallet.name)
    await this.hasAccount(address)
    await this.result()
    await this.dapp.waitForPointer()
  }

  /** Opens the page of the library without wallets, in a project with the embedded wallet. */
  async openWithEmbeddedWallet({ options, start }: Pick<Ecosystem, 'options' | 'start'>): Promise<void> {
    await start?.()
    await this.dapp.open({
      ...{ path: '/conformance.html', project: 'shop', wallets: 'none' },
      options: { library: this.#row.id, ...options },
    })
    await expect(this.button('Connect')).toBeEnabled()
  }

  /** Signs up a new user of the embedded wallet by the page's button; resolves to the account that the library reports. */
  async signUp(): Promise<string> {
    await signUpByEmail(this.dapp, newEmail())
    await this.result()
    await this.dapp.waitForPointer()
    const [address = ''] = ((await this.accounts.textContent()) ?? '').split(' ')
    return address
  }

  button(name: string): Locator {
    return this.dapp.page.getByRole('button', { name, exact: true })
  }

  /** Accounts that the library reports. */
  get accounts(): Locator {
    return this.dapp.page.locator('#accounts')
  }

  /** Waits until this is the first account that the library reports. */
  async hasAccount(address: string): Promise<void> {
    await expect(this.accounts).toHaveText(new RegExp(`^${address}( |$)`))
  }

  get status(): Locator {
    return this.dapp.page.locator('#status')
  }

  get chain(): Locator {
    return this.dapp.page.locator('#chain')
  }

  get #output(): Locator {
    return this.dapp.page.locator('#output')
  }

  async fill(label: string, value: string): Promise<void> {
    await this.dapp.page.getByRole('textbox', { name: label, exact: true }).fill(value)
  }

  /** Waits until the clicked action succeeds, and returns its result. */
  async result(): Promise<string> {
    await expect(this.#output).toHaveAttribute('data-is', /ok|failed/, { timeout: 20_000 })
    expect(await this.#output.getAttribute('data-is'), (await this.#output.textContent()) ?? undefined).toBe(
      'ok',
    )
    return (await this.#output.textContent()) ?? ''
  }

  /** Waits until the clicked action fails, and returns the library's error: name, code and message. */
  async failure(): Promise<string> {
    await expect(this.#output).toHaveAttribute('data-is', 'failed')
    return (await this.#output.textContent()) ?? ''
  }

  /** Clicks a button of the page, and returns its result once the request is approved. */
  async clickAction(name: string, approve?: Approve): Promise<string> {
    await this.button(name).click()
    await approve?.()
    return this.result()
  }

  async signMessage(message: string, approve?: Approve): Promise<string> {
    await this.fill('Message', message)
    return this.clickAction('Sign message', approve)
  }

  /**
   * Pays a new account, and expects its balance once the page shows the result. Where the library can estimate the fee, the
   * payer pays that fee, or up to 0.1 % less: each block that is not full lowers the base fee.
   */
  async sendPayment(
    { newAddress, amount, balance }: Ecosystem,
    payer: string,
    approve?: Approve,
  ): Promise<void> {
    const to = newAddress()
    await this.fill('To', to)
    await this.fill('Amount in base units', String(amount))
    const before = await balance(payer)
    const fee = (await this.button('Estimate fee').isVisible())
      ? await this.clickAction('Estimate fee')
      : undefined
    await this.clickAction('Send', approve)
    expect(await balance(to)).toBe(amount)
    if (fee === undefined) return
    const chainFee = before - (await balance(payer)) - amount
    expect(chainFee).toBeLessThanOrEqual(BigInt(fee))
    expect(chainFee).toBeGreaterThan((BigInt(fee) * 999n) / 1_000n)
  }

  /** Pays a new account by a call that no allowlist contains: every wallet's is reviewed. */
  async sendCall({ newAddress }: Ecosystem, approve: Approve): Promise<void> {
    await this.fill('To', newAddress())
    await this.clickAction('Send with a call', approve)
  }
}
