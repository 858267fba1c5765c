import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { shakeAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'
import { walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { languageAtom, type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, usePrompt } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Checkbox } from '#widget/ui/forms/checkbox.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { useWasTrue } from '#widget/ui/hooks/use-was-true.ts'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { DangerLine } from '#widget/ui/notices/danger-line.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { HighlightTarget } from '#widget/ui/sheet/highlight-target.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { signInAtom } from '../atoms.ts'
import { canSign, isBusy, type SignInFailure, type SignInState } from '../model.ts'
import { sharedEmailAtom } from '../shared-email.ts'
import { Resources } from './resources.tsx'
import styles from './sign-message-view.module.css'

function headlineOf(state: SignInState, wallet: string, isPlain: boolean, t: Translate): HeadlineContent {
  if (state.is === 'signing')
    return { title: t('connecting.confirm', { wallet }), text: t('sign-in.confirm-text') }
  if (state.is === 'verifying') return { title: t('sign-in.authenticating') }
  // Only a plain sign-in cannot move assets.
  return { title: t('sign-in.heading'), text: isPlain ? t('sign-in.text') : undefined }
}

/** The active account signs in: shows the message and the host that gets it. */
export function SignMessageView() {
  const t = useT()
  const account = useAtomValue(activeAccountAtom)
  const connection = useAtomValue(activeConnectionAtom)
  const row = useAtomValue(walletByIdAtom(connection?.walletId ?? ''))
  const app = useAtomValue(walletAppAtom(connection?.handle ?? ''))
  const signIn = signInAtom(account)
  const state = useAtomValue(signIn)
  const send = usePrompt(signIn)
  const { flows } = useAtomValue(portsAtom)
  const shake = useAtomValue(shakeAtom)
  const isCancelHighlighted = useWasTrue(shake)
  const wallet = row?.name ?? connection?.walletName ?? t('connecting.wallet')
  const { message, risks } = 'message' in state ? state : { message: undefined, risks: [] }
  const shownRisk = risks.find(isSevere) ?? risks[0]
  const hasSevereRisk = shownRisk !== undefined && isSevere(shownRisk)
  const signButton = (
    <GatedButton
      look={hasSevereRisk ? 'danger' : 'primary'}
      busy={isBusy(state)}
      disabled={!canSign(state) && !isBusy(state)}
      onClick={(click) => send(click, 'sign')}
    >
      {t('sign-in.sign')}
    </GatedButton>
  )
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state={isBusy(state) ? 'waiting' : 'stopped'}>
          <WalletIcon name={wallet} src={row?.icon ?? connection?.icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline {...headlineOf(state, wallet, shownRisk === undefined, t)} isAlert={false} />
      {state.is === 'ready' && state.failure && (
        <SignInFailureNotice failure={state.failure} wallet={wallet} />
      )}
      {message ? <Message message={message} /> : <Skeleton shape="block" height="132px" />}
      {message && <SharedEmailLine site={message.domain} />}
      <ScreenFooter>
        {isCancelHighlighted && (
          <div role="status">
            <Text size={13} tone="soft" align="center">
              {t('sign-in.use-cancel')}
            </Text>
          </div>
        )}
        {state.is === 'signing' && app && <Button {...app}>{t('connecting.opening', { wallet })}</Button>}
        {shownRisk && <RiskLine risk={shownRisk} />}
        <FooterPair>
          {hasSevereRisk && signButton}
          <HighlightTarget now={shake} ring={isCancelHighlighted}>
            <Button look={hasSevereRisk ? 'primary' : 'secondary'} onClick={() => flows.cancelSignIn()}>
              {t('common.cancel')}
            </Button>
          </HighlightTarget>
          {!hasSevereRisk && signButton}
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** The address that the site gets with the sign-in; the user selects whether it gets one that it does not require. */
function SharedEmailLine({ site }: { site: string }) {
  const t = useT()
  const [shared, share] = useAtom(sharedEmailAtom)
  if (!shared) return null
  const { email, isOptional, isShared } = shared
  if (isOptional)
    return <Checkbox label={t('sign-in.share-email', { email, site })} checked={isShared} onChange={share} />
  return (
    <Text size={13} tone="soft" align="center">
      {t('sign-in.email-shared', { email, site })}
    </Text>
  )
}

/** The risk, with the texts of a review. */
function RiskLine({ risk }: { risk: Risk }) {
  const t = useT()
  const text = risk === 'foreign-chain' ? undefined : t(`risk.${risk}-text`)
  return <DangerLine title={t(`risk.${risk}`)} text={text} isSevere={isSevere(risk)} />
}

function SignInFailureNotice({ failure, wallet }: { failure: SignInFailure; wallet: string }) {
  const t = useT()
  switch (failure.is) {
    case 'rejected':
      return (
        <Notice tone="info" title={t('connecting.rejected')} announce>
          {t('sign-in.rejected-text')}
        </Notice>
      )
    case 'pending':
      return (
        <Notice tone="warning" title={t('connecting.pending', { wallet })} announce>
          {t('connecting.pending-text')}
        </Notice>
      )
    case 'over':
      return (
        <Notice tone="info" title={t('sign-in.over')} announce>
          {t('sign-in.over-text')}
        </Notice>
      )
    case 'not-verified':
    case 'failed': {
      const { code, text } = failure.details
      return (
        <Notice
          tone="error"
          title={failure.is === 'failed' ? t('sign-in.failed', { wallet }) : t('sign-in.not-verified')}
          details={{ label: t('common.details'), code: t('common.code', { code }), text }}
        >
          {t(failure.is === 'failed' ? 'sign-in.failed-text' : 'sign-in.not-verified-text')}
        </Notice>
      )
    }
  }
}

/** What is signed: a summary, and the exact text. */
function Message({ message }: { message: SignInMessage }) {
  const t = useT()
  const { tag } = useAtomValue(languageAtom)
  const network = useAtomValue(activeNetworkAtom)
  const { statement, expirationTime } = message
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const facts: readonly KeyValue[] = [
    { id: 'site', label: t('sign-in.site'), value: <bdi dir="ltr">{message.domain}</bdi> },
    { id: 'account', label: t('sign-in.account'), value: <AddressText address={message.accountAddress} /> },
    { id: 'network', label: t('review.network'), value: network?.name ?? message.chainId },
    ...(expirationTime === undefined
      ? []
      : [{ id: 'until', label: t('sign-in.until'), value: time.format(new Date(expirationTime)) }]),
  ]
  return (
    <Stack gap={12}>
      {statement && (
        <blockquote className={styles.statement}>
          <bdi>{statement}</bdi>
        </blockquote>
      )}
      <KeyValueList items={facts} />
      <Resources resources={message.resources ?? []} />
      <Details label={t('sign-in.message')}>
        <pre className={styles.message} dir="ltr">
          {signInText(message)}
        </pre>
      </Details>
    </Stack>
  )
}
