import { ChevronDownIcon } from '../icons/chevron-down.tsx'
import styles from './small-select.module.css'

export type SmallSelectProps<Value extends string> = {
  /** Its name for screen readers. */
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  disabled?: boolean
  onChange: (value: Value) => void
}

/** A quiet selection among a few short texts, with the system's own list. */
export function SmallSelect<Value extends string>(props: SmallSelectProps<Value>) {
  const { label, value, options, disabled, onChange } = props
  return (
    <span className={styles.field}>
      <select
        className={styles.select}
        aria-label={label}
        title={label}
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} />
    </span>
  )
}
