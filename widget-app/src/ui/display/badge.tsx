import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** One word about a row, such as that a wallet is installed; `dot` puts a mark in front, so colour is never alone. */
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
