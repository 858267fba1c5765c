import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** A short label of a row, such as that a wallet is installed; `dot` adds a mark, so that colour is never the only cue. */
export function Badge({
  tone = 'neutral',
  dot,
  children,
}: {
  tone?: BadgeTone
  dot?: boolean
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-tone={tone} data-dot={dot || undefined}>
      {children}
    </span>
  )
}
