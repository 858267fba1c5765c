import styles from './countdown-bar.module.css'

/** How much of a time is left, `share` from 0 to 1; for the eye alone, so say it in words where it matters. */
export function CountdownBar({ share }: { share: number }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.left} style={{ '--share': Math.min(1, Math.max(0, share)) }} />
    </div>
  )
}
