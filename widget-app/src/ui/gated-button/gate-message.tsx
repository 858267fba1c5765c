import { useT } from '#widget/lib/i18n/translate.ts'
import styles from './gated-button.module.css'
import type { GateView } from './use-click-gate.ts'

type GateAnswerProps = Pick<GateView, 'sight' | 'earlyPresses'> & {
  /** The panel has been covered or small for long enough to show the message without a click. */
  readonly isHidden: boolean
}

/** Shows and announces why a click was rejected. */
export function GateMessage({ sight, earlyPresses, isHidden }: GateAnswerProps) {
  const t = useT()
  const isSaid = isHidden || earlyPresses > 0
  if (!isSaid) return <div className={styles.answer} aria-live="polite" data-gate-answer />
  return (
    <div className={styles.answer} aria-live="polite" data-gate-answer data-said>
      <div role="status">
        {sight === 'small' && t('gate.small')}
        {sight === 'unseen' && t('gate.unseen')}
        {sight === 'covered' && (
          <>
            <strong>{t('gate.covered')}</strong> {t('gate.covered-text')}
          </>
        )}
        {(sight === 'whole' || sight === 'unknown') && t('gate.early')}
      </div>
    </div>
  )
}
