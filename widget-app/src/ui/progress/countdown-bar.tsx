import styles from './countdown-bar.module.css'

/** The remaining share of a time, from 0 to 1; decorative, so state it in text where it matters. */
export function CountdownBar({ share }: { share: number }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.left} style={{ '--share': Math.min(1, Math.max(0, share)) }} />
    </div>
  )
}
