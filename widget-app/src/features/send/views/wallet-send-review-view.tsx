import { viewStackAtom } from '#widget/core/view-stack.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { amountSize } from '#widget/ui/forms/amount-size.ts'
import { focusCheckbox } from '#widget/ui/forms/focus-checkbox.ts'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { confirmSendAtom, freshFeeAtom } from '../atoms/confirm-send.ts'
import { resetOnLeaveAtom, sendStateAtom } from '../atoms/draft.ts'
import { firstPaymentAtom } from '../atoms/first-payment.ts'
import { previewAtom, reviewFeeAtom, reviewProblemsAtom } from '../atoms/form.ts'
import { previewTextsAtom, senderWalletAtom } from '../atoms/texts.ts'
import { labelOf } from '../messages.ts'
import { isUnderWay, showsProgress } from '../model.ts'
import { addressCheckId } from './first-payment-notice.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewNotices, ReviewRisks } from './review-notices.tsx'
import { SendProgress } from './send-progress.tsx'

/** Every fact of a transfer before the wallet is prompted; then its progress, in place. */
export function WalletSendReviewView() {
  useAtomValue(resetOnLeaveAtom)
  const state = useAtomValue(sendStateAtom)
  const preview = useAtomValue(previewAtom)
  if (showsProgress(state)) return <SendProgress />
  return preview ? <Review /> : <NothingToReview />
}

function NothingToReview() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t('review.empty')}
      action={
        <Button onClick={() => move({ to: 'replace', view: { name: 'WalletSend' } })}>
          {t('send.title')}
        </Button>
      }
    >
      {t('review.empty-text')}
    </EmptyState>
  )
}

function Review() {
  useAtomValue(freshFeeAtom)
  const preview = useAtomValue(previewAtom)
  const texts = useAtomValue(previewTextsAtom)
  return (
    <Stack gap={16}>
      <Stack gap={8} align="center">
        <TokenIcon
          name={preview?.transfer.asset.symbol ?? ''}
          src={preview?.iconUrl}
          size={56}
          network={preview && { name: preview.network.name, src: networkIconUrl(preview.network) }}
        />
        <Text as="h2" size={amountSize(texts?.amount ?? '', 34)} weight="strong" align="center" numeric>
          {texts?.amount}
        </Text>
        <Text tone="soft" numeric>
          {texts?.fiatValue}
        </Text>
      </Stack>
      <ReviewRisks />
      <ReviewFacts />
      <ReviewNotices />
      <ScreenFooter>
        <ReviewButtons />
      </ScreenFooter>
    </Stack>
  )
}

function ReviewButtons() {
  const t = useT()
  const state = useAtomValue(sendStateAtom)
  const fee = useAtomValue(reviewFeeAtom)
  const [problem] = useAtomValue(reviewProblemsAtom)
  const wallet = useAtomValue(senderWalletAtom)
  const confirm = usePrompt(confirmSendAtom)
  const estimateAgain = useSetAtom(reviewFeeAtom)
  const move = useSetAtom(viewStackAtom)
  const isBusy = isUnderWay(state) || fee.is === 'loading'
  const isUnchecked = useAtomValue(firstPaymentAtom) === 'unchecked'
  const send = problem ? (
    <Button onClick={() => {}} disabled>
      {labelOf(problem, t)}
    </Button>
  ) : fee.is === 'failed' ? (
    <RetryButton place="view" onRetry={estimateAgain} />
  ) : isUnchecked && !isBusy ? (
    // It sends nothing: it leads to the checkbox, and the button that sends appears when the box is checked.
    <Button onClick={() => focusCheckbox(addressCheckId)}>{t('first.button')}</Button>
  ) : (
    <GatedButton onClick={confirm} busy={isBusy}>
      {t('review.confirm', { wallet: wallet.name })}
    </GatedButton>
  )
  return (
    <FooterPair>
      <Button look="secondary" disabled={isUnderWay(state)} onClick={() => move({ to: 'back' })}>
        {t('common.cancel')}
      </Button>
      {send}
    </FooterPair>
  )
}
