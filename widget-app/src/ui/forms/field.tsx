import { type ReactNode, useId } from 'react'
import { AlertIcon } from '../icons/alert.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './field.module.css'

/** Attributes for the control inside a field, which connect label, hint and error to it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: string
  labelHidden?: boolean
  /** At the end of the label's line, such as a balance. */
  aside?: ReactNode
  hint?: ReactNode
  /** Replaces the hint and is announced. */
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, and hint or error below. */
export function Field({ label, labelHidden, aside, hint, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={styles.field}>
      {labelHidden ? (
        <VisuallyHidden>
          <label htmlFor={id}>{label}</label>
        </VisuallyHidden>
      ) : (
        <div className={styles.head}>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          {aside}
        </div>
      )}
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div
        id={noteId}
        className={styles.note}
        data-error={error !== undefined || undefined}
        aria-live="polite"
      >
        {error !== undefined ? (
          <>
            <AlertIcon size={16} />
            <span>{error}</span>
          </>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}
