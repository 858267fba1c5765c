import { nowAtom } from '#widget/core/current-time.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { CodeField } from '#widget/ui/forms/code-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { CodeForm, CodeState } from '../code-form.ts'
import { DeliveryHint } from './delivery-hint.tsx'
import { SendProblemNotice } from './send-problem-notice.tsx'

type CodeEntryProps = {
  readonly form: CodeForm
  /** What the code is for. */
  readonly text: (email: string) => string
  /** Returns to the address. */
  readonly onChangeAddress?: () => void
}

/** The field for a code that was sent by e-mail, and what helps if none arrives or it is rejected. */
export function CodeEntry({ form, text, onChangeAddress }: CodeEntryProps) {
  const t = useT()
  const state = useAtomValue(form.stateAtom)
  const sent = useAtomValue(form.sentAtom)
  const submit = useSetAtom(form.submitAtom)
  const edit = useSetAtom(form.editAtom)
  const email = sent?.email ?? ''
  const problem = state.is === 'entering' ? state.problem : undefined
  const isOver = problem === 'over' || problem === 'too-many'
  const sendProblem = state.is === 'entering' ? state.sendProblem : undefined
  // No code of this address counts for now: another one would not help.
  const isLocked = problem === 'too-many' && sendProblem !== undefined
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('code.heading')} text={text(email)} isAlert={false} />
      <CodeField
        problem={isLocked ? undefined : problem}
        disabled={state.is === 'checking' || state.is === 'sending' || isOver}
        onEdit={edit}
        onCode={submit}
      />
      {state.is === 'failed' && (
        <Notice
          tone="error"
          title={t('code.failed')}
          details={{
            label: t('common.details'),
            code: t('common.code', { code: state.details.code }),
            text: state.details.text,
          }}
          action={<RetryButton place="part" onRetry={() => submit(state.code)} />}
          announce
        >
          {t('fault.network')}
        </Notice>
      )}
      {sendProblem && <SendProblemNotice problem={sendProblem} />}
      {sent && <DeliveryHint form={form} email={email} />}
      {!isLocked && <CodeFooter form={form} state={state} isPrimary={isOver} />}
      {onChangeAddress && (
        <Button look="quiet" size="small" onClick={onChangeAddress}>
          {t('login.change-address')}
        </Button>
      )}
    </Stack>
  )
}

type CodeFooterProps = { readonly form: CodeForm; readonly state: CodeState; readonly isPrimary: boolean }

/** Sends another code, after a countdown; the next step if the current one cannot be used any more. */
function CodeFooter({ form, state, isPrimary }: CodeFooterProps) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const sent = useAtomValue(form.sentAtom)
  const resend = useSetAtom(form.resendAtom)
  const seconds = Math.max(0, Math.ceil(((sent?.resendAtMs ?? 0) - now) / 1_000))
  return (
    <ScreenFooter>
      <Button
        look={isPrimary ? 'primary' : 'secondary'}
        busy={state.is === 'checking' || state.is === 'sending'}
        disabled={seconds > 0}
        onClick={() => void resend()}
      >
        {seconds > 0 ? t('code.resend-in', { count: seconds }) : t('code.resend')}
      </Button>
    </ScreenFooter>
  )
}
