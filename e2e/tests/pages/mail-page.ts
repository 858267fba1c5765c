import { expect, type Page } from '@playwright/test'
import type { Dapp } from './dapp.ts'

/** Page object of the local world's inbox. */
export class MailPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens it by the shop's link, in a tab of its own. */
  static async open(dapp: Dapp): Promise<MailPage> {
    const link = dapp.page.getByRole('link', { name: 'Open the inbox', includeHidden: true })
    const page = await dapp.page.context().newPage()
    await page.goto((await link.getAttribute('href')) ?? '')
    return new MailPage(page)
  }

  /** The code in the last message to an address, once it has arrived. The page stays open. */
  async code(email: string): Promise<string> {
    const { page } = this
    await page.getByLabel('Address').fill(email)
    await page.getByRole('button', { name: 'Show' }).click()
    const [subject] = [page.getByRole('article').first().getByRole('heading')]
    await expect(subject).toHaveText(/\d{6}/)
    const [code = ''] = /\d{6}/.exec((await subject.textContent()) ?? '') ?? []
    return code
  }
}
