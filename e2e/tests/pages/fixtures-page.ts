import type { Page } from '@playwright/test'

/**
 * Shows the sample at an address and waits until it stands still. A page that shows samples already keeps its document:
 * the widget makes each of them in a world of its own. @throws Error with the sample's link when it does not settle.
 */
export async function showSample(page: Page, url: string): Promise<void> {
  const { origin, href, hash } = new URL(url)
  const isOpen = new URL(page.url()).origin === origin
  if (!isOpen) await page.goto(href)
  const settled = await page.evaluate(settlesAt, isOpen ? href : undefined)
  if (!settled) throw new Error(`${hash} does not settle`)
}

/**
 * Runs in the page: changes to an address if one is given, and tells whether its sample settles in time. It is told of
 * at once: asked from outside, as locators do, it would be known half a second later.
 */
function settlesAt(to: string | undefined): Promise<boolean> {
  const root = document.documentElement
  // One state is about a wallet that has been silent for 8 s.
  const limitMs = 20_000
  if (to !== undefined) {
    history.replaceState(null, '', to)
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
  // No function here has a name: the way scripts are compiled for Node, the page would not know what marks one.
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

/** The links of all samples, one list for each view, as the widget itself lists them. */
export async function listSampleLinks(page: Page, origin: string): Promise<readonly (readonly string[])[]> {
  await page.goto(`${origin}/dev.html#/samples`)
  await page.getByRole('heading', { level: 1, name: 'Views and states' }).waitFor()
  const groups = await page.locator('main section').all()
  return Promise.all(
    groups.map((group) =>
      group.locator('li a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? '')),
    ),
  )
}
