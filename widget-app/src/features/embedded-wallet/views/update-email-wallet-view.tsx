import { goBackAtom } from '#widget/core/view-stack.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { currentEmailAtom } from '../step-up.ts'
import {
  beginUpdateAtom,
  continueUpdateAtom,
  editNewEmailAtom,
  formerCode,
  newCode,
  newEmailAtom,
  resetUpdateAtom,
  submitNewEmailAtom,
  updateStepAtom,
} from '../update-email.ts'
import { AddressForm } from './address-form.tsx'
import { CodeEntry } from './code-entry.tsx'
import { LazyKeysProof, LazyLogInAgain } from './lazy-proofs.tsx'
import { LoggedOut } from './logged-out.tsx'
import { SendProblemNotice } from './send-problem-notice.tsx'

/** Replaces the e-mail address of the user, by a code to the former and one to the new address. */
export function UpdateEmailWalletView() {
  const t = useT()
  useAtomValue(resetUpdateAtom)
  const step = useAtomValue(updateStepAtom)
  const edit = useSetAtom(editNewEmailAtom)
  const resume = useSetAtom(continueUpdateAtom)
  const proceed = () => void resume()
  const isLoggedIn = useAtomValue(embeddedSessionAtom) !== undefined
  if (!isLoggedIn) return <LoggedOut />
  switch (step.is) {
    case 'start':
      return <Start isExpired={step.isExpired === true} />
    case 'former-code':
      return <CodeEntry form={formerCode} text={(email) => t('login.code-text', { email })} />
    case 'new-address':
      return <NewAddress problem={step.problem} />
    case 'new-code':
      return (
        <CodeEntry form={newCode} text={(email) => t('login.code-text', { email })} onChangeAddress={edit} />
      )
    case 'needs-login':
      return <LazyLogInAgain onContinue={proceed} />
    case 'needs-keys':
      return <LazyKeysProof onContinue={proceed} />
    case 'done':
      return <Done />
  }
}

function Start({ isExpired }: { isExpired: boolean }) {
  const t = useT()
  const email = useAtomValue(currentEmailAtom)
  const state = useAtomValue(formerCode.stateAtom)
  const send = useSetAtom(beginUpdateAtom)
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('change-email.heading')}
        text={email === undefined ? t('change-email.none') : t('change-email.text', { email })}
        isAlert={false}
      />
      {isExpired && (
        <Notice tone="info" announce>
          {t('change-email.expired')}
        </Notice>
      )}
      {state.is === 'unsent' && state.sendProblem && <SendProblemNotice problem={state.sendProblem} />}
      <ScreenFooter>
        <Button busy={state.is === 'sending'} onClick={() => void send()}>
          {t(email === undefined ? 'email.continue' : 'change-email.send')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

function NewAddress({ problem }: { problem: 'invalid' | 'taken' | undefined }) {
  const t = useT()
  return (
    <AddressForm
      title={t('change-email.new')}
      text={t('change-email.new-text')}
      state={useAtomValue(newCode.stateAtom)}
      initial={useAtomValue(newEmailAtom)}
      isInvalid={problem === 'invalid'}
      onEdit={useSetAtom(editNewEmailAtom)}
      onSubmit={useSetAtom(submitNewEmailAtom)}
      notice={
        problem === 'taken' && (
          <Notice tone="error" title={t('change-email.taken')} announce>
            {t('change-email.taken-text')}
          </Notice>
        )
      }
    />
  )
}

function Done() {
  const t = useT()
  const email = useAtomValue(currentEmailAtom)
  const goBack = useSetAtom(goBackAtom)
  return (
    <Stack gap={20} align="center">
      <div />
      <SuccessTick />
      <Headline
        title={t('change-email.done')}
        text={t('change-email.done-text', { email: email ?? '' })}
        isAlert={false}
        size={22}
      />
      <ScreenFooter>
        <Button onClick={goBack}>{t('common.done')}</Button>
      </ScreenFooter>
    </Stack>
  )
}
