import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Scrolls what appears in it into sight: what happened must not lie below the fold. */
export function ScrollIntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What it returns is not for React: a promise in browsers of 2026, which is no way to clean up.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={box}>{children}</div>
}
