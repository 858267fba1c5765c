import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { KeyValueList } from '#widget/ui/key-value-list.tsx'
import { SiteMark } from '#widget/ui/site-mark.tsx'
import { accountOf, isReviewBySiteAtom, reviewNetworkAtom } from '../state.ts'

/** The account that signs, and the network it is for. */
export function AccountNetwork({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(reviewNetworkAtom)
  const isBySite = useAtomValue(isReviewBySiteAtom)
  return (
    <KeyValueList
      items={[
        { id: 'account', label: t('approve.account'), value: <AddressText address={accountOf(review)} /> },
        {
          id: 'network',
          label: t('review.network'),
          value: network?.name ?? review.connection.chain,
          hint: isBySite && <SiteMark />,
        },
      ]}
    />
  )
}
