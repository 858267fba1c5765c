import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Returns the serious and critical axe violations in a fixture, one line each. `only` names the rules to run; the default is
 * all. Each document loads axe once: parsing its 600 kB takes longer than an analysis.
 */
export async function axeViolations(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Legacy mode analyses the page itself, which has no cross-origin frames; the default opens a new page for each analysis.
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .exclude('[data-sample-mark]')
  const { violations: found } = await (only === undefined ? builder : builder.withRules([...only])).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
