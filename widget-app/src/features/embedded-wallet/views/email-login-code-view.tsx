import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { changeAddressAtom, loginCode } from '../login.ts'
import { CodeEntry } from './code-entry.tsx'
import { EmailLoginView } from './email-login-view.tsx'

/** The code that logs in. If none was sent, the address comes first. */
export function EmailLoginCodeView() {
  const t = useT()
  const hasCode = useAtomValue(loginCode.sentAtom) !== undefined
  const changeAddress = useSetAtom(changeAddressAtom)
  if (!hasCode) return <EmailLoginView />
  return (
    <CodeEntry
      form={loginCode}
      text={(email) => t('login.code-text', { email })}
      onChangeAddress={changeAddress}
    />
  )
}
