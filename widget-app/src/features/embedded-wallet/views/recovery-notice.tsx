import { localeAtom } from '#widget/core/locale.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { cancelRecoveryAtom, recoveryCancellationAtom, recoveryRequestsAtom } from '../recovery-notice.ts'
import { ListFailed } from './list-failed.tsx'

/** States that a recovery of the wallet is requested, and cancels it. */
export function RecoveryNotice() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [requests, reload] = useAtom(recoveryRequestsAtom)
  const cancellation = useAtomValue(recoveryCancellationAtom)
  const cancel = useSetAtom(cancelRecoveryAtom)
  const time = (ms: number) => dateText(BigInt(Math.floor(ms / 1_000)), locale)
  if (requests.is === 'loading') return <LoadingRows count={1} />
  if (requests.is === 'failed')
    return (
      <ListFailed
        title={t('wallet-settings.recovery-failed')}
        details={requests.details}
        onRetry={() => reload()}
      />
    )
  return requests.items.map(({ id, name, requestedAtMs, opensAtMs }) => (
    <Notice
      key={id}
      tone="warning"
      title={t('wallet-settings.recovery-title')}
      action={
        <Button
          size="small"
          look="secondary"
          busy={cancellation === 'running'}
          onClick={() => void cancel(id)}
        >
          {t('wallet-settings.recovery-cancel')}
        </Button>
      }
    >
      {t('wallet-settings.recovery-text', {
        ...{ time: time(requestedAtMs), device: name, opens: time(opensAtMs) },
      })}
      {typeof cancellation === 'object' && ` ${t('wallet-settings.recovery-cancel-failed')}`}
    </Notice>
  ))
}
