import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScrollIntoView } from '#widget/ui/sheet/scroll-into-view.tsx'
import { refetchQuoteAtom } from '../atoms/actions.ts'
import { problemsAtom } from '../atoms/problems.ts'
import { providerAtom } from '../atoms/providers.ts'
import { openOrderAtom, providerPageAtom } from '../atoms/purchase.ts'
import { renewalAtom } from '../atoms/quote.ts'
import { orderTextsAtom } from '../atoms/texts.ts'
import { failureText } from '../messages.ts'
import { toOnrampFailure } from '../onramp-failure.ts'

/** Notices before the user continues: a pending purchase, a sample, an expired quote, a failed page. */
export function BuyNotices() {
  return (
    <>
      <PendingOrder />
      <UnusableQuote is="sample" />
      <UnusableQuote is="old" />
      <QuoteFailure />
      <RenewedQuote />
      <PageFailed />
    </>
  )
}

function PendingOrder() {
  const t = useT()
  const order = useAtomValue(openOrderAtom)
  const texts = useAtomValue(orderTextsAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!order) return null
  return (
    <Notice
      tone="warning"
      title={t('buy.under-way')}
      action={
        <Button
          look="secondary"
          size="small"
          onClick={() => navigate({ to: 'push', view: { name: 'BuyInProgress', id: order.id } })}
        >
          {t('buy.go-on')}
        </Button>
      }
    >
      {t('buy.under-way-text', { amount: texts(order).expected, provider: order.provider.name })}
    </Notice>
  )
}

/** A quote that cannot be bought, with a retry. */
function UnusableQuote({ is }: { is: 'sample' | 'old' }) {
  const t = useT()
  const problems = useAtomValue(problemsAtom)
  const refetch = useSetAtom(refetchQuoteAtom)
  if (!problems.some((one) => one.is === (is === 'old' ? 'old-price' : is))) return null
  const notice = (
    <Notice
      tone="warning"
      title={t(`buy.${is}-title`)}
      announce
      action={<RetryButton place="part" onRetry={refetch} />}
    >
      {t(`buy.${is}-text`)}
    </Notice>
  )
  // A quote becomes old while the form is visible; a sample is one from the start.
  return is === 'old' ? <ScrollIntoView>{notice}</ScrollIntoView> : notice
}

/** The service rejected this purchase. */
function QuoteFailure() {
  const t = useT()
  const failure = useAtomValue(problemsAtom).find((one) => one.is === 'service-failed')
  const provider = useAtomValue(providerAtom)
  const refetch = useSetAtom(refetchQuoteAtom)
  if (!failure || !provider) return null
  return (
    <ScrollIntoView>
      <Notice
        tone="error"
        title={t('buy.refused', { provider: provider.name })}
        announce
        action={<RetryButton place="part" onRetry={refetch} />}
      >
        {failureText(failure, t)}
      </Notice>
    </ScrollIntoView>
  )
}

function RenewedQuote() {
  const t = useT()
  if (useAtomValue(renewalAtom) !== 'renewed') return null
  return (
    <Notice tone="info" title={t('buy.renewed')} announce>
      {t('buy.renewed-text')}
    </Notice>
  )
}

function PageFailed() {
  const t = useT()
  const page = useAtomValue(providerPageAtom)
  const provider = useAtomValue(providerAtom)
  const retry = useSetAtom(providerPageAtom)
  if (page.is !== 'failed' || !provider) return null
  const failure = toOnrampFailure(page.error)
  return (
    <ScrollIntoView>
      <Notice
        tone="error"
        title={t('buy.page-failed', { provider: provider.name })}
        announce
        action={<RetryButton place="part" onRetry={retry} />}
      >
        {failure?.reason === undefined ? t('buy.page-failed-text') : failureText(failure, t)}
      </Notice>
    </ScrollIntoView>
  )
}
