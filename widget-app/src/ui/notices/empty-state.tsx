import type { ReactNode } from 'react'
import { EmptyIllustration, type EmptyIllustrationName } from './empty-illustration.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  drawing: EmptyIllustrationName
  title: string
  children?: ReactNode
  /** The single next step. */
  action?: ReactNode
}

/** Shown in place of an empty list, with one action. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <EmptyIllustration name={drawing} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
