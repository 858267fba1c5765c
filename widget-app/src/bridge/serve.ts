import type { ChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/contract.ts'
import type { ModalResult } from '#shared/channel/entries.ts'
import { handshakeAsWidget } from '#shared/channel/handshake-widget.ts'
import { openLink } from '#shared/channel/link.ts'
import { hostConfigSchema } from '#shared/config/host-config.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { bridgeStateAtom } from '#widget/kernel/account.ts'
import { hostConfigAtom, sdkVersion } from '#widget/kernel/config.ts'
import { hostOriginAtom } from '#widget/kernel/host-origin.ts'
import { closeModalAtom, dismissModalAtom, openModalAtom } from '#widget/kernel/modal.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { alertsAtom } from '#widget/kernel/notices.ts'
import { originStatusAtom } from '#widget/kernel/origin.ts'
import type { Store } from '#widget/lib/state.ts'
import type { BridgeTransport, Gate, WidgetLink } from './bridge-transport.ts'
import { modalResult, resultingConnectionAtom } from './modal-result.ts'
import type { DappRequest } from './wallet-request.ts'

/** What the bridge cannot do by itself: commands which the app composes of features. */
export type BridgeCommands = {
  /** A new configuration is in place: judge the origin, restore connections, choose language and theme. */
  configured(): void
  connectWallet(walletId: string, signal: AbortSignal): Promise<void>
  disconnect(target: { namespace?: string | undefined; walletId?: string | undefined }): Promise<void>
  switchNetwork(chainId: ChainId, signal: AbortSignal): Promise<void>
  escape(): void
  /** Answers an EIP-1193 request of the dApp. */
  answerDapp(request: DappRequest): Promise<unknown>
}

/** Resolves when the store's value satisfies a condition; rejects with the signal's reason. */
const settled = (
  store: Store,
  isDone: () => boolean,
  watch: Parameters<Store['sub']>[0],
  signal: AbortSignal | undefined,
) =>
  new Promise<void>((resolve, reject) => {
    const check = () => {
      if (!isDone()) return
      stop()
      resolve()
    }
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    const unsubscribe = store.sub(watch, check)
    const stop = () => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
    }
    signal?.addEventListener('abort', onAbort)
    check()
  })

/** Connects to the page around us and serves the channel until the document goes. */
export async function serveBridge(options: {
  readonly store: Store
  readonly page: Window
  readonly transport: BridgeTransport
  readonly commands: BridgeCommands
}): Promise<WidgetLink> {
  const { store, page, transport, commands } = options
  const ancestors = page.location.ancestorOrigins
  const { sid, ports, origin } = await handshakeAsWidget({
    window: page,
    peer: page.parent,
    ancestorOrigins: ancestors === undefined ? undefined : [...ancestors],
    widgetVersion: sdkVersion,
    caps: [],
    clock: systemClock,
  })
  store.set(hostOriginAtom, origin)

  /** Whoever asks for more than to be shown waits until the origin is judged, and gets nothing if it is refused. */
  const allowed: Gate = async (signal) => {
    await settled(store, () => store.get(originStatusAtom) !== 'checking', originStatusAtom, signal)
    if (store.get(originStatusAtom) !== 'refused') return
    throw linkError(
      providerCodes.unauthorized,
      'This site may not use the wallet widget',
      'unregistered-origin',
    )
  }

  const open = async (request: OpenRequest, signal: AbortSignal): Promise<ModalResult> => {
    const before = store.get(resultingConnectionAtom)
    store.set(openModalAtom, request)
    await settled(store, () => !store.get(modalOpenAtom), modalOpenAtom, signal)
    return modalResult(before, store.get(resultingConnectionAtom))
  }

  const link: WidgetLink = openLink({
    side: 'widget',
    sid,
    ports,
    clock: systemClock,
    calls: hostMethods,
    serves: widgetMethods,
    emits: widgetTopics,
    hears: hostTopics,
    onGap: transport.refresh,
    // Without its host the widget has nothing to do; a new handshake comes with a new document (channel D1).
    onClose: () => store.set(dismissModalAtom),
    handlers: {
      'config.set': ({ config }) => {
        const parsed = hostConfigSchema.safeParse(config)
        if (!parsed.success) {
          const [issue] = parsed.error.issues
          throw new ProviderRpcError(
            providerCodes.invalidParams,
            `Invalid option ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
          )
        }
        store.set(hostConfigAtom, parsed.data)
        commands.configured()
        return {}
      },
      'modal.open': (request, { signal }) => open(request, signal),
      'modal.close': () => {
        store.set(closeModalAtom)
        return {}
      },
      'modal.escape': () => {
        commands.escape()
        return {}
      },
      'state.get': () => store.get(bridgeStateAtom),
      'wallet.connect': async ({ walletId }, { signal }) => {
        await allowed(signal)
        await commands.connectWallet(walletId, signal)
        return {}
      },
      'session.disconnect': async (target) => {
        await commands.disconnect(target)
        return {}
      },
      'network.switch': async ({ chainId }, { signal }) => {
        await allowed(signal)
        await commands.switchNetwork(chainId, signal)
        return {}
      },
      'theme.set': ({ mode, variables }) => {
        store.set(hostConfigAtom, (config) => ({
          ...config,
          themeMode: mode ?? config.themeMode,
          themeVariables: variables ?? config.themeVariables,
        }))
        return {}
      },
      'wallet.request': async ({ method, params }, { signal }) => {
        await allowed(signal)
        return { result: await commands.answerDapp({ method, params, signal }) }
      },
    },
  })
  transport.attach(link, allowed)

  store.sub(bridgeStateAtom, () => link.emit('state', store.get(bridgeStateAtom)))
  let told = 0
  const tellAlerts = () => {
    const alerts = store.get(alertsAtom)
    for (const { code, text, detail } of alerts.slice(told)) {
      link.emit('alert', { code, message: detail === undefined ? text : `${text}: ${detail}` })
    }
    told = alerts.length
  }
  store.sub(alertsAtom, tellAlerts)
  tellAlerts()
  page.addEventListener('pagehide', () => link.close('pagehide'))
  return link
}
