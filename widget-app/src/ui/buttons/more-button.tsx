import { formatWhole } from '#shared/amount/format-amount.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import styles from './more-button.module.css'

type MoreButtonProps = {
  readonly count: number
  /** Locale of the number, BCP 47. */
  readonly locale: string
  readonly onClick: () => void
}

/** Shows the collapsed rest of a list, and its count. */
export function MoreButton({ count, locale, onClick }: MoreButtonProps) {
  const t = useT()
  return (
    <button type="button" className={styles.more} onClick={onClick}>
      {t('approve.more', { count: formatWhole(BigInt(count), 0, locale) })}
    </button>
  )
}
