import type { ReactNode } from 'react'
import { AlertIcon } from '../icons/alert.tsx'
import styles from './danger-line.module.css'

/** `text` is there where the body does not say the reason: then the line is announced with it. */
export type DangerLineProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly isGrave: boolean
  /** How many other warnings there are, in words. */
  readonly others?: ReactNode
}

/** A warning beside the buttons, so that it is in sight wherever the body is scrolled to. */
export function DangerLine({ title, text, isGrave, others }: DangerLineProps) {
  return (
    <div
      className={styles.danger}
      data-grave={isGrave || undefined}
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
