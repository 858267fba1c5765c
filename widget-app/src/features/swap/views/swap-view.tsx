import { featureAtom } from '#widget/core/feature-flags.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { SwapIcon } from '#widget/ui/icons/swap.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ConnectPrompt } from '#widget/ui/notices/connect-prompt.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { flipAtom, openTokensAtom, reviewAtom } from '../atoms/actions.ts'
import { draftAtom, resetOnLeaveAtom, swapperAtom, swapStateAtom } from '../atoms/draft.ts'
import { isFormWaitingAtom, problemsAtom } from '../atoms/form.ts'
import { freshQuoteAtom, refetchQuoteAtom } from '../atoms/refresh-quote.ts'
import { networkNameAtom } from '../atoms/texts.ts'
import { swapTokensAtom } from '../atoms/tokens.ts'
import { labelOf } from '../messages.ts'
import { showsProgress } from '../model.ts'
import { FromInput, ToOutput } from './amounts.tsx'
import { LazySwapProgress } from './lazy-progress.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { ResumableSwapNotice } from './resumable-swap-notice.tsx'
import { SlippageInput } from './slippage-input.tsx'
import styles from './swap-view.module.css'

/** The form of a swap; once the wallet is prompted, its progress. */
export function SwapView() {
  useAtomValue(resetOnLeaveAtom)
  const swapper = useAtomValue(swapperAtom)
  const state = useAtomValue(swapStateAtom)
  const feature = useAtomValue(featureAtom('swaps'))
  const t = useT()
  if (showsProgress(state)) return <LazySwapProgress />
  // A host can still open the view.
  if (feature.is === 'off') return <EmptyState drawing="coins" title={t('swap.off')} />
  return swapper ? <SwapForm /> : <NotConnected />
}

function NotConnected() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <ConnectPrompt
      text={t('swap.connect-first-text')}
      onConnect={() => move({ to: 'reset', view: { name: 'Connect' } })}
    />
  )
}

function SwapForm() {
  const t = useT()
  useAtomValue(freshQuoteAtom)
  const problems = useAtomValue(problemsAtom)
  const review = useSetAtom(reviewAtom)
  if (problems.some(({ is }) => is === 'unsupported-chain')) return <Unsupported />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <Stack gap={12}>
        <ResumableSwapNotice />
        <FromInput />
        <Flip />
        <ToOutput />
        <QuoteFacts />
        <SlippageInput />
        <LoadFailureNotice />
      </Stack>
      {/* Enter in a field submits; the visible button is outside this form, in the sheet's footer. */}
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <FormButton label={t('swap.review')} />
      </ScreenFooter>
    </form>
  )
}

function Unsupported() {
  const t = useT()
  const network = useAtomValue(networkNameAtom)
  const move = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t('swap.unsupported')}
      action={
        <Button look="secondary" onClick={() => move({ to: 'push', view: { name: 'Networks' } })}>
          {t('networks.title')}
        </Button>
      }
    >
      {t('swap.no-token-here', { network })}
    </EmptyState>
  )
}

function Flip() {
  const t = useT()
  const { to } = useAtomValue(draftAtom)
  const flip = useSetAtom(flipAtom)
  return (
    <div className={styles.flip}>
      <IconButton label={t('swap.flip')} onClick={flip} disabled={to === undefined}>
        <SwapIcon />
      </IconButton>
    </div>
  )
}

function LoadFailureNotice() {
  const t = useT()
  const problems = useAtomValue(problemsAtom)
  const refetchQuote = useSetAtom(refetchQuoteAtom)
  const loadTokens = useSetAtom(swapTokensAtom)
  const tokensFailed = problems.some(({ is }) => is === 'no-tokens')
  const feeFailed = problems.some(({ is }) => is === 'no-fee')
  if (!tokensFailed && !feeFailed && !problems.some(({ is }) => is === 'no-quote')) return null
  return (
    <Notice
      tone="error"
      title={t(feeFailed ? 'review.fee-failed' : 'swap.quote-failed')}
      announce
      action={
        <RetryButton place="part" onRetry={() => void (tokensFailed ? loadTokens() : refetchQuote())} />
      }
    >
      {t('swap.quote-failed-text')}
    </Notice>
  )
}

function FormButton({ label }: { label: string }) {
  const t = useT()
  const [problem] = useAtomValue(problemsAtom)
  const isWaiting = useAtomValue(isFormWaitingAtom)
  const review = useSetAtom(reviewAtom)
  const openTokens = useSetAtom(openTokensAtom)
  if (problem?.is === 'no-token' && !isWaiting)
    return <Button onClick={() => openTokens('to')}>{labelOf(problem, t)}</Button>
  const isBusy = isWaiting && problem === undefined
  return (
    <Button onClick={review} busy={isBusy} disabled={problem !== undefined}>
      {problem ? labelOf(problem, t) : label}
    </Button>
  )
}
