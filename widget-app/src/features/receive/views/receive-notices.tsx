import { useT } from '#widget/lib/i18n/translate.ts'
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

/** Warnings about payments to this address. */
export function ReceiveNotices() {
  const t = useT()
  const receiveAddress = useAtomValue(receiveAddressAtom)
  const retry = useSetAtom(receiveAddressAtom)
  const isContract = useAtomValue(isContractAtom)
  const isUnsupported = useAtomValue(isUnsupportedNetworkAtom)
  const isTest = useAtomValue(isTestNetworkAtom)
  const network = useAtomValue(receiveNetworkAtom)?.name ?? ''
  return (
    <>
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
