import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { originStatusAtom } from '#widget/core/origin.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import styles from './origin-line.module.css'

/** The host's origin as the browser reports it (punycode for mixed scripts), marked while unverified. */
export function OriginLine() {
  const t = useT()
  const origin = useAtomValue(hostOriginAtom)
  const status = useAtomValue(originStatusAtom)
  if (origin === undefined) return null
  return (
    <span className={styles.line}>
      <bdi className={styles.origin} data-testid="origin">
        {origin}
      </bdi>
      {status === 'unverified' && (
        <span title={t('origin.unverified-help')}>
          <Badge tone="warning">{t('origin.unverified')}</Badge>
        </span>
      )}
    </span>
  )
}
