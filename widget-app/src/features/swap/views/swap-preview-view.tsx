import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { confirmSwapAtom } from '../atoms/confirm-swap.ts'
import { resetOnLeaveAtom, swapStateAtom } from '../atoms/draft.ts'
import { problemsAtom, reviewProblemsAtom } from '../atoms/form.ts'
import { displayedPlanAtom, planAtom } from '../atoms/plan.ts'
import { freshQuoteAtom, refetchQuoteAtom } from '../atoms/refresh-quote.ts'
import { isLossUnaccepted, priceImpactLossAtom, swapParametersAtom } from '../atoms/swap-parameters.ts'
import { parameterTextsAtom, swapperWalletAtom } from '../atoms/texts.ts'
import { labelOf } from '../messages.ts'
import { isUnderWay, showsProgress } from '../model.ts'
import { DuplicateSwapNotice } from './duplicate-swap-notice.tsx'
import { LazySwapProgress } from './lazy-progress.tsx'
import { PreviewFacts } from './preview-facts.tsx'
import { PreviewNotices, PriceImpactNotice } from './preview-notices.tsx'
import { QuoteCountdown } from './quote-facts.tsx'

/** Every fact of a swap before the wallet is prompted; then its progress, in place. */
export function SwapPreviewView() {
  useAtomValue(resetOnLeaveAtom)
  const state = useAtomValue(swapStateAtom)
  const parameters = useAtomValue(swapParametersAtom)
  if (showsProgress(state)) return <LazySwapProgress />
  return parameters ? <Preview /> : <NothingToReview />
}

/** The form is empty, or its swap has no quote any more. */
function NothingToReview() {
  const t = useT()
  useAtomValue(freshQuoteAtom)
  const hasNoLiquidity = useAtomValue(problemsAtom).some(({ is }) => is === 'insufficient-liquidity')
  const move = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t(hasNoLiquidity ? 'swap.problem.liquidity' : 'review.empty')}
      action={
        <Button onClick={() => move({ to: 'replace', view: { name: 'Swap' } })}>{t('swap.title')}</Button>
      }
    >
      {t(hasNoLiquidity ? 'swap.no-liquidity-text' : 'swap.empty-text')}
    </EmptyState>
  )
}

function Preview() {
  useAtomValue(freshQuoteAtom)
  const parameters = useAtomValue(swapParametersAtom)
  const texts = useAtomValue(parameterTextsAtom)
  const t = useT()
  if (!parameters || !texts) return null
  const side = (label: string, amount: string, fiatValue: string, token: typeof parameters.from) => (
    <Stack across gap={12} align="start">
      <TokenIcon name={token.asset.symbol} src={token.iconUrl} />
      <div>
        <Text size={13} tone="soft">
          {label}
        </Text>
        <Text as="h2" size={amount.length > 20 ? 15 : 22} weight="strong" numeric>
          {amount}
        </Text>
        <Text size={13} tone="soft" numeric>
          {fiatValue}
        </Text>
      </div>
    </Stack>
  )
  return (
    <Stack gap={16}>
      {side(t('swap.from'), texts.sells, texts.sellsFiatValue, parameters.from)}
      {side(t('swap.to'), texts.buys, texts.buysFiatValue, parameters.to)}
      <DuplicateSwapNotice />
      <PriceImpactNotice />
      <PreviewFacts />
      <ChangeSlippage />
      <QuoteCountdown />
      <PreviewNotices />
      <ScreenFooter>
        <PreviewButtons />
      </ScreenFooter>
    </Stack>
  )
}

/** Returns to the form to change it; also a focusable element that scrolls a long review by keyboard. */
function ChangeSlippage() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  const isBusy = isUnderWay(useAtomValue(swapStateAtom))
  return (
    <Button look="quiet" size="small" disabled={isBusy} onClick={() => move({ to: 'back' })}>
      {t('swap.slippage-change')}
    </Button>
  )
}

function PreviewButtons() {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const plan = useAtomValue(planAtom)
  const { error } = useAtomValue(displayedPlanAtom)
  const loss = useAtomValue(priceImpactLossAtom)
  const [problem] = useAtomValue(reviewProblemsAtom)
  const wallet = useAtomValue(swapperWalletAtom)
  const confirm = usePrompt(confirmSwapAtom)
  const refetchQuote = useSetAtom(refetchQuoteAtom)
  const move = useSetAtom(viewStackAtom)
  const isBusy = isUnderWay(state)
  return (
    <FooterPair>
      <Button look="secondary" disabled={isBusy} onClick={() => move({ to: 'back' })}>
        {t('common.cancel')}
      </Button>
      {problem ? (
        <Button onClick={() => {}} disabled>
          {labelOf(problem, t)}
        </Button>
      ) : error && !isBusy ? (
        <RetryButton place="view" onRetry={refetchQuote} busy={plan.is === 'loading'} />
      ) : (
        <GatedButton
          onClick={confirm}
          busy={isBusy || plan.is === 'loading' || loss === 'awaited'}
          disabled={isLossUnaccepted(loss)}
        >
          {loss === 'large'
            ? t('swap.loss-first')
            : loss === 'untold'
              ? t('swap.untold-first')
              : t('swap.confirm', { wallet: wallet.name })}
        </GatedButton>
      )}
    </FooterPair>
  )
}
