import type { ReactNode } from 'react'
import { AlertIcon } from '../icons/alert.tsx'
import styles from './danger-line.module.css'

/** `text` is given if the body does not show the reason: then the line is announced with it. */
export type DangerLineProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly isSevere: boolean
  /** Text with the number of other warnings. */
  readonly others?: ReactNode
}

/** A warning next to the buttons, so that it is visible at any scroll position of the body. */
export function DangerLine({ title, text, isSevere, others }: DangerLineProps) {
  return (
    <div
      className={styles.danger}
      data-grave={isSevere || undefined}
      role={text === undefined ? undefined : 'alert'}
    >
      <AlertIcon size={16} />
      <span>
        <strong>{title}</strong>
        {text !== undefined && <> {text}</>}
        {others !== undefined && <span className={styles.others}> {others}</span>}
      </span>
    </div>
  )
}
