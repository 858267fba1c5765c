import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Scrolls its content into view when it appears: a result must not be below the fold. */
export function ScrollIntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Its return value must not reach React: in browsers of 2026 it is a promise, not a cleanup function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={box}>{children}</div>
}
