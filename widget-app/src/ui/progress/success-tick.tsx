import styles from './success-tick.module.css'

/** A tick that is drawn once, on success. `size` in px. */
export function SuccessTick({ size = 72 }: { size?: number }) {
  return (
    <svg className={styles.tick} width={size} height={size} viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r="34" pathLength="100" />
      <path d="m23 37.5 9 9 17.5-20" pathLength="100" />
    </svg>
  )
}
