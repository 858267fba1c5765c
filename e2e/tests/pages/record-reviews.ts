import type { Page } from '@playwright/test'

/**
 * Records the reviews of dApp requests that wait for the user's decision from now on, each as the start of its text. Call it
 * before the page opens. Each review counts, also when the modal stays open between two. A request that is still being
 * decoded, which is visible when the node is slow, does not count.
 */
export async function recordReviews(page: Page): Promise<readonly string[]> {
  const reviews: string[] = []
  await page.exposeFunction('noteReview', (text: string) => {
    reviews.push(text)
  })
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/embed/1/')) return
    const report: unknown = Reflect.get(window, 'noteReview')
    let shown = ''
    const sample = () => {
      const dialog = document.querySelector('[data-open=true] [role=dialog]')
      const text = dialog?.textContent ?? ''
      const isReview = dialog?.querySelector('h1')?.textContent === 'Review request'
      const position = /Request \d+ of \d+/.exec(text)?.[0]
      const isDecoded = !/Reading the request|Loading$/.test(text)
      // The result of a request has the same title, and no Cancel button.
      const buttons = [...(dialog?.querySelectorAll('button') ?? [])]
      const isOpen = buttons.some(({ textContent }) => textContent === 'Cancel')
      const now = isReview && isDecoded && isOpen ? (position ?? 'alone') : ''
      if (now !== '' && now !== shown && typeof report === 'function') report(text.slice(0, 400))
      shown = now
    }
    new MutationObserver(sample).observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  return reviews
}
