import type { Page } from '@playwright/test'

/**
 * Shows the fixture at a URL and waits until it is settled. A page that shows fixtures already keeps its document: the widget
 * creates separate state for each. @throws Error with the fixture's link when it does not settle.
 */
export async function showFixture(page: Page, url: string): Promise<void> {
  const { origin, href, hash } = new URL(url)
  const isOpen = new URL(page.url()).origin === origin
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

/** Returns the links of all fixtures as the widget lists them: one list for each view. */
export async function listFixtureLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  await page.goto(`${origin}/dev.html#/samples`)
  await page.getByRole('heading', { level: 1, name: 'Views and states' }).waitFor()
  const groups = await page.locator('main section').all()
  return Promise.all(
    groups.map((group) =>
      group.locator('li a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? '')),
    ),
  )
}
