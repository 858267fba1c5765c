import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icons/chevron-down.tsx'
import styles from './pill.module.css'

/** With `onClick` it is a button, with `opens` one that leads to a selection; `selected` marks one of several. */
export type PillProps = {
  children: ReactNode
  icon?: ReactNode
  label?: string
  opens?: boolean
  selected?: boolean
  disabled?: boolean
  onClick?: () => void
}

/** A small rounded label, such as the network, a token or a share of the balance. */
export function Pill({ children, icon, label, opens, selected, disabled, onClick }: PillProps) {
  const inside = (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
      {opens && <ChevronDownIcon size={16} />}
    </>
  )
  if (!onClick) return <span className={styles.pill}>{inside}</span>
  return (
    <button
      type="button"
      className={styles.pill}
      aria-label={label}
      aria-pressed={selected}
      disabled={disabled}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}
