import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { configuredNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { isSessionWalletAtom, walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt } from '#widget/lib/state.ts'
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
import { closeAfterSuccessAtom, connectedRowAtom, switchingAtom } from '../atoms.ts'
import { canRetry, isWaiting, type SwitchState } from '../model.ts'

type MessageParams = { readonly wallet: string; readonly network: string; readonly from: string }
function messageOf(
  state: SwitchState,
  { wallet, network, from }: MessageParams,
  t: Translate,
): HeadlineContent {
  switch (state.is) {
    case 'opening':
    case 'asking':
    case 'notAnswering':
      return { title: t('switch.opening', { wallet }), text: t('switch.opening-text', { network }) }
    case 'pending':
      return { title: t('switch.pending', { wallet }), text: t('connecting.pending-text') }
    case 'rejected':
      return { title: t('switch.rejected'), text: t('switch.rejected-text', { network: from }) }
    case 'notSupported':
      return {
        title: t('switch.not-supported'),
        text: t('switch.not-supported-text', { wallet, network }),
      }
    case 'failed':
      return { title: t('switch.failed', { wallet }), text: t('switch.failed-text', { network }) }
    case 'done':
      return { title: t('switch.done', { network }) }
  }
}

const ringOf = (state: SwitchState) => {
  if (isWaiting(state)) return 'waiting'
  return state.is === 'failed' || state.is === 'notSupported' ? 'failed' : 'stopped'
}

/** Requests another network from the connected wallet and shows what each step waits for. */
export function SwitchNetworkView({ view: { chainId } }: { view: ViewOf<'SwitchNetwork'> }) {
  const t = useT()
  const switching = switchingAtom(chainId)
  const state = useAtomValue(switching)
  const send = usePrompt(switching)
  // Mounting it loads the network records.
  useAtomValue(configuredNetworksAtom)
  const table = useAtomValue(networkTableAtom)
  const connection = currentConnection(useAtomValue(connectionsAtom)[namespaceOf(chainId)])
  const row = useAtomValue(connectedRowAtom(namespaceOf(chainId)))
  const isSessionWallet = useAtomValue(isSessionWalletAtom(connection?.handle ?? ''))
  const app = useAtomValue(walletAppAtom(connection?.handle ?? ''))
  const wallet = row?.name ?? connection?.walletName ?? t('connecting.wallet')
  const network = table.get(chainId)?.name ?? chainId
  const from = (connection && table.get(connection.chain)?.name) ?? t('unsupported.unknown')
  const message = messageOf(state, { wallet, network, from }, t)
  const isFailure = state.is === 'failed' || state.is === 'notSupported'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        {state.is === 'done' ? (
          <SuccessView />
        ) : (
          <ProgressRing state={ringOf(state)}>
            <WalletIcon name={wallet} src={row?.icon ?? connection?.icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...message} isAlert={isFailure} />
      {state.is === 'notAnswering' && (
        <Notice tone="info" announce>
          {t(isSessionWallet ? 'sending.hint-app' : 'connecting.hint', { wallet })}
        </Notice>
      )}
      {isFailure && <ErrorDetailsPanel {...state.details} />}
      <div />
      <ScreenFooter>
        {isWaiting(state) && app && <Button {...app}>{t('connecting.opening', { wallet })}</Button>}
        {canRetry(state) && (
          <GatedButton onClick={(click) => send(click, 'start')} armAfterMs={rowsArmAfterMs}>
            {t('common.tryAgain')}
          </GatedButton>
        )}
      </ScreenFooter>
    </Stack>
  )
}

/** The success tick; closes the view after a delay. */
function SuccessView() {
  useAtomValue(closeAfterSuccessAtom)
  return <SuccessTick size={96} />
}
