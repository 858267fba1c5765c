import { goBackAtom } from '#widget/core/view-stack.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { loginCode } from '../login.ts'
import { CodeEntry } from './code-entry.tsx'
import { EmailLoginView } from './email-login-view.tsx'

/** The code that logs in. If none was sent, the address comes first. */
export function EmailLoginCodeView() {
  const t = useT()
  const hasCode = useAtomValue(loginCode.sentAtom) !== undefined
  const goBack = useSetAtom(goBackAtom)
  const track = useSetAtom(trackEventAtom)
  if (!hasCode) return <EmailLoginView />
  return (
    <CodeEntry
      form={loginCode}
      text={(email) => t('login.code-text', { email })}
      onChangeAddress={() => {
        track({ event: 'EMAIL_EDIT', properties: {} })
        goBack()
      }}
    />
  )
}
