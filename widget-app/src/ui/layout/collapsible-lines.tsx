import { useState } from 'react'
import type { FactLine } from '#widget/lib/text/fact-line.ts'
import { MoreButton } from '../buttons/more-button.tsx'
import { FactLines } from '../fact-lines.tsx'

/** Longer lists are collapsed after this many lines. */
const maxLines = 10

/** Labelled lines; the rest of a long list is counted, and shown on a click. `locale` is that of the number, BCP 47. */
export function CollapsibleLines({ lines, locale }: { lines: readonly FactLine[]; locale: string }) {
  const [isAll, setIsAll] = useState(false)
  const hiddenCount = isAll || lines.length <= maxLines + 1 ? 0 : lines.length - maxLines
  return (
    <>
      <FactLines lines={hiddenCount === 0 ? lines : lines.slice(0, maxLines)} />
      {hiddenCount > 0 && <MoreButton count={hiddenCount} locale={locale} onClick={() => setIsAll(true)} />}
    </>
  )
}
