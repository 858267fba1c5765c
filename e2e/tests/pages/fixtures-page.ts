import type { Page } from '@playwright/test'

/** Files of the pages that show fixtures: of the widget, and of the vault. */
export const developmentFiles = ['dev.html', 'vault-dev.html'] as const

/** The sheet of a fixture: a dialog of the widget, or the whole window of the vault. */
export const sheetSelector = '[role=dialog], [data-layout=page] > [role=region]'

/** The URL of a fixture's link in a theme and, optionally, a language (BCP 47). */
export function fixtureUrl(origin: string, link: string, query: string): string {
  const [file = '', hash = ''] = link.split('#')
  return `${origin}/${file}?${query}#${hash}`
}

/**
 * Shows the fixture at a URL and waits until it is settled. A page that shows fixtures already keeps its document: the widget
 * creates separate state for each. @throws Error with the fixture's link when it does not settle.
 */
export async function showFixture(page: Page, url: string): Promise<void> {
  const { origin, pathname, href, hash } = new URL(url)
  const current = new URL(page.url())
  const isOpen = current.origin === origin && current.pathname === pathname
  if (!isOpen) await page.goto(href)
  const settled = await page.evaluate(waitUntilSettled, isOpen ? href : undefined)
  if (!settled) throw new Error(`${hash} does not settle`)
}

/**
 * Runs in the page: navigates to a URL if there is one, and resolves to whether its fixture settles in time. A mutation
 * observer reports that immediately; a locator would poll up to half a second later.
 */
function waitUntilSettled(to: string | undefined): Promise<boolean> {
  const root = document.documentElement
  // One fixture shows a wallet that has not responded for 8 s.
  const limitMs = 20_000
  if (to !== undefined) {
    history.replaceState(null, '', to)
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
  // Use anonymous functions only: the compiler for Node marks named ones with a helper that the page does not define.
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), limitMs)
    if (root.dataset.sample === 'settled') resolve(true)
    new MutationObserver((_, observer) => {
      if (root.dataset.sample !== 'settled') return
      observer.disconnect()
      resolve(true)
    }).observe(root, { attributeFilter: ['data-sample'] })
  })
}

/** Returns the links of all fixtures, from the origin, as the pages list them: one list for each view. */
export async function listFixtureLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  const lists: (readonly string[])[] = []
  for (const file of developmentFiles) {
    await page.goto(`${origin}/${file}#/samples`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const group of await page.locator('main section').all()) {
      const hashes = await group
        .locator('li a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
      lists.push(hashes.map((hash) => `${file}${hash}`))
    }
  }
  return lists
}
