import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** `gap` in px on the 4 px grid. */
export type StackProps = {
  children: ReactNode
  gap?: 0 | 4 | 8 | 12 | 16 | 20 | 24 | 32
  across?: boolean
  /** Lets children that are side by side wrap. */
  wrap?: boolean
  align?: 'start' | 'center' | 'end' | 'stretch' | 'spread'
}

/** Arranges children vertically, or side by side with `across`. */
export function Stack({ gap = 16, across, wrap, align = 'stretch', children }: StackProps) {
  return (
    <div
      className={styles.stack}
      data-across={across || undefined}
      data-wrap={wrap || undefined}
      data-align={align}
      style={{ '--gap': `${gap}px` }}
    >
      {children}
    </div>
  )
}
