import type { ReactNode } from 'react'
import styles from './ribbon.module.css'

/** A band along the sheet's top that says this is not a real network. */
export function Ribbon({ children }: { children: ReactNode }) {
  return <div className={styles.ribbon}>{children}</div>
}
