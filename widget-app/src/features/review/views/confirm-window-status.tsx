import type { ConfirmWindowState, Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { isSignedByVaultAtom, reviewWalletAtom } from '../atoms.ts'
import { CancelButton, UseCancelHint } from './cancel-button.tsx'

const messages = {
  opening: { title: 'confirm.opening', text: 'confirm.opening-text' },
  waiting: { title: 'confirm.waiting', text: 'confirm.waiting-text' },
  closed: { title: 'confirm.closed', text: 'confirm.closed-text' },
  'too-large': { title: 'confirm.too-large', text: 'confirm.too-large-text' },
  unreached: { title: 'confirm.unreached', text: 'confirm.unreached-text' },
} as const

/** The texts that differ if the window is that of our own wallet. */
const ownWalletTexts = {
  opening: 'vault-window.text',
  waiting: 'vault-window.text',
  closed: 'confirm.unsigned-text',
  'too-large': 'confirm.unsigned-text',
  unreached: 'confirm.unreached-text',
} as const

/** The request is decided in the confirm window: shows the stage of that window and how to reach it. */
export function ConfirmWindowStatus({ review, window }: { review: Review; window: ConfirmWindowState }) {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const { stage, comparison } = window
  const isChecking = review.stage.is === 'checking'
  const isError = stage === 'unreached' || stage === 'too-large'
  const compared =
    comparison !== undefined && stage === 'waiting' ? t('confirm.compare-here', { number: comparison }) : ''
  const isOwnWallet = useAtomValue(isSignedByVaultAtom)
  const { title, text } = isChecking
    ? ({ title: 'confirm.checking', text: 'confirm.checking-text' } as const)
    : messages[stage]
  const ownWalletText = isChecking ? 'confirm.checking-signed-text' : ownWalletTexts[stage]
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state={stage === 'closed' || isError ? 'failed' : 'waiting'}>
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline title={t(title)} text={t(isOwnWallet ? ownWalletText : text)} isAlert={isError} size={22} />
      <LiveRegion message={compared} />
      {compared && <Text align="center">{compared}</Text>}
      {stage === 'unreached' && (
        <Stack across wrap gap={8} align="center">
          <CopyButton
            text={window.address}
            label={t('confirm.copy')}
            copiedLabel={t('confirm.copied')}
            failedLabel={t('confirm.copy-failed')}
          >
            {t('confirm.copy')}
          </CopyButton>
          <Button look="quiet" size="small" onClick={() => review.decide('open-window')}>
            {t('confirm.again')}
          </Button>
        </Stack>
      )}
      <ScreenFooter>
        <UseCancelHint />
        <FooterPair>
          <CancelButton />
          <NextStepButton review={review} window={window} isBusy={isChecking} />
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** The next step from a stage; none if only waiting helps. */
function NextStepButton({
  review,
  window,
  isBusy,
}: {
  review: Review
  window: ConfirmWindowState
  isBusy: boolean
}) {
  const t = useT()
  const { stage, show, address } = window
  if (stage === 'too-large') return null
  // A real link: browsers that block popups follow it.
  if (stage === 'unreached') return <Button href={address}>{t('confirm.link')}</Button>
  if (stage === 'closed' || show === undefined)
    return (
      <Button busy={isBusy} onClick={() => review.decide('open-window')}>
        {t('confirm.again')}
      </Button>
    )
  return (
    <Button busy={isBusy} onClick={show}>
      {t('confirm.show')}
    </Button>
  )
}
