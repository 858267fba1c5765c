import { type ChainId, parseChainId } from '../../shared/caip/chain-id.ts'
import { isNamespace, type Namespace } from '../../shared/caip/namespace.ts'
import type { AccountEntry, BridgeState, ModalResult } from '../../shared/channel/entries.ts'
import type { OpenRequest } from '../../shared/config/requested-view.ts'
import type { ThemeMode } from '../../shared/config/theme.ts'
import { texts } from '../../shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { type BridgeEvents, makeEmitter } from './bridge-events.ts'
import { type BridgeWallet, bridgeWallets } from './bridge-wallets.ts'
import { createEmbeddedStage } from './embedded-stage.ts'
import { type EthereumProvider, makeEthereumProvider } from './ethereum-provider.ts'
import type { HostLink } from './host-link.ts'
import { checkOptions, type DrawbridgeOptions, parseWidgetOrigin, plainCopy } from './options.ts'
import { createOverlay } from './overlay.ts'
import { makePageWorld } from './page-world.ts'
import { initialState } from './present-state.ts'
import { preconnect, warmWhenWelcome } from './warm-up.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** The widget as the page sees it; see `docs/architecture.md`. */
export type Drawbridge = {
  /**
   * Opens the modal, at `view` if given. Resolves when an account is connected (at once if the modal was opened for
   * something else and closed later: `dismissed`), rejects with ProviderRpcError when the widget cannot be shown.
   */
  openModal(request?: OpenRequest): Promise<ModalResult>
  closeModal(): Promise<void>
  /** Disconnects one namespace, or all. The person is not reconnected on the next load. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Asks the wallet to switch, adding the network first where needed. */
  switchNetwork(chainId: string): Promise<void>
  setTheme(theme: { mode?: 'light' | 'dark' | 'auto'; variables?: unknown }): Promise<void>
  subscribe<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (value: BridgeEvents[Name]) => void,
  ): () => void
  readonly state: BridgeState
  readonly accounts: readonly AccountEntry[]
  readonly wallets: readonly BridgeWallet[]
  readonly ethereum: EthereumProvider
  /** Removes everything this instance put into the page. */
  destroy(): void
}

/**
 * Makes a wallet widget for this page. Loads nothing at once: the frame is warmed when the page is idle, or when a
 * pointer, focus or touch reaches an opener.
 * @throws WidgetError `APKT008` without a project id, `config/invalid`, `config/widget-url`.
 * @example
 * const bridge = createDrawbridge({ projectId, metadata: { name: 'Shop' }, platforms: ['ethereum'], networks: ['eip155:1'] })
 * const result = await bridge.openModal()
 */
export function createDrawbridge(options: DrawbridgeOptions): Drawbridge {
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { opener = [], embed } = options
  const title = `${name} wallet`
  preconnect(widgetOrigin)

  let state = initialState
  let theme: { readonly themeMode?: ThemeMode; readonly themeVariables?: unknown } = {}

  const apply = (next: BridgeState) => {
    const before = state
    state = next
    const changed = (name: keyof BridgeState) => JSON.stringify(before[name]) !== JSON.stringify(next[name])
    if (changed('open')) emitter.emit('open', next.open)
    if (changed('chains')) emitter.emit('chains', next.chains)
    if (changed('accounts')) emitter.emit('accounts', next.accounts)
    if (changed('status')) emitter.emit('status', next.status)
    if (changed('accounts') || changed('wallets')) emitter.emit('wallets', bridge.wallets)
    emitter.emit('state', next)
    owned.stateChanged(before, next)
  }
  const refresh = (link: HostLink) => link.call('state.get', {}).then(apply, () => {})

  const stage = embed
    ? createEmbeddedStage(embed)
    : createOverlay({
        label: title,
        onEscape: () => {
          const link = world.supervisor.link()
          if (link) link.call('modal.escape', {}).catch(() => stage.hide())
          else abandon()
        },
      })

  /** Each waiting `openModal`, so that a person can leave a widget that never came. */
  const opening = new Set<AbortController>()
  const abandon = () => {
    stage.hide()
    for (const abort of [...opening])
      abort.abort(new ProviderRpcError(providerCodes.userRejected, texts.modalClosed))
  }

  const world = makePageWorld({
    widgetOrigin,
    projectId,
    title,
    stage,
    isOpen: () => state.open || opening.size > 0,
    onLink: async (link) => {
      link.on('state', apply)
      link.on('alert', (alert) => emitter.emit('alert', alert))
      await link.call('config.set', { config: plainCopy({ ...config, ...theme }) })
      await refresh(link)
    },
    onGap: () => {
      const link = world.supervisor.link()
      if (link) void refresh(link)
    },
    onLost: () =>
      emitter.emit('alert', { code: 'link/closed', message: 'The wallet widget was interrupted' }),
    onWallets: () => emitter.emit('wallets', bridge.wallets),
  })
  const { supervisor, discovery } = world

  const openModal = async (request: OpenRequest = {}): Promise<ModalResult> => {
    stopWarming()
    const abort = new AbortController()
    opening.add(abort)
    stage.show()
    try {
      return await supervisor.call('modal.open', request, abort.signal)
    } catch (error) {
      stage.hide()
      throw error
    } finally {
      opening.delete(abort)
    }
  }

  const owned = makeEthereumProvider({
    state: () => state,
    connect: async () => (await openModal({ namespace: 'eip155' })).is === 'connected',
    send: async (method, params, signal) => {
      const request = params === undefined ? { method } : { method, params }
      return (await supervisor.call('wallet.request', request, signal)).result
    },
  })
  const connectWallet = async (walletId: string) => {
    await supervisor.call('wallet.connect', { walletId })
  }

  const bridge: Drawbridge = {
    openModal,
    closeModal: async () => {
      if (supervisor.link()) await supervisor.call('modal.close', {})
      else abandon()
    },
    disconnect: async (namespace) => {
      const known = namespace !== undefined && isNamespace(namespace) ? { namespace } : {}
      await supervisor.call('session.disconnect', known)
    },
    switchNetwork: async (chainId) => {
      await supervisor.call('network.switch', { chainId: parseChainId(chainId) })
    },
    setTheme: async ({ mode, variables }) => {
      theme = {
        ...theme,
        ...(mode === undefined ? {} : { themeMode: mode }),
        ...(variables === undefined ? {} : { themeVariables: variables }),
      }
      if (supervisor.link()) await supervisor.call('theme.set', { mode, variables })
    },
    subscribe: (name, listener) => emitter.subscribe(name, listener),
    get state() {
      return state
    },
    get accounts() {
      return state.accounts
    },
    get wallets() {
      return bridgeWallets({
        found: discovery.list(),
        state,
        provider: discovery.provider,
        connect: connectWallet,
        disconnect: async (walletId) => {
          await supervisor.call('session.disconnect', { walletId })
        },
      })
    },
    ethereum: owned.provider,
    destroy: () => {
      stopWarming()
      world.destroy()
    },
  }

  const emitter = makeEmitter({
    state: () => state,
    open: () => state.open,
    status: () => state.status,
    accounts: () => state.accounts,
    chains: (): readonly ChainId[] => state.chains,
    wallets: () => bridge.wallets,
    alert: () => undefined,
  })

  const openers = opener instanceof Element ? [opener] : opener
  const stopWarming = warmWhenWelcome(openers, () => supervisor.warm())
  if (embed) supervisor.warm()
  return bridge
}
