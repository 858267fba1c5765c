import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { farcasterLinkAtom, openLinkWindowAtom } from '../link-login.ts'
import { type LinkStep, leaveLinkAtom, linkableSocialsAtom } from '../logins.ts'
import { socialTitles } from '../socials.ts'
import { FarcasterProgress } from './connecting-farcaster-view.tsx'
import { SocialProgress } from './connecting-social-view.tsx'
import { SocialIcon } from './social-icon.tsx'

type LinkLoginProps = {
  readonly step: Exclude<LinkStep, { is: 'none' }>
  /** The user has chosen a service. */
  readonly onChoose: (provider: SocialId) => void
  /** Creates another attempt. */
  readonly onRetry: (provider: SocialId) => void
}

/** Links the account of another service as a further login. */
export function LinkLogin({ step, onChoose, onRetry }: LinkLoginProps) {
  switch (step.is) {
    case 'choosing':
      return <Choice onChoose={onChoose} />
    case 'social':
      return <SocialLink step={step} onRetry={() => onRetry(step.provider)} />
    case 'farcaster':
      return <FarcasterLink onRetry={() => onRetry('farcaster')} />
  }
}

function Choice({ onChoose }: Pick<LinkLoginProps, 'onChoose'>) {
  const t = useT()
  const socials = useAtomValue(linkableSocialsAtom)
  const leave = useSetAtom(leaveLinkAtom)
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('logins.choose')} text={t('logins.choose-text')} isAlert={false} />
      <RowGroup label={t('logins.choose')} labelHidden>
        {socials.map((social) => (
          <Row
            key={social}
            title={socialTitles[social]}
            icon={<SocialIcon social={social} />}
            chevron
            onClick={() => onChoose(social)}
          />
        ))}
      </RowGroup>
      <ScreenFooter>
        <Button look="quiet" onClick={leave}>
          {t('common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

type SocialLinkProps = {
  readonly step: Extract<LinkStep, { is: 'social' }>
  readonly onRetry: () => void
}

/** The clicks open a window, so they stay synchronous. */
function SocialLink({ step: { provider, isStarted }, onRetry }: SocialLinkProps) {
  const t = useT()
  const openWindow = useSetAtom(openLinkWindowAtom)
  const leave = useSetAtom(leaveLinkAtom)
  if (isStarted)
    return (
      <SocialProgress
        provider={provider}
        failedText={t('logins.failed-text')}
        onOpen={openWindow}
        onRetry={onRetry}
        onCancel={leave}
      />
    )
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <WalletIcon name={socialTitles[provider]} size={64} />
      </Stack>
      <Headline
        title={t('logins.ready', { provider: socialTitles[provider] })}
        text={t('logins.ready-text')}
        isAlert={false}
      />
      <ScreenFooter>
        <Button onClick={openWindow}>{t('confirm.link')}</Button>
        <Button look="quiet" onClick={leave}>
          {t('common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

function FarcasterLink({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  const leave = useSetAtom(leaveLinkAtom)
  return (
    <FarcasterProgress
      attempts={farcasterLinkAtom}
      failedText={t('logins.failed-text')}
      onRetry={onRetry}
      onCancel={leave}
    />
  )
}
