import { nowAtom } from '#widget/core/current-time.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { CodeField } from '#widget/ui/forms/code-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  confirmAtom,
  editCodeAtom,
  pendingEmailAtom,
  resendAtAtom,
  resendCodeAtom,
  submitCodeAtom,
} from '../email-capture.ts'

/** Field for the code that was sent by e-mail; a complete code is submitted without a click. */
export function DataCaptureOtpView() {
  const t = useT()
  const state = useAtomValue(confirmAtom)
  const pending = useAtomValue(pendingEmailAtom)
  const resendAt = useAtomValue(resendAtAtom) ?? 0
  const now = useAtomValue(nowAtom)
  const submit = useSetAtom(submitCodeAtom)
  const edit = useSetAtom(editCodeAtom)
  const resend = useSetAtom(resendCodeAtom)
  const seconds = Math.max(0, Math.ceil((resendAt - now) / 1_000))
  const isChecking = state.is === 'checking'
  const problem = state.is === 'entering' ? state.problem : undefined
  const isOver = problem === 'over' || problem === 'too-many'
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('code.heading')}
        text={t('code.text', { email: pending?.email ?? '' })}
        isAlert={false}
      />
      <CodeField problem={problem} disabled={isChecking || isOver} onEdit={edit} onCode={submit} />
      {state.is === 'failed' && (
        <>
          <Notice tone="error" title={t('code.failed')} announce>
            {t('fault.network')}
          </Notice>
          <ErrorDetailsPanel {...state.details} />
        </>
      )}
      <ScreenFooter>
        <Button look="secondary" busy={isChecking} disabled={seconds > 0} onClick={() => void resend()}>
          {seconds > 0 ? t('code.resend-in', { count: seconds }) : t('code.resend')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
