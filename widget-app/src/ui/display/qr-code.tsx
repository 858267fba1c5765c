import { type ReactNode, useState } from 'react'
import styles from './qr-code.module.css'
import { markModules, qrMatrix, qrPath, quietModules } from './qr-matrix.ts'

/** `label` describes its use; `children` is a mark of 40 px for the middle. */
export type QrCodeProps = { text: string; label: string; children?: ReactNode }

type Drawn = { readonly text: string; readonly side: number; readonly path: string; readonly hole: number }

function draw(text: string, hasMark: boolean): Drawn {
  const matrix = qrMatrix(text)
  const covered = hasMark ? markModules(matrix.size) : 0
  const side = matrix.size + 2 * quietModules
  return { text, side, path: qrPath(matrix, covered), hole: covered / side }
}

/** A QR code, dark on light in every theme, because cameras read no other. A new text crossfades with the old one. */
export function QrCode({ text, label, children }: QrCodeProps) {
  const hasMark = Boolean(children)
  const [drawn, setDrawn] = useState<{ now: Drawn; before?: Drawn }>(() => ({ now: draw(text, hasMark) }))
  if (drawn.now.text !== text) setDrawn({ now: draw(text, hasMark), before: drawn.now })
  const { now, before } = drawn
  return (
    <div className={styles.frame} role="img" aria-label={label}>
      {before && <Code key={before.text} drawn={before} isLeaving onGone={() => setDrawn({ now })} />}
      <Code key={now.text} drawn={now} />
      {hasMark && (
        <div className={styles.mark} style={{ '--hole': now.hole }} aria-hidden="true">
          {children}
        </div>
      )}
    </div>
  )
}

function Code({ drawn, isLeaving, onGone }: { drawn: Drawn; isLeaving?: boolean; onGone?: () => void }) {
  return (
    <svg
      className={styles.code}
      data-leaving={isLeaving}
      viewBox={`0 0 ${drawn.side} ${drawn.side}`}
      aria-hidden="true"
      onAnimationEnd={onGone}
    >
      <path d={drawn.path} shapeRendering="crispEdges" />
    </svg>
  )
}
