import type { ReactNode } from 'react'
import { Spinner } from '../progress/spinner.tsx'
import styles from './button.module.css'

/**
 * With `href` it is a link that opens a new tab, or with `isApp` an app of the system; `busy` keeps the label for screen
 * readers and ignores clicks.
 */
export type ButtonProps = {
  children: ReactNode
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'large' | 'small'
  icon?: ReactNode
  busy?: boolean
  disabled?: boolean
  /** Clicks are ignored, and the button keeps its look and the focus: a click gate has not armed it yet. */
  waiting?: boolean
} & (
  | { onClick: () => void; type?: 'button' }
  | { type: 'submit'; onClick?: () => void }
  | { href: string; isApp?: boolean; onClick?: () => void }
)

/** A button of 48 px, or 36 px (with a 44 px target) when small. */
export function Button(props: ButtonProps) {
  const { look = 'primary', size = 'large', busy = false, disabled = false, waiting = false, onClick } = props
  const inside = (
    <>
      <span className={styles.label}>
        {props.icon}
        {props.children}
      </span>
      {busy && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
    </>
  )
  if ('href' in props) {
    return (
      <a
        className={styles.button}
        data-look={look}
        data-size={size}
        href={props.href}
        target={props.isApp ? '_self' : '_blank'}
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {inside}
      </a>
    )
  }
  return (
    <button
      type={props.type ?? 'button'}
      className={styles.button}
      data-look={look}
      data-size={size}
      disabled={disabled}
      aria-disabled={busy || waiting || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || waiting) event.preventDefault()
        else onClick?.()
      }}
    >
      {inside}
    </button>
  )
}
