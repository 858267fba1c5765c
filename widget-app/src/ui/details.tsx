import type { ReactNode } from 'react'
import styles from './details.module.css'
import { ChevronDownIcon } from './icons/chevron-down.tsx'

/** A line that opens to show more; the browser's own disclosure, so it works by keyboard and in page search. */
export function Details({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
