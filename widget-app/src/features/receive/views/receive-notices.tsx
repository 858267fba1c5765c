import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import {
  isContractAtom,
  isForeignNetworkAtom,
  isTestNetworkAtom,
  receiveAddressAtom,
  receiveNetworkAtom,
} from '../atoms.ts'

/** Warnings about payments to this address. */
export function ReceiveNotices() {
  const t = useT()
  const given = useAtomValue(receiveAddressAtom)
  const askAgain = useSetAtom(receiveAddressAtom)
  const isContract = useAtomValue(isContractAtom)
  const isForeign = useAtomValue(isForeignNetworkAtom)
  const isTest = useAtomValue(isTestNetworkAtom)
  const network = useAtomValue(receiveNetworkAtom)?.name ?? ''
  return (
    <>
      {isContract && (
        <Notice tone="warning" title={t('receive.contract', { network })} announce>
          {t('receive.contract-text')}
        </Notice>
      )}
      {isForeign && (
        <Notice tone="warning" title={t('receive.foreign', { network })}>
          {t('receive.foreign-text')}
        </Notice>
      )}
      {isTest && (
        <Notice tone="warning" title={t('receive.test', { network })}>
          {t('receive.test-text')}
        </Notice>
      )}
      {given.is === 'general' && (
        <Notice
          tone="warning"
          title={t('receive.general', { network })}
          announce
          action={
            <Button look="secondary" size="small" onPress={askAgain}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {t('receive.general-text')}
        </Notice>
      )}
    </>
  )
}
