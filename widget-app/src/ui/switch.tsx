import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

/** The whole line is the target. */
export type SwitchProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Turns one thing on or off at once. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      className={styles.line}
      aria-checked={checked}
      aria-labelledby={id}
      aria-describedby={hint ? `${id}hint` : undefined}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.words}>
        <span id={id}>{label}</span>
        {hint && (
          <span id={`${id}hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <span className={styles.track} />
    </button>
  )
}
