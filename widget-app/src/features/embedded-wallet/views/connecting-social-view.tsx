import type { ViewOf } from '#widget/core/view.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  resetSocialAttemptAtom,
  type SocialAttemptState,
  type SocialWindow,
  socialAttemptAtom,
  socialWindowAtom,
} from '../social-attempt.ts'
import { startSocialLoginAtom } from '../social-login.ts'
import { socialTitles } from '../socials.ts'
import { ConnectingFarcasterView } from './connecting-farcaster-view.tsx'
import { SendProblemNotice } from './send-problem-notice.tsx'

/** The texts of each state; undefined for the one that a notice explains. */
function messageOf(
  state: SocialAttemptState,
  { is: window }: SocialWindow,
  { provider, failedText, t }: { provider: string; failedText: string; t: Translate },
): HeadlineContent | undefined {
  switch (state.is) {
    case 'opening':
    case 'waiting':
      if (window === 'blocked') return { title: t('confirm.unreached'), text: t('social.blocked-text') }
      return state.is === 'opening'
        ? { title: t('social.opening', { provider }) }
        : { title: t('vault-window.waiting'), text: t('social.waiting-text', { provider }) }
    case 'completed':
      return { title: t('login.logged-in') }
    case 'cancelled':
      return { title: t('social.cancelled'), text: failedText }
    case 'expired':
      return { title: t('social.expired'), text: failedText }
    case 'failed':
      if (state.reason === 'other-user')
        return { title: t('login.other-user'), text: t('login.other-user-text') }
      if (state.reason === 'taken')
        return { title: t('logins.taken', { provider }), text: t('logins.taken-text') }
      return {
        title: state.reason === 'invalid' ? t('social.invalid') : t(`social.${state.reason}`, { provider }),
        text: failedText,
      }
    case 'not-started':
      return undefined
  }
}

/** Login with the account of another service: the user continues in its window. Farcaster has a view of its own. */
export function ConnectingSocialView({ view: { provider } }: { view: ViewOf<'ConnectingSocial'> }) {
  return provider === 'farcaster' ? <ConnectingFarcasterView /> : <ConnectingSocial provider={provider} />
}

type OAuthProvider = Exclude<ViewOf<'ConnectingSocial'>['provider'], 'farcaster'>

/** The login with a service whose window was opened. */
export function ConnectingSocial({ provider }: { provider: OAuthProvider }) {
  const t = useT()
  const start = useSetAtom(startSocialLoginAtom)
  const again = () => start(provider)
  return (
    <SocialProgress provider={provider} failedText={t('social.failed-text')} onOpen={again} onRetry={again} />
  )
}

type SocialProgressProps = {
  readonly provider: OAuthProvider
  /** What to do after an attempt that failed. */
  readonly failedText: string
  /** Opens the window again; it must stay synchronous. */
  readonly onOpen: () => void
  /** Starts another attempt. */
  readonly onRetry: () => void
  readonly onCancel?: () => void
}

/** Progress of an attempt, which ends when the user leaves. */
export function SocialProgress({ provider, failedText, ...actions }: SocialProgressProps) {
  useAtomValue(resetSocialAttemptAtom)
  const t = useT()
  const state = useAtomValue(socialAttemptAtom)
  const window = useAtomValue(socialWindowAtom)
  const message = messageOf(state, window, { provider: socialTitles[provider], failedText, t })
  const isPending = state.is === 'opening' || state.is === 'waiting'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        {state.is === 'completed' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={isPending ? 'waiting' : 'failed'}>
            <WalletIcon name={socialTitles[provider]} size={64} />
          </ProgressRing>
        )}
      </Stack>
      {message && <Headline {...message} isAlert={state.is === 'failed' || state.is === 'expired'} />}
      <LiveRegion message={state.is === 'waiting' ? t('social.number', { number: state.number }) : ''} />
      {state.is === 'waiting' && <Comparison number={state.number} isReachable={state.isReachable} />}
      {state.is === 'not-started' && (
        <SendProblemNotice
          problem={state.problem}
          failed={{ title: t('social.not-started'), text: failedText }}
        />
      )}
      <div />
      <Actions {...actions} isPending={isPending} isDone={state.is === 'completed'} />
    </Stack>
  )
}

function Comparison({ number, isReachable }: { number: string; isReachable: boolean }) {
  const t = useT()
  return (
    <>
      <Text size={34} weight="strong" align="center" numeric>
        {number}
      </Text>
      {!isReachable && (
        <Notice tone="warning" announce>
          {t('social.offline')}
        </Notice>
      )}
    </>
  )
}

type ActionsProps = Pick<SocialProgressProps, 'onOpen' | 'onRetry' | 'onCancel'> & {
  readonly isPending: boolean
  readonly isDone: boolean
}

function Actions({ onOpen, onRetry, onCancel, isPending, isDone }: ActionsProps) {
  const t = useT()
  const window = useAtomValue(socialWindowAtom)
  if (isDone) return null
  return (
    <ScreenFooter>
      {!isPending ? (
        <RetryButton place="view" onRetry={onRetry} />
      ) : window.is === 'blocked' ? (
        // A real link: browsers that block popups follow it.
        <Button href={window.url}>{t('confirm.link')}</Button>
      ) : window.is === 'open' ? (
        <Button look="secondary" onClick={window.show}>
          {t('confirm.show')}
        </Button>
      ) : (
        <Button look="secondary" onClick={onOpen}>
          {t('confirm.again')}
        </Button>
      )}
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </ScreenFooter>
  )
}
