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
import { emailMaxLength, readEmail, suggestedEmails } from '../email.ts'
import {
  captureAtom,
  continueAtom,
  editEmailAtom,
  recentEmailsAtom,
  skipEmailAtom,
  submitEmailAtom,
} from '../email-capture.ts'

const shownSuggestions = 3

/** E-mail form before the signature, once the effective option is known. */
export function DataCaptureView() {
  const wanted = useAtomValue(emailOptionAtom)
  if (wanted === 'pending') return <LoadingRows count={2} />
  return wanted ? <Capture isOptional={wanted === 'optional'} /> : <PassBy />
}

function PassBy() {
  useAtomValue(skipEmailAtom)
  return <LoadingRows count={2} />
}

function Capture({ isOptional }: { isOptional: boolean }) {
  const t = useT()
  const state = useAtomValue(captureAtom)
  const recent = useAtomValue(recentEmailsAtom)
  const wish = useAtomValue(signInConfigAtom)
  const submit = useSetAtom(submitEmailAtom)
  const edit = useSetAtom(editEmailAtom)
  const skip = useSetAtom(continueAtom)
  const [typed, setTyped] = useState('')
  const isSending = state.is === 'sending'
  const isTooLong = readEmail(typed).length > emailMaxLength
  const offered = typed === '' ? recent : suggestedEmails(typed).slice(0, shownSuggestions)
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
        <Headline title={t('email.heading')} text={t('email.text')} isAlarm={false} />
        <TextField
          label={t('email.label')}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={typed}
          onChange={change}
          placeholder="name@example.com"
          hint={wish?.emailText && <bdi>{sanitizeSentence(wish.emailText, 200)}</bdi>}
          error={
            isTooLong
              ? t('field.too-long', { count: emailMaxLength })
              : state.is === 'editing' && state.isInvalid
                ? t('email.invalid')
                : undefined
          }
          disabled={isSending}
        />
        {offered.length > 0 && (
          <Stack gap={8}>
            <Text size={13} tone="soft">
              {t(typed === '' ? 'email.recent' : 'email.suggested')}
            </Text>
            <Stack across wrap gap={8}>
              {offered.map((email) => (
                <Button key={email} look="secondary" size="small" onPress={() => change(email)}>
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
            <ErrorDetailsPanel {...state.fault} />
          </>
        )}
      </Stack>
      <ScreenFooter>
        <Button busy={isSending} onPress={() => void submit(typed)}>
          {t('email.continue')}
        </Button>
        {isOptional && (
          <Button look="quiet" onPress={() => skip()}>
            {t('email.skip')}
          </Button>
        )}
      </ScreenFooter>
    </form>
  )
}
