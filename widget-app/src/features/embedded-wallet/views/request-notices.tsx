import { localeAtom } from '#widget/core/locale.ts'
import { deletionStateAtom } from '#widget/domain/embedded-wallet/account-requests.ts'
import { dateText } from '#widget/lib/date-text.ts'
import type { ErrorDetails } from '#widget/lib/error-details.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import {
  cancelDeletionAtom,
  cancelRecoveryAtom,
  deletionRequestsAtom,
  recoveryRequestsAtom,
  refreshedRecoveryAtom,
} from '../request-notices.ts'
import { ListFailed } from './list-failed.tsx'

/** Formats epoch milliseconds. */
function useTime(): (ms: number) => string {
  const locale = useAtomValue(localeAtom)
  return (ms) => dateText(BigInt(Math.floor(ms / 1_000)), locale)
}

/** States what is requested about the account and waits, and cancels it. */
export function RequestNotices() {
  const isRecoveryRequested = useAtomValue(refreshedRecoveryAtom)
  const deletion = useAtomValue(deletionStateAtom)
  return (
    <>
      {isRecoveryRequested && <RecoveryNotice />}
      {deletion && <DeletionNotice />}
    </>
  )
}

type RequestNoticeProps = {
  readonly title: string
  readonly text: string
  readonly cancelText: string
  readonly failedText: string
  readonly cancellation: 'idle' | 'running' | ErrorDetails
  readonly onCancel: () => void
}

function RequestNotice({ title, text, cancelText, failedText, cancellation, onCancel }: RequestNoticeProps) {
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <Button size="small" look="secondary" busy={cancellation === 'running'} onClick={onCancel}>
          {cancelText}
        </Button>
      }
    >
      {text}
      {typeof cancellation === 'object' && ` ${failedText}`}
    </Notice>
  )
}

/** A recovery of the wallet is requested. */
function RecoveryNotice() {
  const t = useT()
  const time = useTime()
  const [requests, reload] = useAtom(recoveryRequestsAtom)
  const [cancellation, cancel] = useAtom(cancelRecoveryAtom)
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
    <RequestNotice
      key={id}
      title={t('wallet-settings.recovery-title')}
      text={t('wallet-settings.recovery-text', {
        ...{ time: time(requestedAtMs), device: name, opens: time(opensAtMs) },
      })}
      cancelText={t('wallet-settings.recovery-cancel')}
      failedText={t('wallet-settings.recovery-cancel-failed')}
      cancellation={cancellation}
      onCancel={() => void cancel(id)}
    />
  ))
}

/** A deletion of the account without the wallet's keys is requested, or may be carried out. */
function DeletionNotice() {
  const t = useT()
  const time = useTime()
  const [requests, reload] = useAtom(deletionRequestsAtom)
  const [cancellation, cancel] = useAtom(cancelDeletionAtom)
  if (requests.is === 'loading') return <LoadingRows count={1} />
  if (requests.is === 'failed')
    return <ListFailed title={t('deletion.failed')} details={requests.details} onRetry={() => reload()} />
  return requests.items.map(({ name, requestedAtMs, opensAtMs, expiresAtMs, nowMs }) => {
    const isOpen = opensAtMs <= nowMs
    return (
      <RequestNotice
        key={requestedAtMs}
        title={t(isOpen ? 'deletion.open-title' : 'deletion.title')}
        text={t(isOpen ? 'deletion.open-text' : 'deletion.text', {
          ...{ time: time(requestedAtMs), device: name },
          ...{ opens: time(opensAtMs), expires: time(expiresAtMs) },
        })}
        cancelText={t('deletion.cancel')}
        failedText={t('deletion.cancel-failed')}
        cancellation={cancellation}
        onCancel={() => void cancel()}
      />
    )
  })
}
