import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { accountOf, isReviewHostReportedAtom, reviewNetworkAtom } from '../atoms.ts'

/** The account that signs, and the network of the request. */
export function AccountNetwork({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(reviewNetworkAtom)
  const isHostReported = useAtomValue(isReviewHostReportedAtom)
  return (
    <KeyValueList
      items={[
        { id: 'account', label: t('approve.account'), value: <AddressText address={accountOf(review)} /> },
        {
          id: 'network',
          label: t('review.network'),
          value: network?.name ?? review.connection.chain,
          hint: isHostReported && <HostReportedMark />,
        },
      ]}
    />
  )
}
