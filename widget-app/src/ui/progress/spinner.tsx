import styles from './spinner.module.css'

/** An open ring that spins while an operation is in progress; the text next to it names the operation. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="100" strokeDasharray="28 72" />
    </svg>
  )
}
