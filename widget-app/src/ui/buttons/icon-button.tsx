import type { ReactNode } from 'react'
import styles from './icon-button.module.css'

/** `children` is one icon; `label` is its name for screen readers and its tooltip. */
export type IconButtonProps = {
  label: string
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}

/** A quiet 44 px button that shows only an icon. */
export function IconButton({ label, onClick, disabled, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
