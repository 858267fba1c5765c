import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { isEmbeddedWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import {
  isContractAtom,
  isTestNetworkAtom,
  isUnsupportedNetworkAtom,
  receiveAddressAtom,
  receiveNetworkAtom,
} from '../atoms.ts'

// Only for our own wallet.
const OnlyOnDevicesLine = lazyComponent(
  async () => (await import('./only-on-devices-line.tsx')).OnlyOnDevicesLine,
)

/** Warnings about payments to this address. */
export function ReceiveNotices() {
  const t = useT()
  const receiveAddress = useAtomValue(receiveAddressAtom)
  const retry = useSetAtom(receiveAddressAtom)
  const isContract = useAtomValue(isContractAtom)
  const isUnsupported = useAtomValue(isUnsupportedNetworkAtom)
  const isTest = useAtomValue(isTestNetworkAtom)
  const network = useAtomValue(receiveNetworkAtom)?.name ?? ''
  const handle = useAtomValue(activeConnectionAtom)?.handle ?? ''
  const isEmbedded = useAtomValue(isEmbeddedWalletAtom(handle))
  return (
    <>
      {isEmbedded && <OnlyOnDevicesLine />}
      {isContract && (
        <Notice tone="warning" title={t('receive.contract', { network })} announce>
          {t('receive.contract-text')}
        </Notice>
      )}
      {isUnsupported && (
        <Notice tone="warning" title={t('receive.foreign', { network })}>
          {t('receive.foreign-text')}
        </Notice>
      )}
      {isTest && (
        <Notice tone="warning" title={t('receive.test', { network })}>
          {t('receive.test-text')}
        </Notice>
      )}
      {receiveAddress.is === 'general' && (
        <Notice
          tone="warning"
          title={t('receive.general', { network })}
          announce
          action={<RetryButton place="part" onRetry={retry} />}
        >
          {t('receive.general-text')}
        </Notice>
      )}
    </>
  )
}
