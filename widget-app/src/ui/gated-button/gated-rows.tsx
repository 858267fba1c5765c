import { type ReactNode, useRef } from 'react'
import { GateAnswer } from './gate-answer.tsx'
import styles from './gated-button.module.css'
import { usePressGate } from './use-press-gate.ts'

/** How long rows are on screen before one accepts a press: the wallet's own prompt follows. */
export const rowsArmAfterMs = 200

/**
 * Rows that lead to a wallet prompt, with one gate for all of them. `aria-disabled` of a group applies to the controls
 * inside, so that no row is drawn anew when the gate arms.
 */
export function GatedRows({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  const { sight, isArmed, earlyPresses, handlers } = usePressGate(inside, {
    armAfterMs: rowsArmAfterMs,
    needs: 'rows',
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable the rows and take the focus from them
    <div
      ref={inside}
      role="group"
      className={styles.rows}
      aria-disabled={!isArmed || undefined}
      data-gate={isArmed ? 'armed' : sight === 'whole' ? 'arming' : 'closed'}
      data-early={earlyPresses > 0 || undefined}
      {...handlers}
    >
      {children}
      <GateAnswer sight={sight} isHidden={false} earlyPresses={earlyPresses} />
    </div>
  )
}
