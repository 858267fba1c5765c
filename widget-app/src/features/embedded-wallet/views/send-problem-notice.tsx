import { nowAtom } from '#widget/core/current-time.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { type SendProblem, waitUnits } from '../send-problem.ts'

/** The wait that is shown if the server states none. */
const unknownWaitMs = 60_000

type SendProblemNoticeProps = {
  readonly problem: SendProblem
  /** What failed; by default to send a code. */
  readonly failed?: { readonly title: string; readonly text: string }
}

/** Why a code was not sent, or a login did not start, and when the user can try again. */
export function SendProblemNotice({ problem, failed }: SendProblemNoticeProps) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  if (problem.is === 'failed') {
    const { code, text } = problem.details
    return (
      <Notice
        tone="error"
        title={failed?.title ?? t('email.failed')}
        details={{ label: t('common.details'), code: t('common.code', { code }), text }}
        announce
      >
        {failed?.text ?? t('fault.network')}
      </Notice>
    )
  }
  const { unit, count } = waitUnits(problem.retryAtMs === undefined ? unknownWaitMs : problem.retryAtMs - now)
  return (
    <Notice tone="warning" title={t('login.too-many')} announce>
      {/* Screen readers read the notice when it appears, not each second. */}
      <span aria-live="off">{count === 0 ? t('login.wait-over') : t(`login.wait-${unit}`, { count })}</span>
    </Notice>
  )
}
