import type { ReactNode } from 'react'
import styles from './key-value-list.module.css'

/** `below` puts the value under its label, for long ones such as a complete address. */
export type KeyValue = {
  id: string
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  strong?: boolean
  below?: boolean
}

/** As long as an amount with all its decimals. */
const longWord = /\S{20}/

const isText = (value: ReactNode): value is string => typeof value === 'string'

/** Review lines: what the user approves, one fact per line. */
export function KeyValueList({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className={styles.list}>
      {items.map((item) => (
        <div
          key={item.id}
          className={styles.line}
          data-strong={item.strong || undefined}
          data-below={item.below || undefined}
          data-long={(isText(item.value) && longWord.test(item.value)) || undefined}
        >
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>
            {isText(item.value) ? <bdi>{item.value}</bdi> : item.value}
            {item.hint && <span className={styles.hint}>{item.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
