import type { ReactNode } from 'react'
import styles from './amount-field.module.css'
import { type AmountText, readAmount } from './amount-text.ts'
import { Field, type FieldProps } from './field.tsx'

/** `value` is the text as typed; `onChange` gets it with its plain decimal form and is not called for other letters. */
export type AmountFieldProps = Omit<FieldProps, 'children'> & {
  value: string
  onChange: (change: AmountText) => void
  placeholder?: string
  disabled?: boolean
  /** Stands beside the digits, such as a token pill. */
  trailing?: ReactNode
  maxLength?: number
}

/** Large digits that shrink to fit; comma and point both work and stay as typed. */
export function AmountField(props: AmountFieldProps) {
  const { value, placeholder = '0', maxLength = 80 } = props
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
              maxLength={maxLength}
              disabled={props.disabled}
              onChange={(event) => {
                const read = readAmount(event.target.value)
                if (read) props.onChange(read)
              }}
            />
          </span>
          {props.trailing}
        </span>
      )}
    </Field>
  )
}
