import { type ReactNode, useEffect, useRef } from 'react'
import styles from './highlight-target.module.css'

/**
 * Highlights the button inside, by focus and a ring, each time `now` becomes true: the next step when others are blocked.
 */
export function HighlightTarget({
  now,
  ring,
  children,
}: {
  now: boolean
  ring: boolean
  children: ReactNode
}) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (now) container.current?.querySelector('button')?.focus()
  }, [now])
  return (
    <div ref={container} className={styles.pointed} data-ring={ring || undefined}>
      {children}
    </div>
  )
}
