import { type ReactNode, useState } from 'react'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { EmailField } from '#widget/ui/forms/email-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { CodeState } from '../code-form.ts'
import { SendProblemNotice } from './send-problem-notice.tsx'

type AddressFormProps = {
  readonly title: string
  readonly text: string
  /** State of the code that is sent to the address. */
  readonly state: CodeState
  readonly initial: string
  readonly isInvalid: boolean
  /** Why another address is needed. */
  readonly notice?: ReactNode
  /** Other ways, below the field. */
  readonly others?: ReactNode
  readonly onEdit: () => void
  readonly onSubmit: (typed: string) => Promise<void>
}

/** A form for an address, to which a code is sent. */
export function AddressForm(props: AddressFormProps) {
  const { title, text, state, initial, isInvalid, onEdit, onSubmit } = props
  const t = useT()
  const recent = useAtomValue(recentEmailsAtom)
  const [typed, setTyped] = useState(initial)
  const isSending = state.is === 'sending'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(typed)
      }}
    >
      <Stack gap={20}>
        <div />
        <Headline title={title} text={text} isAlert={false} />
        <EmailField
          typed={typed}
          onChange={(value) => {
            setTyped(value)
            onEdit()
          }}
          recent={recent}
          isInvalid={isInvalid}
          disabled={isSending}
        />
        {props.notice}
        {state.is === 'unsent' && state.sendProblem && <SendProblemNotice problem={state.sendProblem} />}
        {props.others}
      </Stack>
      <ScreenFooter>
        {state.is === 'unsent' && state.sendProblem ? (
          <RetryButton place="view" onRetry={() => onSubmit(typed)} />
        ) : (
          <Button busy={isSending} onClick={() => void onSubmit(typed)}>
            {t('email.continue')}
          </Button>
        )}
      </ScreenFooter>
    </form>
  )
}
