import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from './notice.tsx'

type SetbackNoticeProps = {
  /** Why a service did not do what the wallet was to sign for it; a reason is the service's own text. */
  readonly setback:
    | { readonly is: 'rejected' | 'pending' | 'unknown' }
    | { readonly is: 'refused'; readonly reason: string }
    | { readonly is: 'failed'; readonly fault: { readonly code: string; readonly text: string } }
  readonly wallet: string
  /** What did not happen, and the consequence. */
  readonly words: Readonly<
    Record<'rejectedText' | 'notDone' | 'notDoneText' | 'perhaps' | 'perhapsText', string>
  >
}

/** Shows why the wallet or a service did not do what was requested, and what else happened. */
export function FailureNotice({ setback, wallet, words }: SetbackNoticeProps) {
  const t = useT()
  switch (setback.is) {
    case 'rejected':
      return (
        <Notice tone="info" title={t('connecting.rejected')} announce>
          {words.rejectedText}
        </Notice>
      )
    case 'pending':
      return (
        <Notice tone="warning" title={t('connecting.pending', { wallet })} announce>
          {t('connecting.pending-text')}
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="error" title={words.notDone} announce>
          <bdi>{setback.reason}</bdi>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning" title={words.perhaps} announce>
          {words.perhapsText}
        </Notice>
      )
    case 'failed': {
      const { code, text } = setback.fault
      return (
        <Notice
          tone="error"
          title={words.notDone}
          details={{ label: t('common.details'), code: t('common.code', { code }), text }}
          announce
        >
          {words.notDoneText}
        </Notice>
      )
    }
  }
}
