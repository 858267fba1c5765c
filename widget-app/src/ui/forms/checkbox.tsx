import { type ReactNode, useId } from 'react'
import { CheckIcon } from '../icons/check.tsx'
import styles from './checkbox.module.css'

/** `id` lets `focusCheckbox` find it. `hint` is below the label, outside it, so links in it do not toggle the box. */
export type CheckboxProps = {
  id?: string
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
}

/** A checkbox whose whole label is clickable. */
export function Checkbox({ id: ownId, label, checked, onChange, hint }: CheckboxProps) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  return (
    <div className={styles.checkbox}>
      <span className={styles.box}>
        <input
          id={id}
          className={styles.input}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <CheckIcon size={16} />
      </span>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && <div className={styles.hint}>{hint}</div>}
    </div>
  )
}
