import { type ReactNode, useContext } from 'react'
import { CheckIcon } from '../icons/check.tsx'
import { ChevronRightIcon } from '../icons/chevron-right.tsx'
import { Spinner } from '../progress/spinner.tsx'
import styles from './row.module.css'
import { RowPositionContext } from './row-position.ts'

/** A line of a `RowGroup`: a button with `onClick`, a link to a new tab with `href`, plain text with neither. */
export type RowProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** A 40 px icon, such as `WalletIcon` or `TokenIcon`. */
  icon?: ReactNode
  /** One or more `Badge`s after the title's column. */
  badge?: ReactNode
  /** Right-hand column, such as an amount over its fiat value. */
  trailing?: ReactNode
  /** A second control next to the row, outside its button. */
  action?: ReactNode
  chevron?: boolean
  look?: 'filled' | 'plain'
  /** The current selection: `aria-current`, a tint, and a tick unless a badge shows it. */
  selected?: boolean
  busy?: boolean
  disabled?: boolean
  onClick?: (() => void) | undefined
  href?: string
}

/** A 56 px list row with icon, title, subtitle, badge and trailing column; goes inside `RowGroup`. */
export function Row(props: RowProps) {
  const { look = 'filled', selected, busy, disabled, onClick, href } = props
  const inside = (
    <>
      {props.icon && <span className={styles.icon}>{props.icon}</span>}
      <span className={styles.words}>
        <span className={styles.title}>{props.title}</span>
        {props.subtitle && <span className={styles.subtitle}>{props.subtitle}</span>}
      </span>
      {props.badge}
      {props.trailing && <span className={styles.trailing}>{props.trailing}</span>}
      {selected && !props.badge && !busy && (
        <span className={styles.selected}>
          <CheckIcon />
        </span>
      )}
      {busy && <Spinner />}
      {props.chevron && !busy && (
        <span className={styles.chevron}>
          <ChevronRightIcon size={16} />
        </span>
      )}
    </>
  )
  const shared = { className: styles.row, 'data-look': look, 'aria-current': selected || undefined }
  const position = useContext(RowPositionContext)
  return (
    <li className={styles.item} {...position?.item}>
      {position?.heading}
      {href !== undefined ? (
        <a {...shared} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
          {inside}
        </a>
      ) : onClick ? (
        <button
          {...shared}
          type="button"
          disabled={disabled}
          aria-busy={busy || undefined}
          onClick={busy ? undefined : onClick}
        >
          {inside}
        </button>
      ) : (
        <div {...shared}>{inside}</div>
      )}
      {props.action && <span className={styles.action}>{props.action}</span>}
    </li>
  )
}
