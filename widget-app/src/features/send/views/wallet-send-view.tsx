import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ConnectPrompt } from '#widget/ui/notices/connect-prompt.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { openTokensAtom, reviewAtom } from '../atoms/actions.ts'
import { resetOnLeaveAtom, senderAtom, sendStateAtom } from '../atoms/draft.ts'
import { isFormWaitingAtom, problemsAtom, recipientAtom } from '../atoms/form.ts'
import { assetSelectionAtom } from '../atoms/selected-asset.ts'
import { networkNameAtom } from '../atoms/texts.ts'
import { labelOf, tokenFailureText } from '../messages.ts'
import { showsProgress } from '../model.ts'
import { AmountInput } from './amount-input.tsx'
import { LinkNotice } from './link-notice.tsx'
import { RecipientInput } from './recipient-input.tsx'
import { SendProgress } from './send-progress.tsx'

/** The form of a transfer; once the wallet is prompted, its progress. */
export function WalletSendView() {
  useAtomValue(resetOnLeaveAtom)
  const sender = useAtomValue(senderAtom)
  const state = useAtomValue(sendStateAtom)
  if (showsProgress(state)) return <SendProgress />
  return sender ? <SendForm /> : <NotConnected />
}

function NotConnected() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <ConnectPrompt
      text={t('send.connect-first-text')}
      onConnect={() => move({ to: 'reset', view: { name: 'Connect' } })}
    />
  )
}

function SendForm() {
  const t = useT()
  const selection = useAtomValue(assetSelectionAtom)
  const recipient = useAtomValue(recipientAtom)
  const network = useAtomValue(networkNameAtom)
  const problems = useAtomValue(problemsAtom)
  const [problem] = problems
  const isWaiting = useAtomValue(isFormWaitingAtom)
  const review = useSetAtom(reviewAtom)
  const openTokens = useSetAtom(openTokensAtom)
  const tokenProblem = problems.find((one) => one.is === 'token-failure')
  const isOwn = recipient.is === 'address' && recipient.isOwn
  if (problem?.is === 'off') return <EmptyState drawing="coins" title={labelOf(problem, t)} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <Stack gap={20}>
        <AmountInput />
        <RecipientInput />
        <LinkNotice clears />
        {(selection.is === 'missing' || selection.is === 'unavailable') && (
          <Notice tone="warning">
            {t(selection.is === 'missing' ? 'send.token-missing' : 'send.token-unavailable', { network })}
          </Notice>
        )}
        {tokenProblem && (
          <Notice tone="error" announce>
            {tokenFailureText(tokenProblem.why, t)}
          </Notice>
        )}
        {isOwn && (
          <Notice tone="warning" announce>
            {t('send.problem.to-self')}
          </Notice>
        )}
      </Stack>
      {/* Enter in a field submits; the visible button is outside this form, in the sheet's footer. */}
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        {problem?.is === 'no-token' && selection.is !== 'loading' ? (
          <Button onClick={openTokens}>{labelOf(problem, t)}</Button>
        ) : (
          <Button onClick={review} busy={isWaiting} disabled={!isWaiting && problem !== undefined}>
            {labelOf(isWaiting ? undefined : problem, t)}
          </Button>
        )}
      </ScreenFooter>
    </form>
  )
}
