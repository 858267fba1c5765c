import { type ReactNode, useState } from 'react'
import styles from './qr-code.module.css'
import { markModules, qrMatrix, qrPath, quietModules } from './qr-matrix.ts'

/** `label` describes its use; `children` is a mark of 40 px for the middle. */
export type QrCodeProps = { text: string; label: string; children?: ReactNode }

type CodeDrawing = {
  readonly text: string
  readonly side: number
  readonly path: string
  readonly hole: number
}

function drawCode(text: string, hasMark: boolean): CodeDrawing {
  const matrix = qrMatrix(text)
  const covered = hasMark ? markModules(matrix.size) : 0
  const side = matrix.size + 2 * quietModules
  return { text, side, path: qrPath(matrix, covered), hole: covered / side }
}

/** A QR code, dark on light in every theme, because cameras read no other. A new text crossfades with the old one. */
export function QrCode({ text, label, children }: QrCodeProps) {
  const hasMark = Boolean(children)
  const [drawing, setDrawing] = useState<{ now: CodeDrawing; before?: CodeDrawing }>(() => ({
    now: drawCode(text, hasMark),
  }))
  if (drawing.now.text !== text) setDrawing({ now: drawCode(text, hasMark), before: drawing.now })
  const { now, before } = drawing
  return (
    <div className={styles.frame} role="img" aria-label={label}>
      {before && <Code key={before.text} drawing={before} isLeaving onFaded={() => setDrawing({ now })} />}
      <Code key={now.text} drawing={now} />
      {hasMark && (
        <div className={styles.mark} style={{ '--hole': now.hole }} aria-hidden="true">
          {children}
        </div>
      )}
    </div>
  )
}

function Code({
  drawing,
  isLeaving,
  onFaded,
}: {
  drawing: CodeDrawing
  isLeaving?: boolean
  onFaded?: () => void
}) {
  return (
    <svg
      className={styles.code}
      data-leaving={isLeaving}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      aria-hidden="true"
      onAnimationEnd={onFaded}
    >
      <path d={drawing.path} shapeRendering="crispEdges" />
    </svg>
  )
}
