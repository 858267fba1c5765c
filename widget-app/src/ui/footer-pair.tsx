import type { ReactNode } from 'react'
import styles from './footer-pair.module.css'

/** A way out beside the primary action, which gets the room. */
export function FooterPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}
