import type { ReactNode, RefCallback } from 'react'

/** Calls `onVisible` when it scrolls into view; a new `key` makes it watch again. */
export function WhenVisible({ onVisible, children }: { onVisible: () => void; children: ReactNode }) {
  const watch: RefCallback<HTMLElement> = (element) => {
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }
  return <div ref={watch}>{children}</div>
}
