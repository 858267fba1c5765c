/** The page is settled when its view is present and nothing has changed for this long. */
const quietMs = 200

/** Resolves when the content of the page's `scope` no longer changes; never if aborted before. */
export function whenSettled(page: Document, scope: string, abortSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(checkSettled, quietMs)
    }
    const checkSettled = () => {
      if (!page.querySelector(`${scope} h1`) || page.querySelector('[data-view-loading]')) return wait()
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(wait)
    abortSignal.addEventListener('abort', () => {
      clearTimeout(timer)
      observer.disconnect()
    })
    wait()
    observer.observe(page.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}
