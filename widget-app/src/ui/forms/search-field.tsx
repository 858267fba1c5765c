import { useRef } from 'react'
import { CloseIcon } from '../icons/close.tsx'
import { SearchIcon } from '../icons/search.tsx'
import styles from './search-field.module.css'

/** `label` names the field for screen readers and is its placeholder; the caller debounces the search. */
export type SearchFieldProps = {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  onSubmit?: () => void
}

/** A search box with a clear button; Escape clears it before it closes anything. */
export function SearchField({ label, clearLabel, value, onChange, onSubmit }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={styles.box}>
      <SearchIcon />
      <input
        ref={input}
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // An input method handles the key, in Safari after the composition too.
          if (event.keyCode === 229) return
          if (event.key === 'Enter') onSubmit?.()
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          clear()
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={clearLabel}
          title={clearLabel}
          onClick={clear}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </div>
  )
}
