import { useEffect } from 'react'

/**
 * Moves the focus to the sheet's heading when the focused element is removed, as when a part of a view replaces another one:
 * browsers would leave it on the body. While the window is not focused, the focus moves once it is.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = document.activeElement
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target
    }
    // Browsers may fire it for a removal too; the element is then gone once the script that removes it has run.
    const onFocusOut = () =>
      queueMicrotask(() => {
        if (last instanceof Element && last.isConnected && last !== document.activeElement) last = null
      })
    const restore = () => {
      const isLost = last instanceof Element && !last.isConnected && document.activeElement === document.body
      if (!isLost || !document.hasFocus()) return
      document.querySelector('h1')?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(restore)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', onFocusIn)
    addEventListener('focusout', onFocusOut)
    addEventListener('focus', restore)
    return () => {
      observer.disconnect()
      removeEventListener('focusin', onFocusIn)
      removeEventListener('focusout', onFocusOut)
      removeEventListener('focus', restore)
    }
  }, [])
}
