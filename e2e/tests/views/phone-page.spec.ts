import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Serious or critical axe violations on the page of the test phone. */
async function violations(page: Page): Promise<readonly string[]> {
  // Legacy mode analyses in the page, which has no frames; the default mode opens another page for each analysis.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'dark' ? '@long' : []
  test(`test phone › keyboard, ${colorScheme} › pairs, approves, disconnects, axe`, {
    tag,
  }, async ({ dapp, context, testAccounts, phone, world, browserErrors }) => {
    // The response to the invalid link is 400.
    browserErrors.expect(/Failed to load resource/)
    await dapp.open({ wallets: 'none' })
    const uri = await dapp.pairingLink()

    const page = await context.newPage()
    await page.emulateMedia({ colorScheme })
    // Uses the phone that already runs, because starting one takes longer than loading a page.
    const phoneQuery = new URLSearchParams({ account: testAccounts.phone, project: phone.projectId })
    await page.goto(`${world.stack.dapp.origin}/phone.html?${phoneQuery}`)
    const { keyboard } = page
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    const link = page.getByLabel('Link of a site')
    await expect(link).toBeFocused()
    expect(await violations(page)).toEqual([])

    await keyboard.type('no link')
    await keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('This link did not work')
    expect(await violations(page)).toEqual([])

    await link.press('ControlOrMeta+a')
    await keyboard.type(uri)
    await keyboard.press('Enter')
    const card = page.getByRole('article')
    await expect(card).toBeVisible()
    expect(await violations(page)).toEqual([])
    const approve = card.getByRole('button', { name: 'Approve' })
    for (let step = 0; step < 8; step += 1) {
      if (await approve.evaluate((node) => node === document.activeElement)) break
      await keyboard.press('Tab')
    }
    await expect(approve).toBeFocused()
    await keyboard.press('Enter')
    await expect(card).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeFocused()
    await expect(page.locator('#sites').getByRole('listitem')).toHaveCount(1)
    await expect.poll(() => dapp.account()).toBeDefined()
    expect(await violations(page)).toEqual([])

    await keyboard.press('Tab')
    const disconnectAll = page.getByRole('button', { name: 'Disconnect all' })
    await expect(disconnectAll).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.locator('#sites').getByRole('listitem')).toHaveCount(0)
    await expect.poll(() => dapp.account()).toBeUndefined()
    await phone.hasSessions(0)
  })
}
