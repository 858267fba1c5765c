import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Serious or critical axe violations in a fixture, one line each; `only` names the rules to run, by default all.
 * A document gets axe once: reading its 600 kB takes longer than asking it.
 */
export async function axeViolations(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  // In the page itself, which has no frames of others: the other way opens a page of its own for each analysis.
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .exclude('[data-sample-mark]')
  const { violations: found } = await (only === undefined ? builder : builder.withRules([...only])).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
