import type { WidgetMethods } from '../../shared/channel/channel-methods.ts'
import type { ParamsIn } from '../../shared/channel/method.ts'
import type { BridgeStore } from './bridge-store.ts'
import { bridgeWallets } from './bridge-wallets.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { Modal } from './frame/modal.ts'
import { ignoreEvent } from './ignore-event.ts'
import type { UpdateOptions } from './option-updates.ts'

/** Creates the object that the page gets. Once another instance has replaced it, its calls go to that one. */
export function createSdkInstance(ports: {
  /** Aborts when the instance is destroyed. */
  readonly signal: AbortSignal
  /** Aborts with the frame. */
  readonly frameSignal: AbortSignal
  readonly replacement: () => Drawbridge | undefined
  readonly modal: Modal
  readonly store: Pick<BridgeStore, 'state' | 'subscribe'>
  readonly request: (request: ParamsIn<WidgetMethods['wallet.request']>) => Promise<unknown>
  readonly update: UpdateOptions
  readonly provider: Drawbridge['ethereum']
  readonly destroy: () => void
}): Drawbridge {
  const { signal, replacement, modal, store, update } = ports
  const { state } = store
  /** The instance that replaced this one, if any; it receives the calls of this one. */
  const active = () => {
    signal.throwIfAborted()
    return replacement()
  }
  const callWidget = async <Name extends keyof WidgetMethods>(
    method: Name,
    params: ParamsIn<WidgetMethods[Name]>,
  ) => {
    signal.throwIfAborted()
    await modal.connection.call(method, params)
  }

  const instance: Drawbridge = {
    openModal: async (input) => {
      const request = ignoreEvent(input)
      try {
        return await (active()?.openModal(request) ?? modal.open(request))
      } catch (error) {
        const target = replacement()
        if (target && error === ports.frameSignal.reason) return target.openModal(request)
        throw error
      }
    },
    closeModal: async () => replacement()?.closeModal() ?? modal.close('modal.close'),
    disconnect: async (input) => {
      const namespace = ignoreEvent(input)
      return active()?.disconnect(namespace) ?? callWidget('session.disconnect', { namespace })
    },
    switchNetwork: async (chainId) =>
      active()?.switchNetwork(chainId) ?? callWidget('network.switch', { chainId }),
    requestWallet: async (walletId, request) => {
      const { method, params } = Object(request)
      // An empty id, because without one the request would go to the active wallet.
      return (
        active()?.requestWallet(walletId, request) ??
        ports.request({ walletId: walletId ?? '', method, params })
      )
    },
    setTheme: async (theme) => {
      const { mode, variables, ...others } = Object(theme)
      await update(
        {
          ...(mode !== undefined && { themeMode: mode }),
          ...(variables !== undefined && { themeVariables: variables }),
        },
        async () => active()?.setTheme(theme) ?? callWidget('theme.set', theme),
        /^(light|dark|auto|undefined)$/.test(mode + Object.keys(others)),
      )
    },
    setAnalyticsConsent: (analytics) =>
      update(
        { analyticsConsent: analytics },
        async () => active()?.setAnalyticsConsent(analytics) ?? callWidget('consent.set', { analytics }),
        typeof analytics === 'boolean',
      ),
    onEvent: (listener) => instance.subscribe('event', listener),
    subscribe: store.subscribe,
    get state() {
      return state()
    },
    get accounts() {
      return state().accounts
    },
    get wallets() {
      const { list, provider } = modal.discovery
      return (
        (!signal.aborted && replacement()?.wallets) || bridgeWallets(list(), state(), provider, callWidget)
      )
    },
    ethereum: ports.provider,
    destroy: ports.destroy,
  }
  return instance
}
