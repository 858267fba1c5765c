import type { ReactNode } from 'react'
import styles from './progress-ring.module.css'

/** `progress` is 0–1; without it the ring spins while waiting. `children` is a 64 px icon. */
export type ProgressRingProps = {
  state: 'waiting' | 'stopped' | 'done' | 'failed'
  progress?: number
  children: ReactNode
}

/** A ring of 96 px around a wallet's icon: it spins while the wallet's response is pending. */
export function ProgressRing({ state, progress, children }: ProgressRingProps) {
  const hasProgress = progress !== undefined
  return (
    <div className={styles.ring} data-state={state} data-known={hasProgress || undefined}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <rect x="2" y="2" width="92" height="92" rx="26" />
        <rect
          x="2"
          y="2"
          width="92"
          height="92"
          rx="26"
          pathLength="100"
          strokeDasharray={hasProgress ? `${Math.min(1, Math.max(0, progress)) * 100} 100` : undefined}
        />
      </svg>
      {children}
    </div>
  )
}
