import { useState } from 'react'
import { emailOptionAtom, signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { emailMaxLength, parseEmail, suggestedEmails } from '../email.ts'
import {
  captureAtom,
  continueAtom,
  editEmailAtom,
  recentEmailsAtom,
  skipEmailAtom,
  submitEmailAtom,
} from '../email-capture.ts'

const maxSuggestions = 3

/** E-mail form before the signature, once the effective option is known. */
export function DataCaptureView() {
  const option = useAtomValue(emailOptionAtom)
  if (option === 'pending') return <LoadingRows count={2} />
  return option ? <Capture isOptional={option === 'optional'} /> : <SkipCapture />
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
  const isTooLong = parseEmail(typed).length > emailMaxLength
  const suggestions = typed === '' ? recent : suggestedEmails(typed).slice(0, maxSuggestions)
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
        <TextField
          label={t('email.label')}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={typed}
          onChange={change}
          placeholder="name@example.com"
          hint={config?.emailText && <bdi>{sanitizeSentence(config.emailText, 200)}</bdi>}
          error={
            isTooLong
              ? t('field.too-long', { count: emailMaxLength })
              : state.is === 'editing' && state.isInvalid
                ? t('email.invalid')
                : undefined
          }
          disabled={isSending}
        />
        {suggestions.length > 0 && (
          <Stack gap={8}>
            <Text size={13} tone="soft">
              {t(typed === '' ? 'email.recent' : 'email.suggested')}
            </Text>
            <Stack across wrap gap={8}>
              {suggestions.map((email) => (
                <Button key={email} look="secondary" size="small" onClick={() => change(email)}>
                  <bdi dir="ltr">{email}</bdi>
                </Button>
              ))}
            </Stack>
          </Stack>
        )}
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
