import { type ReactNode, useState } from 'react'
import { ChevronDownIcon } from '../icons/chevron-down.tsx'
import styles from './details.module.css'

type DetailsProps = {
  readonly label: string
  /** Centred below centred text. */
  readonly align?: 'start' | 'center'
  /** Open initially. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A line that opens to show more; the browser's own disclosure, so it works by keyboard and in page search. */
export function Details({ label, align = 'start', isOpen = false, children }: DetailsProps) {
  return (
    <details className={styles.details} data-align={align} open={isOpen}>
      <summary className={styles.summary}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

/** A line that opens to show a list, which is rendered only then: a virtual list must measure its position. */
export function Drawer({ label, children }: Omit<DetailsProps, 'align' | 'isOpen'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      {isOpen && children}
    </details>
  )
}
