import type { Page } from '@playwright/test'

/**
 * Counts the reviews of dApp requests that wait for the user's decision from now on. To be called before the page is opened.
 * A review that follows another without the modal closing counts as one more; a request that is still being read, which
 * shows when the node is slow, counts as none.
 */
export async function countReviews(page: Page): Promise<() => number> {
  let count = 0
  await page.exposeFunction('noteReview', () => {
    count += 1
  })
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/embed/1/')) return
    const note: unknown = Reflect.get(window, 'noteReview')
    let shown = ''
    const look = () => {
      const dialog = document.querySelector('[data-open=true] [role=dialog]')
      const isReview = dialog?.querySelector('h1')?.textContent === 'Review request'
      const place = /Request \d+ of \d+/.exec(dialog?.textContent ?? '')?.[0]
      const isRead = !dialog?.textContent?.includes('Reading the request')
      const now = isReview && isRead ? (place ?? 'alone') : ''
      if (now !== '' && now !== shown && typeof note === 'function') note()
      shown = now
    }
    new MutationObserver(look).observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  return () => count
}
