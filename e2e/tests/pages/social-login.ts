import { expect, type Page } from '@playwright/test'
import type { TestWorld } from '../world.ts'
import type { Dapp } from './dapp.ts'
import { openVault } from './embedded-wallet.ts'

/** Page object of the window in which the user logs in with the account of another service. */
export class SocialWindow {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Logs in at the service, with an account that it does not propose. */
  async choose(email: string): Promise<void> {
    await this.page.getByLabel('Another account').fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(this.page.getByRole('heading', { name: 'Log in to your wallet?' })).toBeVisible()
  }

  /** Logs in at the service outside the browser, which has no cookies there. @returns the URL to which the service returns. */
  async returnUrl({ stack }: TestWorld, email: string): Promise<string> {
    await expect(this.page.getByRole('button', { name: 'Deny' })).toBeVisible()
    const { pathname, search } = new URL(this.page.url())
    const response = await fetch(`${stack.identity.loopback}${pathname}${search}`, {
      ...{ method: 'POST', body: new URLSearchParams({ account: email }), redirect: 'manual' },
    })
    return response.headers.get('location') ?? ''
  }

  /** The user does not log in at the service. */
  async deny(): Promise<void> {
    await this.page.getByRole('button', { name: 'Deny' }).click()
  }

  /** The number to compare with the one in the widget. */
  async number(): Promise<string> {
    return (await this.page.locator('.number').textContent()) ?? ''
  }

  /** Answers the page that names account and site. */
  async answer(button: 'Continue' | 'Cancel'): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click()
  }

  /** Logs in at the service, and continues on the page that names account and site. */
  async logIn(email: string): Promise<void> {
    await this.choose(email)
    await this.answer('Continue')
    await this.closesItself()
  }

  async closesItself(): Promise<void> {
    await expect.poll(() => this.page.isClosed()).toBe(true)
  }
}

/** Opens the modal and chooses a service. */
export async function chooseService(dapp: Dapp, provider: string): Promise<void> {
  const widget = await dapp.openModal()
  await widget.clickRow('Continue with email')
  const service = widget.button(`Continue with ${provider}`)
  const more = widget.button('More ways to log in')
  await expect(service.or(more).first()).toBeVisible()
  if (!(await service.isVisible())) await more.click()
  await service.click()
}

/** Opens the modal, chooses a service, and returns its window. */
export async function openSocialWindow(dapp: Dapp, provider: string): Promise<SocialWindow> {
  const opened = dapp.page.context().waitForEvent('page')
  await chooseService(dapp, provider)
  return new SocialWindow(await opened)
}

/** Clicks a button of the widget that opens the window, and returns the window. */
export async function openSocialWindowBy(dapp: Dapp, button: string): Promise<SocialWindow> {
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.widget.button(button).click()
  return new SocialWindow(await opened)
}

/** Logs in with the account of another service, up to the first view after it. */
export async function logInBySocial(dapp: Dapp, provider: string, email: string): Promise<void> {
  const window = await openSocialWindow(dapp, provider)
  await window.choose(email)
  await expect(dapp.widget.root.getByText(await window.number(), { exact: true })).toBeVisible()
  await window.answer('Continue')
  await window.closesItself()
}

/** Creates the wallet of a new user, and postpones the backup. */
export async function createWallet(dapp: Dapp): Promise<void> {
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await vault.button('Later').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  await vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()
}
