import { walletHintAfterMs } from '#shared/config/limits.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { useDelayed } from '#widget/ui/hooks/use-delayed.ts'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { resultKindAtom, reviewAppAtom, reviewWalletAtom, shownReviewAtom } from '../atoms.ts'
import { sponsorOf } from '../terms.ts'
import { ExplorerLinkButton } from './answer-link-button.tsx'
import { CancelFooter } from './cancel-button.tsx'

/** The wallet has the request, in an app here or on another device; on a phone a link opens the app. */
export function WaitingForWallet() {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const app = useAtomValue(reviewAppAtom)
  const isSlow = useDelayed(true, walletHintAfterMs)
  const review = useAtomValue(shownReviewAtom)
  const facts = review?.decoding.is === 'read' ? review.decoding.description.facts : []
  const sponsor = sponsorOf(facts)
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state="waiting">
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline
        title={sponsor ? t('approve.sending') : t('approve.waiting', { wallet: wallet.name })}
        text={sponsor ? t('approve.sending-text', { sponsor }) : t('approve.waiting-text')}
        isAlert={false}
        size={22}
      />
      {isSlow && !sponsor && (
        <Notice tone="info" announce>
          {t('sending.hint-app', { wallet: wallet.name })}
        </Notice>
      )}
      {app && (
        <ScreenFooter>
          <Button {...app}>{t('connecting.opening', { wallet: wallet.name })}</Button>
        </ScreenFooter>
      )}
      <CancelFooter />
    </Stack>
  )
}

const mismatchTexts = {
  sent: 'approve.mismatch-sent-text',
  signed: 'approve.mismatch-text',
  granted: 'approve.mismatch-granted-text',
} as const

/** The result differs from what the user approved (channel D8). */
export function WalletMismatch() {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const review = useAtomValue(shownReviewAtom)
  const kind = useAtomValue(resultKindAtom)
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state="failed">
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline
        title={t('approve.mismatch')}
        text={t(mismatchTexts[kind], { wallet: wallet.name })}
        isAlert
        size={22}
      />
      <ScreenFooter>
        <Stack gap={8}>
          <ExplorerLinkButton />
          <Button look="secondary" onClick={() => review?.decide('acknowledge')}>
            {t('common.done')}
          </Button>
        </Stack>
      </ScreenFooter>
      <CancelFooter />
    </Stack>
  )
}
