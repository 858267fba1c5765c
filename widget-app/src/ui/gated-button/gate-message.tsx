import { useT } from '#widget/lib/i18n/translate.ts'
import styles from './gated-button.module.css'
import type { GateView } from './use-click-gate.ts'

type GateMessageProps = Pick<GateView, 'visibility' | 'earlyClicks'> & {
  /** The panel has been covered or small for long enough to show the message without a click. */
  readonly isHidden: boolean
}

/** Shows and announces why a click was rejected. */
export function GateMessage({ visibility, earlyClicks, isHidden }: GateMessageProps) {
  const t = useT()
  const isShown = isHidden || earlyClicks > 0
  if (!isShown) return <div className={styles.answer} aria-live="polite" data-gate-answer />
  return (
    <div className={styles.answer} aria-live="polite" data-gate-answer data-said>
      <div role="status">
        {visibility === 'small' && t('gate.small')}
        {visibility === 'unseen' && t('gate.unseen')}
        {visibility === 'covered' && (
          <>
            <strong>{t('gate.covered')}</strong> {t('gate.covered-text')}
          </>
        )}
        {(visibility === 'whole' || visibility === 'unknown') && t('gate.early')}
      </div>
    </div>
  )
}
