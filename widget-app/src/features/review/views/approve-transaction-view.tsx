import { holdsKeysAtom } from '#widget/domain/review/document-role.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { reviewSlotAtom } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  isOnChainAtom,
  isSignedByVaultAtom,
  needsWindowAtom,
  reviewWalletAtom,
  shownReviewAtom,
} from '../atoms.ts'
import { mostSevereRisk } from '../most-severe-risk.ts'
import { isTerm } from '../terms.ts'
import { AccountNetwork } from './account-network.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { CancelButton, CancelFooter, UseCancelHint } from './cancel-button.tsx'
import { ConfirmWindowStatus } from './confirm-window-status.tsx'
import { FactCard } from './fact-card.tsx'
import { LimitEditor } from './limit-editor.tsx'
import { RequestParties } from './request-parties.tsx'
import { ReviewFrame } from './review-frame.tsx'
import { ReviewChangedNotice, ReviewWarnings } from './review-warnings.tsx'
import { SevereRiskLine } from './severe-risk-line.tsx'
import { Terms } from './terms.tsx'
import { WaitingForWallet, WalletMismatch } from './waiting-for-wallet.tsx'
import { WalletUnverified } from './wallet-unverified.tsx'

/** Shows what a host requests in plain text, before the wallet is prompted (SPEC §2). */
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
          <CancelFooter />
        </>
      )
    case 'asked':
      return <WaitingForWallet />
    case 'mismatch':
      return <WalletMismatch />
    case 'unverified':
      return review && <WalletUnverified review={review} stage={review.stage} />
    default:
      if (review?.window) return <ConfirmWindowStatus review={review} window={review.window} />
      return review && <DecidedHere key={review.id} review={review} />
  }
}

/** The review; in its place the vault's frame, once that shows the request. */
function DecidedHere({ review }: { review: Review }) {
  const { frame } = review
  return (
    <>
      {frame && frame.stage !== 'failed' && <ReviewFrame frame={frame} />}
      {frame?.stage !== 'shown' && <RequestReview review={review} />}
    </>
  )
}

function RequestReview({ review }: { review: Review }) {
  return (
    <Stack gap={16}>
      <QueuePosition />
      <RequestParties />
      <ReviewChangedNotice review={review} />
      <FrameFailedNotice review={review} />
      <SimulatedChanges review={review} />
      <AccountNetwork review={review} />
      <ReviewWarnings review={review} />
      <Facts review={review} />
      <LimitEditor review={review} />
      <Terms review={review} />
      <ScreenFooter>
        <UseCancelHint />
        <SevereRiskLine review={review} />
        <DecideButtons review={review} />
      </ScreenFooter>
    </Stack>
  )
}

/** Focuses an element that mounts if the focused one has been removed. Stable, so that it runs only then. */
const takeLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** The vault's frame has disappeared before it signed. */
function FrameFailedNotice({ review: { frame } }: { review: Review }) {
  const t = useT()
  if (frame?.stage !== 'failed') return null
  return (
    <div ref={takeLostFocus} tabIndex={-1}>
      <Notice tone="warning" announce>
        {t('approve.frame-failed')}
      </Notice>
    </div>
  )
}

function QueuePosition() {
  const t = useT()
  const { index, count } = useAtomValue(reviewSlotAtom)
  if (count < 2) return null
  return (
    <Text size={13} tone="soft" align="center">
      {t('approve.count', { index, count })}
    </Text>
  )
}

/** Comes first: what the account loses and gains. A signature that changes nothing on the chain has no such section. */
function SimulatedChanges({ review: { decoding, simulation } }: { review: Review }) {
  const isOnChain = useAtomValue(isOnChainAtom)
  if (decoding.is === 'reading') return <BalanceChanges simulation={{ is: 'running' }} facts={undefined} />
  if (decoding.is === 'unreadable' || !isOnChain) return null
  return <BalanceChanges simulation={simulation} facts={decoding.description.facts} />
}

function Facts({ review: { decoding } }: { review: Review }) {
  const t = useT()
  const isOnChain = useAtomValue(isOnChainAtom)
  if (decoding.is === 'unreadable') return null
  if (decoding.is === 'reading')
    return (
      <>
        <div role="status">
          <Text tone="soft" align="center">
            {t('approve.reading')}
          </Text>
        </div>
        <Skeleton shape="block" height="96px" />
      </>
    )
  return decoding.description.facts
    .filter((fact) => !isTerm(fact))
    .map((fact, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never move
      <FactCard key={index} fact={fact} isMain={index === 0 && !isOnChain} />
    ))
}

/** If the risk is severe, Cancel is the primary button, in the place where Continue is otherwise. */
function DecideButtons({ review }: { review: Review }) {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const isBusy = review.stage.is === 'checking'
  const needsWindow = useAtomValue(needsWindowAtom)
  const holdsKeys = useAtomValue(holdsKeysAtom)
  const isOwnWallet = useAtomValue(isSignedByVaultAtom)
  // Opening the window prompts no wallet: the window names the risk.
  const isSevere = !needsWindow && mostSevereRisk(review)?.isSevere === true
  const continueButton = (
    <GatedButton
      look={isSevere ? 'danger' : 'primary'}
      onClick={review.decide}
      busy={isBusy}
      waiting={review.decoding.is === 'reading'}
    >
      {holdsKeys
        ? t('approve.sign')
        : needsWindow
          ? t(isOwnWallet ? 'approve.open-wallet' : 'approve.open-window')
          : t('approve.continue', { wallet: wallet.name })}
    </GatedButton>
  )
  return (
    <FooterPair avoidsVacatedControls>
      {isSevere && continueButton}
      <CancelButton key="cancel" isPrimary={isSevere} />
      {!isSevere && continueButton}
    </FooterPair>
  )
}
