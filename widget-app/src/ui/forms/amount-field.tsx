import type { ReactNode } from 'react'
import styles from './amount-field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { joinPastedLines } from './join-pasted-lines.ts'

/** `value` is the text as typed, which the field never rewrites; `parseAmount` defines its grammar. */
export type AmountFieldProps = Omit<FieldProps, 'children'> & {
  value: string
  onChange: (text: string) => void
  placeholder?: string
  disabled?: boolean
  /** Next to the digits, such as a token pill. */
  trailing?: ReactNode
}

/** Large digits that shrink to fit. No maxlength: a truncated paste would be another amount. */
export function AmountField(props: AmountFieldProps) {
  const { value, placeholder = '0' } = props
  return (
    <Field {...props}>
      {(control) => (
        <span className={styles.box}>
          <span className={styles.fit}>
            <input
              {...control}
              className={styles.input}
              style={{ '--chars': Math.max(4, (value || placeholder).length + 0.5) }}
              type="text"
              inputMode="decimal"
              enterKeyHint="next"
              autoComplete="off"
              dir="ltr"
              spellCheck={false}
              value={value}
              placeholder={placeholder}
              disabled={props.disabled}
              onChange={(event) => props.onChange(event.target.value)}
              onPaste={joinPastedLines(props.onChange)}
            />
          </span>
          {props.trailing}
        </span>
      )}
    </Field>
  )
}
