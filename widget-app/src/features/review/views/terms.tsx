import { formatFee } from '#shared/amount/format-fee.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { CodeText } from '#widget/ui/display/code-text.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { isOnChainAtom, reviewNetworkAtom } from '../atoms.ts'
import { requestText } from '../request-text.ts'
import { isRiskyTerm, sponsorOf, termsOf } from '../terms.ts'
import { useMessageContext } from './use-message-context.ts'

/** The fee, further terms that the host fixes, collapsed unless one is a risk, and the raw request. */
export function Terms({ review }: { review: Review }) {
  const t = useT()
  const { decoding } = review
  return (
    <Stack gap={4}>
      {decoding.is === 'read' && (
        <KeyValueList items={[{ id: 'fee', label: t('review.fee'), value: <Fee review={review} /> }]} />
      )}
      <Stack gap={12}>
        {decoding.is === 'read' && <HostTerms facts={decoding.description.facts} />}
        <Details label={t('approve.request')}>
          <CodeText dir="ltr">{requestText(review.request)}</CodeText>
        </Details>
      </Stack>
    </Stack>
  )
}

function HostTerms({ facts }: { facts: readonly Fact[] }) {
  const t = useT()
  const context = useMessageContext()
  const terms = termsOf(facts, context)
  if (terms.length === 0) return null
  return (
    <Details label={t('approve.terms', { count: terms.length })} isOpen={facts.some(isRiskyTerm)}>
      <KeyValueList items={terms} />
    </Details>
  )
}

function Fee({ review: { simulation, decoding } }: { review: Review }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const network = useAtomValue(reviewNetworkAtom)
  const isOnChain = useAtomValue(isOnChainAtom)
  if (!isOnChain) return t('approve.no-fee')
  const sponsor = decoding.is === 'read' && sponsorOf(decoding.description.facts)
  if (sponsor && network) {
    const { symbol, decimals } = network.nativeCurrency
    return t('review.fee-sponsored', { fee: `${formatFee(0n, decimals, locale)} ${symbol}`, sponsor })
  }
  if (simulation.is === 'running') return <Skeleton shape="text" width="96px" />
  const fee = 'fee' in simulation ? simulation.fee : undefined
  if (fee === undefined || network === undefined) return '–'
  const { symbol, decimals } = network.nativeCurrency
  const isMinimum = 'dataFee' in simulation && simulation.dataFee === 'unknown'
  return <bdi>{`${isMinimum ? '≥ ' : ''}${formatFee(fee, decimals, locale)} ${symbol}`}</bdi>
}
