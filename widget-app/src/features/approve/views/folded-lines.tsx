import { useState } from 'react'
import { formatWhole } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { FactLine } from '#widget/lib/fact-line.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { FactLines } from '#widget/ui/fact-lines.tsx'
import styles from './folded-lines.module.css'

/** Longer lists are folded after so many lines. */
const mostLines = 10

/** Labelled lines; the rest of a long list is counted, and shown when pressed. */
export function FoldedLines({ lines }: { lines: readonly FactLine[] }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
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
