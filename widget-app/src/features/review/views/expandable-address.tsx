import { useState } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { AddressText, shortAddress } from '#widget/ui/identity/address-text.tsx'
import styles from './pressed-address.module.css'

/** A shortened address; a click shows it in full with a copy button. */
export function ExpandableAddress({ address }: { address: string }) {
  const t = useT()
  const [isExpanded, setIsExpanded] = useState(false)
  if (shortAddress(address) === address) return <AddressText address={address} />
  if (isExpanded)
    return (
      <span className={styles.whole}>
        <AddressText address={address} whole />
        <CopyButton
          text={address}
          label={t('account.copy')}
          copiedLabel={t('account.copied')}
          failedLabel={t('approve.copy-failed')}
        />
      </span>
    )
  return (
    <button
      type="button"
      className={styles.short}
      title={t('approve.whole-address')}
      aria-label={`${shortAddress(address)}, ${t('approve.whole-address')}`}
      onClick={() => setIsExpanded(true)}
    >
      <AddressText address={address} />
    </button>
  )
}
