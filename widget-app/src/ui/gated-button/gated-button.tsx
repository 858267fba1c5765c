import { type ReactNode, useRef } from 'react'
import { acceptClick, type GatedClick } from '#widget/lib/page/gated-click.ts'
import { Button } from '../buttons/button.tsx'
import { useDelayed } from '../hooks/use-delayed.ts'
import { GateMessage } from './gate-message.tsx'
import styles from './gated-button.module.css'
import { useClickGate } from './use-click-gate.ts'

/** How long a review is on screen, whole, visible and unmoved, before its button accepts a click. */
const reviewArmsAfterMs = 800
/** How long the panel must be covered before a message appears: a sheet that slides in is covered for a moment. */
const coveredAfterMs = 1_500

export type GatedButtonProps = {
  readonly children: ReactNode
  readonly onClick: (click: GatedClick) => void
  readonly look?: 'primary' | 'secondary' | 'danger'
  readonly busy?: boolean
  readonly disabled?: boolean
  /** The content does not allow a click yet, such as a request that is still being decoded. */
  readonly waiting?: boolean
  readonly armAfterMs?: number
}

/**
 * The button of every view that leads to a wallet prompt. It accepts a click after 800 ms in which the panel and its
 * facts were whole, visible and unmoved, and fills meanwhile; it is focusable from the start.
 */
export function GatedButton(props: GatedButtonProps) {
  const { armAfterMs = reviewArmsAfterMs, busy = false, disabled = false, waiting = false } = props
  const inside = useRef<HTMLDivElement>(null)
  const { visibility, isArmed, stage, armingCount, armsAfterMs, earlyClicks, handlers } = useClickGate(
    inside,
    {
      armAfterMs,
      needs: 'facts',
      waiting,
    },
  )
  const isHidden = useDelayed(visibility !== 'whole' && visibility !== 'unknown', coveredAfterMs)
  const isOff = busy || disabled
  return (
    <div
      ref={inside}
      className={styles.gate}
      style={{ '--arms-after': `${armsAfterMs}ms` }}
      data-gate={stage}
      data-begun={armingCount % 2}
      data-early={(!isOff && earlyClicks > 0) || undefined}
      {...(isOff ? {} : handlers)}
    >
      <Button
        look={props.look ?? 'primary'}
        busy={busy}
        disabled={disabled}
        waiting={!isArmed}
        onClick={() => props.onClick(acceptClick())}
      >
        {props.children}
      </Button>
      {!isOff && <GateMessage visibility={visibility} isHidden={isHidden} earlyClicks={earlyClicks} />}
    </div>
  )
}
