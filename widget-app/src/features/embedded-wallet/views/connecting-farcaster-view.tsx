import type { ReactNode } from 'react'
import { nowAtom } from '#widget/core/current-time.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { QrCode } from '#widget/ui/display/qr-code.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { FarcasterAtom, FarcasterState } from '../farcaster-attempt.ts'
import { farcasterLoginAtom } from '../farcaster-login.ts'
import { socialTitles } from '../socials.ts'
import styles from './connecting-farcaster-view.module.css'
import { SendProblemNotice } from './send-problem-notice.tsx'

/** The remaining time is shown this long before a new code. */
const countdownMs = 30_000

/** Login with Farcaster. */
export function ConnectingFarcasterView() {
  const t = useT()
  return <FarcasterProgress attempts={farcasterLoginAtom} failedText={t('social.failed-text')} />
}

type FarcasterProgressProps = {
  readonly attempts: FarcasterAtom
  /** What to do after an attempt that failed. */
  readonly failedText: string
  /** Starts another attempt; by default at once. */
  readonly onRetry?: () => void
  readonly onCancel?: () => void
}

/** The app on a phone approves an attempt: it scans a code, or is opened by a link on the phone itself. */
export function FarcasterProgress({ attempts, failedText, onRetry, onCancel }: FarcasterProgressProps) {
  const [state, send] = useAtom(attempts)
  const isPhone = useAtomValue(isPhoneAtom)
  const cancel = onCancel && <CancelAttempt onCancel={onCancel} />
  if (state.is === 'starting' || state.is === 'waiting')
    return isPhone ? (
      <AppLink state={state} cancel={cancel} />
    ) : (
      <>
        <Code state={state} />
        {cancel && <ScreenFooter>{cancel}</ScreenFooter>}
      </>
    )
  return (
    <Ended state={state} failedText={failedText} onRetry={onRetry ?? (() => send('start'))} cancel={cancel} />
  )
}

function CancelAttempt({ onCancel }: { onCancel: () => void }) {
  const t = useT()
  return (
    <Button look="quiet" onClick={onCancel}>
      {t('common.cancel')}
    </Button>
  )
}

type Pending = Extract<FarcasterState, { is: 'starting' | 'waiting' }>
type PendingProps = { readonly state: Pending }

function Code({ state }: PendingProps) {
  const t = useT()
  const wallet = socialTitles.farcaster
  return (
    <Stack gap={16}>
      <div className={styles.code}>
        {state.is === 'waiting' ? (
          <QrCode text={state.url} label={t('pair.code', { wallet })} />
        ) : (
          <div className={styles.waiting}>
            <Skeleton shape="block" height="100%" />
          </div>
        )}
      </div>
      <Headline title={t('pair.scan', { wallet })} text={t('pair.scan-text')} isAlert={false} />
      <Progress state={state} />
    </Stack>
  )
}

function AppLink({ state, cancel }: PendingProps & { cancel: ReactNode }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state="waiting">
          <WalletIcon name={socialTitles.farcaster} size={64} />
        </ProgressRing>
      </Stack>
      <Headline title={t('farcaster.approve')} text={t('pair.open-text')} isAlert={false} />
      <Progress state={state} />
      <ScreenFooter>
        {state.is === 'waiting' ? (
          <Button href={state.url}>{t('farcaster.open')}</Button>
        ) : (
          <Button busy onClick={() => undefined}>
            {t('farcaster.open')}
          </Button>
        )}
        {cancel}
      </ScreenFooter>
    </Stack>
  )
}

/** What both have: the link to copy, the time left, and whether the server can be reached. */
function Progress({ state }: PendingProps) {
  const t = useT()
  if (state.is === 'starting') return null
  return (
    <>
      <LiveRegion message={state.renewed > 0 ? t('pair.renewed') : ''} />
      {!state.isReachable && (
        <Notice tone="warning" announce>
          {t('social.offline')}
        </Notice>
      )}
      <RemainingTime expiresAtMs={state.expiresAtMs} />
      <Stack across align="center">
        <CopyButton
          text={state.url}
          label={t('pair.copy')}
          copiedLabel={t('pair.copied')}
          failedLabel={t('pair.copy-failed')}
        >
          {t('pair.copy')}
        </CopyButton>
      </Stack>
    </>
  )
}

function RemainingTime({ expiresAtMs }: { expiresAtMs: number }) {
  const t = useT()
  const leftMs = expiresAtMs - useAtomValue(nowAtom)
  if (leftMs > countdownMs) return null
  return (
    <Text size={13} tone="soft" align="center" numeric>
      {t('pair.left', { count: Math.max(0, Math.ceil(leftMs / 1_000)) })}
    </Text>
  )
}

/** The texts of each failure. */
function failureOf(
  reason: Extract<FarcasterState, { is: 'failed' }>['reason'],
  failedText: string,
  t: Translate,
): HeadlineContent {
  switch (reason) {
    case 'wrong-signer':
      return { title: t('farcaster.wrong-signer'), text: t('farcaster.wrong-signer-text') }
    case 'taken':
      return {
        title: t('logins.taken', { provider: socialTitles.farcaster }),
        text: t('logins.taken-text'),
      }
    case 'other-user':
      return { title: t('login.other-user'), text: t('login.other-user-text') }
    case 'unproved':
      return { title: t('change-email.heading'), text: t('change-email.expired') }
    case 'invalid-message':
      return { title: t('social.invalid'), text: failedText }
  }
}

type EndedProps = {
  readonly state: Exclude<FarcasterState, Pending>
  readonly failedText: string
  readonly onRetry: () => void
  readonly cancel: ReactNode
}

function Ended({ state, failedText, onRetry, cancel }: EndedProps) {
  const t = useT()
  if (state.is === 'completed')
    return (
      <Stack gap={20} align="center">
        <div />
        <SuccessTick size={96} />
        <Headline title={t('login.logged-in')} isAlert={false} />
      </Stack>
    )
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state="failed">
          <WalletIcon name={socialTitles.farcaster} size={64} />
        </ProgressRing>
      </Stack>
      {state.is === 'not-started' ? (
        <SendProblemNotice
          problem={state.problem}
          failed={{ title: t('social.not-started'), text: failedText }}
        />
      ) : (
        <Headline {...failureOf(state.reason, failedText, t)} isAlert />
      )}
      <ScreenFooter>
        <RetryButton place="view" onRetry={onRetry} />
        {cancel}
      </ScreenFooter>
    </Stack>
  )
}
