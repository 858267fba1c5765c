import { isPhoneAtom } from '#widget/core/device.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { hasWalletConnectAtom } from '#widget/domain/wallets/connector-groups.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { rowsArmAfterMs } from '#widget/ui/gated-button/gated-rows.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { connectingAtom } from '../atoms.ts'
import { type ConnectingState, canRetry, isWaiting, needsClick } from '../model.ts'

function messageOf(state: ConnectingState, wallet: string, t: Translate): HeadlineContent {
  switch (state.is) {
    case 'doubtful':
      return { title: t('connecting.doubtful', { wallet }), text: undefined }
    case 'byPage':
      return { title: t('connecting.by-page', { wallet }), text: t('connecting.by-page-text') }
    case 'opening':
      return { title: t('connecting.opening', { wallet }), text: t('connecting.opening-text') }
    case 'asking':
    case 'notAnswering':
      return { title: t('connecting.confirm', { wallet }), text: t('connecting.confirm-text') }
    case 'pending':
      return { title: t('connecting.pending', { wallet }), text: t('connecting.pending-text') }
    case 'rejected':
      return { title: t('connecting.rejected'), text: t('connecting.rejected-text') }
    case 'noAccount':
      return { title: t('connecting.no-account', { wallet }), text: t('connecting.no-account-text') }
    case 'gone':
      return { title: t('connecting.gone', { wallet }), text: t('connecting.gone-text') }
    case 'silent':
      return { title: t('connecting.silent', { wallet }), text: t('connecting.silent-text') }
    case 'failed':
      return { title: t('connecting.failed', { wallet }), text: t('connecting.failed-text') }
    case 'connected':
      return { title: t('connecting.done'), text: undefined }
  }
}

const ringOf = (state: ConnectingState) => {
  if (isWaiting(state)) return 'waiting'
  return state.is === 'failed' || state.is === 'silent' ? 'failed' : 'stopped'
}

/** Requests a connection from an installed wallet and shows what each step waits for. */
export function ConnectingExternalView({ view }: { view: ViewOf<'ConnectingExternal'> }) {
  const t = useT()
  const { walletId, handle, byPage } = view
  const row = useAtomValue(walletByIdAtom(walletId))
  const connecting = connectingAtom({ walletId, handle, byPage })
  const state = useAtomValue(connecting)
  const send = usePrompt(connecting)
  const name = row?.name ?? t('connecting.wallet')
  const { title, text } = messageOf(state, name, t)
  const isPhone = useAtomValue(isPhoneAtom)
  const hasWalletConnect = useAtomValue(hasWalletConnectAtom)
  const navigate = useSetAtom(viewStackAtom)
  const links = row?.entry?.links
  const hasMobileApp = hasWalletConnect && !isPhone && (links?.universal ?? links?.mobile) !== undefined
  const isFailure = state.is === 'failed' || state.is === 'silent'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        {state.is === 'connected' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={ringOf(state)}>
            <WalletIcon name={name} src={row?.icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline title={title} text={text} isAlert={isFailure} />
      {state.is === 'doubtful' && <Notice tone="warning">{t('connect.warning', { wallet: name })}</Notice>}
      {state.is === 'notAnswering' && (
        <Notice tone="info" announce>
          {t('connecting.hint', { wallet: name })}
        </Notice>
      )}
      {isFailure && <ErrorDetailsPanel {...state.details} />}
      <div />
      <ScreenFooter>
        {state.is !== 'connected' && (needsClick(state) || canRetry(state) || hasMobileApp) && (
          <Stack gap={8}>
            {needsClick(state) && (
              <GatedButton onClick={(click) => send(click, 'start')} armAfterMs={rowsArmAfterMs}>
                {t('connecting.continue', { wallet: name })}
              </GatedButton>
            )}
            {canRetry(state) && (
              <GatedButton onClick={(click) => send(click, 'start')} armAfterMs={rowsArmAfterMs}>
                {t('common.tryAgain')}
              </GatedButton>
            )}
            {hasMobileApp && row && (
              <Button
                look="quiet"
                onClick={() =>
                  navigate({ to: 'push', view: { name: 'ConnectingWalletConnect', walletId: row.id } })
                }
              >
                {t('connecting.phone', { wallet: name })}
              </Button>
            )}
          </Stack>
        )}
      </ScreenFooter>
    </Stack>
  )
}
