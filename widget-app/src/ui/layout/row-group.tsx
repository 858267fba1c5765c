import { type ReactNode, useId } from 'react'
import styles from './row-group.module.css'

/** `label` heads the section; `labelHidden` keeps it for screen readers only; `trailing` is at the end of its line. */
export type RowGroupProps = {
  label?: string
  labelHidden?: boolean
  trailing?: ReactNode
  /** 8 px between filled rows, none between plain ones. */
  gap?: 'rows' | 'none'
  busy?: boolean
  children: ReactNode
}

/** A list of `Row`s under an optional heading. */
export function RowGroup({ label, labelHidden, trailing, gap = 'rows', busy, children }: RowGroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={label && id} aria-busy={busy || undefined}>
      {label && (
        <div className={styles.head} data-hidden={labelHidden || undefined}>
          <h2 id={id} className={styles.label}>
            {label}
          </h2>
          {trailing}
        </div>
      )}
      <ul className={styles.list} data-gap={gap}>
        {children}
      </ul>
    </section>
  )
}
