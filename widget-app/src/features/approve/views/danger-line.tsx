import type { Review } from '#widget/kernel/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AlertIcon } from '#widget/ui/icons/alert.tsx'
import { gravestOf, isInFootOnly } from '../gravest.ts'
import { foreignNetworkAtom } from '../state.ts'
import { riskWords } from '../words.ts'
import styles from './danger-line.module.css'

/**
 * The gravest warning beside the buttons, so that it is in sight wherever the body is scrolled to; with its reason where
 * Cancel is the primary button: then the body does not repeat it.
 */
export function DangerLine({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(foreignNetworkAtom)
  const danger = gravestOf(review)
  if (danger === undefined) return null
  const { title, text } =
    danger.risk === 'fails'
      ? { title: t('approve.fails'), text: t('approve.fails-text') }
      : riskWords(danger.risk, network, t)
  return (
    <div
      className={styles.danger}
      data-grave={danger.isGrave || undefined}
      role={isInFootOnly(danger) ? 'alert' : undefined}
    >
      <AlertIcon size={16} />
      <span>
        <strong>{title}</strong>
        {isInFootOnly(danger) && <> {text}</>}
        {danger.others > 0 && (
          <span className={styles.others}> {t('approve.more', { count: danger.others })}</span>
        )}
      </span>
    </div>
  )
}
