import type { Review } from '#widget/kernel/reviews.ts'
import { reviewPlaceAtom } from '#widget/kernel/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { FooterPair } from '#widget/ui/footer-pair.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { isOnChainAtom, reviewWalletAtom, shownReviewAtom } from '../state.ts'
import { BalanceChanges } from './balance-changes.tsx'
import { CancelButton, LeaveFooter, UseCancel } from './cancel-button.tsx'
import { FactCard } from './fact-card.tsx'
import { RequestFacts } from './request-facts.tsx'
import { ReviewWarnings } from './review-warnings.tsx'
import { WalletAsked, WalletMismatch } from './wallet-asked.tsx'

/** What a site asks the wallet to sign, in plain words, before the wallet is asked (SPEC §2). */
export function ApproveTransactionView() {
  const t = useT()
  const review = useAtomValue(shownReviewAtom)
  switch (review?.stage.is) {
    case undefined:
      return (
        <>
          <EmptyState drawing="coins" title={t('approve.empty')}>
            {t('approve.empty-text')}
          </EmptyState>
          <LeaveFooter />
        </>
      )
    case 'asked':
      return <WalletAsked />
    case 'mismatch':
      return <WalletMismatch />
    default:
      return review && <Deciding key={review.id} review={review} />
  }
}

function Deciding({ review }: { review: Review }) {
  return (
    <Stack gap={16}>
      <QueuePlace />
      <ReviewWarnings review={review} />
      <WhatHappens review={review} />
      <RequestFacts review={review} />
      <ScreenFooter>
        <UseCancel />
        <DecideButtons review={review} />
      </ScreenFooter>
    </Stack>
  )
}

function QueuePlace() {
  const t = useT()
  const { index, count } = useAtomValue(reviewPlaceAtom)
  if (count < 2) return null
  return (
    <Text size={13} tone="soft" align="center">
      {t('approve.count', { index, count })}
    </Text>
  )
}

function WhatHappens({ review: { reading, simulation } }: { review: Review }) {
  const t = useT()
  const isOnChain = useAtomValue(isOnChainAtom)
  if (reading.is === 'unreadable') return null
  if (reading.is === 'reading')
    return (
      <Stack gap={12}>
        <div role="status">
          <Text tone="soft" align="center">
            {t('approve.reading')}
          </Text>
        </div>
        <Skeleton shape="block" height="96px" />
      </Stack>
    )
  const { facts } = reading.description
  return (
    <>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never move
        <FactCard key={index} fact={fact} isMain={index === 0} />
      ))}
      {isOnChain && <BalanceChanges simulation={simulation} />}
    </>
  )
}

function DecideButtons({ review }: { review: Review }) {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const isBusy = review.stage.is === 'checking'
  return (
    <FooterPair>
      <CancelButton />
      <GatedButton
        onPress={() => review.decide('approve')}
        busy={isBusy}
        waiting={review.reading.is === 'reading'}
      >
        {t('approve.continue', { wallet: wallet.name })}
      </GatedButton>
    </FooterPair>
  )
}
