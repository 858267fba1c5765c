import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from '#widget/ui/notice.tsx'
import type { Setback } from '../machine.ts'

/** Why the session was not revoked, and that it can still act. */
export function SetbackNotice({ setback, wallet }: { setback: Setback; wallet: string }) {
  const t = useT()
  switch (setback.is) {
    case 'rejected':
      return (
        <Notice tone="info" title={t('connecting.rejected')} announce>
          {t('sessions.rejected-text')}
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
        <Notice tone="error" title={t('sessions.not-revoked')} announce>
          <bdi>{setback.reason}</bdi>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning" title={t('sessions.maybe')} announce>
          {t('sessions.maybe-text')}
        </Notice>
      )
    case 'failed': {
      const { code, text } = setback.fault
      return (
        <Notice
          tone="error"
          title={t('sessions.not-revoked')}
          details={{ label: t('common.details'), code: t('common.code', { code }), text }}
          announce
        >
          {t('sessions.not-revoked-text')}
        </Notice>
      )
    }
  }
}
