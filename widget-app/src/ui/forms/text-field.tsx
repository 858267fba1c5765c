import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { joinPastedLines } from './join-pasted-lines.ts'
import styles from './text-field.module.css'

export type TextFieldProps = Omit<FieldProps, 'children'> & {
  value: string
  /**
   * `isComposing`: an input method still edits the text, so it must neither be replaced nor processed. Called again with the
   * same text when it has ended.
   */
  onChange: (value: string, isComposing: boolean) => void
  type?: 'text' | 'email'
  placeholder?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'search'
  /** Monospace letters, for addresses. */
  mono?: boolean
  /** The text cannot be edited, and the field keeps the focus. */
  disabled?: boolean
  /** The direction of the text and of its neighbours, in every language. */
  dir?: 'ltr'
  /** A control inside the box at its end, such as paste or clear. */
  trailing?: ReactNode
}

/**
 * One line of text with label, hint and error; spelling help is off because it contains names and addresses. No
 * maxlength: browsers truncate a paste silently, so the view reports a text that is too long.
 */
export function TextField(props: TextFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <span className={styles.box} dir={props.dir} data-invalid={control['aria-invalid']}>
          <input
            {...control}
            className={styles.input}
            data-mono={props.mono || undefined}
            style={{ '--chars': props.value.length }}
            type={props.type ?? 'text'}
            value={props.value}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            autoCapitalize="none"
            autoCorrect="off"
            inputMode={props.inputMode}
            readOnly={props.disabled}
            aria-disabled={props.disabled || undefined}
            spellCheck={false}
            onChange={({ target, nativeEvent }) =>
              props.onChange(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
            }
            onCompositionEnd={({ currentTarget }) => props.onChange(currentTarget.value, false)}
            onPaste={
              props.inputMode === 'decimal'
                ? joinPastedLines((text) => props.onChange(text, false))
                : undefined
            }
          />
          {props.trailing}
        </span>
      )}
    </Field>
  )
}
