import type { ReactNode } from 'react'
import styles from './ribbon.module.css'

/** A band along the sheet's top which states that this is no main network. */
export function Ribbon({ children }: { children: ReactNode }) {
  return <div className={styles.ribbon}>{children}</div>
}
