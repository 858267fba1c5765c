import type { Page } from '@playwright/test'

/**
 * Shows the sample at an address and waits until it stands still. A page that shows samples already keeps its document:
 * the widget makes each of them in a world of its own. @throws Error with the sample's link when it does not settle.
 */
export async function showSample(page: Page, url: string): Promise<void> {
  const { origin, href, hash } = new URL(url)
  if (new URL(page.url()).origin !== origin) await page.goto(href)
  else
    await page.evaluate((to) => {
      history.replaceState(null, '', to)
      dispatchEvent(new HashChangeEvent('hashchange'))
    }, href)
  // One state is about a wallet that has been silent for 8 s.
  await page
    .locator('html[data-sample="settled"]')
    .waitFor({ timeout: 20_000 })
    .catch((cause: unknown) => {
      throw new Error(`${hash} does not settle: ${cause instanceof Error ? cause.message : String(cause)}`)
    })
}

/** The links of all samples, one list for each view, as the widget itself lists them. */
export async function listSampleLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  await page.goto(`${origin}/#/samples`)
  await page.getByRole('heading', { level: 1, name: 'Views and states' }).waitFor()
  const groups = await page.locator('main section').all()
  return Promise.all(
    groups.map((group) =>
      group.locator('li a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? '')),
    ),
  )
}
