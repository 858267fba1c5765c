import { formatFee } from '#shared/amount/format-fee.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { Review } from '#widget/kernel/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { CodeText } from '#widget/ui/code-text.tsx'
import { Details } from '#widget/ui/details.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/key-value-list.tsx'
import { SiteMark } from '#widget/ui/site-mark.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { requestText } from '../request-text.ts'
import { accountOf, isOnChainAtom, isReviewBySiteAtom, reviewNetworkAtom } from '../state.ts'

/** Account, network and fee, and the request itself for those who want to see it. */
export function RequestFacts({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(reviewNetworkAtom)
  const isBySite = useAtomValue(isReviewBySiteAtom)
  const { reading, connection, request } = review
  const items: readonly KeyValue[] = [
    { id: 'account', label: t('approve.account'), value: <AddressText address={accountOf(review)} /> },
    {
      id: 'network',
      label: t('review.network'),
      value: network?.name ?? connection.chain,
      hint: isBySite && <SiteMark />,
    },
    ...(reading.is === 'read' ? [{ id: 'fee', label: t('review.fee'), value: <Fee review={review} /> }] : []),
  ]
  return (
    <Stack gap={8}>
      <KeyValueList items={items} />
      <Details label={t('approve.request')}>
        <CodeText dir="ltr">{requestText(request)}</CodeText>
      </Details>
    </Stack>
  )
}

function Fee({ review: { simulation } }: { review: Review }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const network = useAtomValue(reviewNetworkAtom)
  const isOnChain = useAtomValue(isOnChainAtom)
  if (!isOnChain) return t('approve.no-fee')
  if (simulation.is === 'running') return <Skeleton shape="text" width="96px" />
  const fee = 'fee' in simulation ? simulation.fee : undefined
  if (fee === undefined || network === undefined) return '–'
  const { symbol, decimals } = network.nativeCurrency
  return <bdi>{`${formatFee(fee, decimals, locale)} ${symbol}`}</bdi>
}
