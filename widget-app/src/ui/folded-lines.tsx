import { useState } from 'react'
import { formatWhole } from '#shared/amount/format-amount.ts'
import type { FactLine } from '#widget/lib/fact-line.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { FactLines } from './fact-lines.tsx'
import styles from './folded-lines.module.css'

/** Longer lists are folded after so many lines. */
const mostLines = 10

/** Labelled lines; the rest of a long list is counted, and shown when pressed. `locale` is that of the number, BCP 47. */
export function FoldedLines({ lines, locale }: { lines: readonly FactLine[]; locale: string }) {
  const t = useT()
  const [isAll, setIsAll] = useState(false)
  const left = isAll || lines.length <= mostLines + 1 ? 0 : lines.length - mostLines
  return (
    <>
      <FactLines lines={left === 0 ? lines : lines.slice(0, mostLines)} />
      {left > 0 && (
        <button type="button" className={styles.more} onClick={() => setIsAll(true)}>
          {t('approve.more', { count: formatWhole(BigInt(left), 0, locale) })}
        </button>
      )}
    </>
  )
}
