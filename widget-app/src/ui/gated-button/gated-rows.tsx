import { createContext, type ReactNode, useContext, useRef } from 'react'
import { acceptClick, type GatedClick } from '#widget/lib/page/gated-click.ts'
import { Row, type RowProps } from '../lists/row.tsx'
import { GateMessage } from './gate-message.tsx'
import styles from './gated-button.module.css'
import { useClickGate } from './use-click-gate.ts'

/** How long rows are on screen before one accepts a click: the wallet's own prompt follows. */
export const rowsArmAfterMs = 200

const IsGated = createContext(false)

/**
 * Rows that lead to a wallet prompt, with one gate for all of them. `aria-disabled` of a group applies to the controls
 * inside, so that no row renders again when the gate arms.
 */
export function GatedRows({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  const { visibility, isArmed, stage, earlyClicks, handlers } = useClickGate(inside, {
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
      data-gate={stage}
      data-early={earlyClicks > 0 || undefined}
      {...handlers}
    >
      <IsGated value={true}>{children}</IsGated>
      <GateMessage visibility={visibility} isHidden={false} earlyClicks={earlyClicks} />
    </div>
  )
}

export type GatedRowProps = Omit<RowProps, 'onClick' | 'href'> & {
  readonly onClick: (click: GatedClick) => void
}

/** A row that leads to a wallet prompt. @throws Error outside of `GatedRows`, which gate its click. */
export function GatedRow({ onClick, ...row }: GatedRowProps) {
  if (!useContext(IsGated)) throw new Error('A GatedRow is inside GatedRows')
  return <Row {...row} onClick={() => onClick(acceptClick())} />
}
