import { useState } from 'react'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import { CertifiedIcon } from '#widget/ui/icons/certified.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import styles from './origin-line.module.css'

/**
 * The host's origin as the browser reports it (never decoded from punycode), without `https://`: with a tick if verified, or
 * a mark that opens its explanation. The icon is generated, because one of the host's choice could be that of another site.
 */
export function OriginLine() {
  const t = useT()
  const origin = useAtomValue(hostOriginAtom)?.replace('https://', '')
  const status = useAtomValue(originStatusAtom)
  const [isExplained, setExplained] = useState(false)
  if (origin === undefined) return null
  return (
    <>
      <span className={styles.line}>
        <WalletIcon name={origin} size={16} />
        <bdi className={styles.origin} data-testid="origin">
          {origin}
        </bdi>
        {status === 'allowed' && <CertifiedIcon label={t('origin.verified')} />}
        {status === 'unverified' && (
          <button
            type="button"
            className={styles.mark}
            aria-expanded={isExplained}
            onClick={() => setExplained(!isExplained)}
          >
            <Badge tone="warning">{t('origin.unverified')}</Badge>
          </button>
        )}
      </span>
      {status === 'unverified' && isExplained && <div role="status">{t('origin.unverified-help')}</div>}
    </>
  )
}
