import { useState } from 'react'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { emailOptionAtom, signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { EmailField } from '#widget/ui/forms/email-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  captureAtom,
  continueAtom,
  editEmailAtom,
  hasProvedEmailAtom,
  skipEmailAtom,
  submitEmailAtom,
} from '../email-capture.ts'

/** E-mail form before the signature, once the effective option is known; not for a user who has proved an address. */
export function DataCaptureView() {
  const option = useAtomValue(emailOptionAtom)
  const hasProved = useAtomValue(hasProvedEmailAtom)
  if (option === 'pending') return <LoadingRows count={2} />
  return option && !hasProved ? <Capture isOptional={option === 'optional'} /> : <SkipCapture />
}

function SkipCapture() {
  useAtomValue(skipEmailAtom)
  return <LoadingRows count={2} />
}

function Capture({ isOptional }: { isOptional: boolean }) {
  const t = useT()
  const state = useAtomValue(captureAtom)
  const recent = useAtomValue(recentEmailsAtom)
  const config = useAtomValue(signInConfigAtom)
  const submit = useSetAtom(submitEmailAtom)
  const edit = useSetAtom(editEmailAtom)
  const skip = useSetAtom(continueAtom)
  const [typed, setTyped] = useState('')
  const isSending = state.is === 'sending'
  const change = (text: string) => {
    setTyped(text)
    edit()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(typed)
      }}
    >
      <Stack gap={20}>
        <div />
        <Headline title={t('email.heading')} text={t('email.text')} isAlert={false} />
        <EmailField
          typed={typed}
          onChange={change}
          recent={recent}
          isInvalid={state.is === 'editing' && state.isInvalid === true}
          disabled={isSending}
          hint={config?.emailText && <bdi>{sanitizeSentence(config.emailText, 200)}</bdi>}
        />
        {state.is === 'failed' && (
          <>
            <Notice tone="error" title={t('email.failed')} announce>
              {t('fault.network')}
            </Notice>
            <ErrorDetailsPanel {...state.details} />
          </>
        )}
      </Stack>
      <ScreenFooter>
        <Button busy={isSending} onClick={() => void submit(typed)}>
          {t('email.continue')}
        </Button>
        {isOptional && (
          <Button look="quiet" onClick={() => skip()}>
            {t('email.skip')}
          </Button>
        )}
      </ScreenFooter>
    </form>
  )
}
