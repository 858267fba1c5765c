import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Serious or critical axe violations on the page of the test phone. */
async function violations(page: Page): Promise<readonly string[]> {
  // In the page itself, which has no frames: the other way opens a page of its own for each analysis.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'dark' ? '@long' : []
  test(`test phone › keyboard only, ${colorScheme} › pairs, approves, disconnects, passes axe`, {
    tag,
  }, async ({ dapp, context, hands, phone, world, problems }) => {
    // The link that makes no sense is answered with 400.
    problems.expect(/Failed to load resource/)
    await dapp.open({ wallets: 'none' })
    const uri = await dapp.pairingLink()

    const page = await context.newPage()
    await page.emulateMedia({ colorScheme })
    // The same phone, which runs already: starting one takes longer than a page does.
    const which = new URLSearchParams({ account: hands.phone, project: phone.projectId })
    await page.goto(`${world.stack.dapp.origin}/phone.html?${which}`)
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
    const leave = page.getByRole('button', { name: 'Disconnect all' })
    await expect(leave).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.locator('#sites').getByRole('listitem')).toHaveCount(0)
    await expect.poll(() => dapp.account()).toBeUndefined()
    await phone.hasSessions(0)
  })
}
