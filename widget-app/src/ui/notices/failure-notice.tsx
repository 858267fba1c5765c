import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from './notice.tsx'

type FailureNoticeProps = {
  /** Why a service did not do what the wallet was to sign for it; a reason is the service's own text. */
  readonly failure:
    | { readonly is: 'rejected' | 'pending' | 'unknown' }
    | { readonly is: 'service-failed'; readonly reason: string }
    | { readonly is: 'failed'; readonly details: { readonly code: string; readonly text: string } }
  readonly wallet: string
  /** What did not happen, and the consequence. */
  readonly messages: Readonly<
    Record<'rejectedText' | 'notDone' | 'notDoneText' | 'perhaps' | 'perhapsText', string>
  >
}

/** Shows why the wallet or a service did not do what was requested, and what else happened. */
export function FailureNotice({ failure, wallet, messages }: FailureNoticeProps) {
  const t = useT()
  switch (failure.is) {
    case 'rejected':
      return (
        <Notice tone="info" title={t('connecting.rejected')} announce>
          {messages.rejectedText}
        </Notice>
      )
    case 'pending':
      return (
        <Notice tone="warning" title={t('connecting.pending', { wallet })} announce>
          {t('connecting.pending-text')}
        </Notice>
      )
    case 'service-failed':
      return (
        <Notice tone="error" title={messages.notDone} announce>
          <bdi>{failure.reason}</bdi>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning" title={messages.perhaps} announce>
          {messages.perhapsText}
        </Notice>
      )
    case 'failed': {
      const { code, text } = failure.details
      return (
        <Notice
          tone="error"
          title={messages.notDone}
          details={{ label: t('common.details'), code: t('common.code', { code }), text }}
          announce
        >
          {messages.notDoneText}
        </Notice>
      )
    }
  }
}
