import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { Namespace } from '../../shared/caip/namespace.ts'
import type { WidgetMethods } from '../../shared/channel/contract.ts'
import { makeEmitter, tell } from '../../shared/channel/emitter.ts'
import type { AccountEntry, BridgeState, ModalResult } from '../../shared/channel/entries.ts'
import { unreachable } from '../../shared/channel/handshake.ts'
import type { ParamsIn } from '../../shared/channel/method.ts'
import type { OpenRequest } from '../../shared/config/requested-view.ts'
import type { ThemeMode } from '../../shared/config/theme.ts'
import { isProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import type { BridgeEvents } from './bridge-events.ts'
import { type BridgeWallet, bridgeWallets } from './bridge-wallets.ts'
import { createEmbeddedStage } from './embedded-stage.ts'
import { type EthereumProvider, makeEthereumProvider } from './ethereum-provider.ts'
import type { HostLink } from './host-link.ts'
import { nowhere } from './nowhere.ts'
import {
  checkOptions,
  type DrawbridgeOptions,
  parseWidgetOrigin,
  plainCopy,
  type RawOptions,
} from './options.ts'
import { createOverlay } from './overlay.ts'
import { makePageWorld } from './page-world.ts'
import { initialState } from './present-state.ts'
import { preconnect, warmWhenWelcome } from './warm-up.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** How long the widget may take to close before the host takes the overlay away itself. */
const leaveMs = 2_000

/** The widget as the page sees it; see `docs/architecture.md`. */
export type Drawbridge = {
  /**
   * Opens the modal, at `view` if given. Resolves when it closes: `connected` when an account came of it, else
   * `dismissed`. Rejects with ProviderRpcError when the widget cannot be shown.
   */
  openModal(request?: OpenRequest): Promise<ModalResult>
  closeModal(): Promise<void>
  /** Disconnects one namespace, or all. The person is not reconnected on the next load. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Asks the wallet to switch, adding the network first where needed. */
  switchNetwork(chainId: string): Promise<void>
  setTheme(theme: { mode?: ThemeMode; variables?: unknown }): Promise<void>
  subscribe<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (value: BridgeEvents[Name]) => void,
  ): () => void
  readonly state: BridgeState
  readonly accounts: readonly AccountEntry[]
  readonly wallets: readonly BridgeWallet[]
  readonly ethereum: EthereumProvider
  /** Removes everything this instance put into the page; whatever waits rejects. */
  destroy(): void
}

/** Makes the instance of options that nobody has looked at; `createDrawbridge` is its typed door. */
export function bridgeFrom(options: RawOptions, joinPage = makePageWorld): Drawbridge {
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { opener = [], embed } = options
  const title = `${name} wallet`
  const ended = new AbortController()
  const { signal } = ended
  const emitter = makeEmitter<BridgeEvents>()

  let state = initialState
  /** Counts what the widget told, so that an answer does not undo an event that overtook it. */
  let heard = 0
  let theme: { readonly themeMode?: ThemeMode; readonly themeVariables?: unknown } = {}
  /** Each waiting `openModal`, so that a person can leave a widget that never came. */
  const opening = new Set<AbortController>()

  /** The value a subscriber of an event finds; an alert has none. */
  const present = <Name extends keyof BridgeEvents>(name: Name) => {
    // Without a prototype, because the page chooses the name.
    const values: Partial<BridgeEvents> = Object.create(null)
    Object.assign(values, state, { state, wallets: bridge.wallets })
    return values[name]
  }
  const say = <Name extends keyof BridgeEvents>(name: Name) => {
    const value = present(name)
    if (value !== undefined) emitter.emit(name, value)
  }

  const apply = (next: BridgeState) => {
    const before = state
    state = next
    heard += 1
    const changed = (part: keyof BridgeState) => JSON.stringify(before[part]) !== JSON.stringify(next[part])
    for (const part of ['open', 'chains', 'accounts', 'status'] as const) if (changed(part)) say(part)
    if (changed('accounts') || changed('wallets')) say('wallets')
    say('state')
    ethereum.stateChanged(before, next)
  }
  const refresh = async (link: HostLink) => {
    const asked = heard
    const now = await link.call('state.get', {})
    if (asked === heard) apply(now)
  }
  const configure = async (link: HostLink) => {
    link.on('state', apply)
    link.on('alert', (alert) => emitter.emit('alert', alert))
    try {
      const configured = link.call('config.set', { config: plainCopy({ ...config, ...theme }) })
      // Read after the configuration, because calls arrive in their order; whoever opens does not wait for it.
      refresh(link).catch(() => {})
      await configured
    } catch (error) {
      // The widget names the option that does not fit.
      if (isProviderRpcError(error, providerCodes.invalidParams)) {
        emitter.emit('alert', { code: 'config/invalid', message: error.message })
      }
      throw error
    }
  }

  const makeWorld = () => {
    preconnect(widgetOrigin)
    const stage = embed
      ? createEmbeddedStage(embed)
      : createOverlay({
          label: title,
          onEscape: () => leaveBy('modal.escape'),
          onForcedClose: () => leaveBy('modal.close'),
        })
    const world = joinPage({
      widgetOrigin,
      projectId,
      title,
      stage,
      signal,
      onLink: configure,
      onGap: () => {
        const link = supervisor.link()
        if (link) refresh(link).catch(() => {})
      },
      onLost: () => {
        // What nobody waits for does not come back by itself; the rest opens again on the next link.
        if (opening.size === 0) stage.hide()
        if (state.open) apply({ ...state, open: false })
      },
      onWallets: () => say('wallets'),
    })
    warmWhenWelcome(opener instanceof Element ? [opener] : opener, world.supervisor.warm, signal)
    if (embed) world.supervisor.warm()
    return { ...world, stage }
  }
  const { stage, supervisor, discovery } = typeof document === 'undefined' ? nowhere : makeWorld()
  const order = async <Name extends keyof WidgetMethods>(
    method: Name,
    params: ParamsIn<WidgetMethods[Name]>,
  ) => {
    await supervisor.call(method, params)
  }

  /** The person wants out: the widget's to decide while it is there, else ours. */
  const leaveBy = async (method: 'modal.escape' | 'modal.close') => {
    try {
      if (supervisor.link()) return void (await supervisor.call(method, {}, AbortSignal.timeout(leaveMs)))
    } catch {
      // A widget that does not answer does not keep anybody.
    }
    stage.hide()
    for (const abort of [...opening]) abort.abort()
  }

  const openModal = async (request: OpenRequest = {}): Promise<ModalResult> => {
    signal.throwIfAborted()
    const abort = new AbortController()
    opening.add(abort)
    try {
      // Asked first: the widget's process draws while the dialog keeps this one busy.
      const answer = supervisor.call('modal.open', request, abort.signal)
      stage.show()
      return await answer
    } catch (error) {
      opening.delete(abort)
      if (abort.signal.aborted) return { is: 'dismissed' }
      if (opening.size === 0 && !state.open) stage.hide()
      throw error
    } finally {
      opening.delete(abort)
    }
  }

  const ethereum = makeEthereumProvider({
    state: () => state,
    connect: () => openModal({ namespace: 'eip155' }),
    send: async (method, params, abort) =>
      (await supervisor.call('wallet.request', { method, params }, abort)).result,
  })
  const walletActions = (walletId: string) => ({
    connect: () => order('wallet.connect', { walletId }),
    disconnect: () => order('session.disconnect', { walletId }),
  })

  const bridge: Drawbridge = {
    openModal,
    closeModal: () => leaveBy('modal.close'),
    disconnect: (namespace) => order('session.disconnect', { namespace }),
    switchNetwork: async (chainId) => order('network.switch', { chainId: parseChainId(chainId) }),
    setTheme: async ({ mode, variables }) => {
      theme = {
        ...theme,
        ...(mode !== undefined && { themeMode: mode }),
        ...(variables !== undefined && { themeVariables: variables }),
      }
      if (supervisor.isWarm()) await order('theme.set', { mode, variables })
    },
    subscribe: (event, listener) => {
      emitter.on(event, listener)
      const value = present(event)
      if (value !== undefined) tell(listener, value)
      return () => emitter.off(event, listener)
    },
    get state() {
      return state
    },
    get accounts() {
      return state.accounts
    },
    get wallets() {
      return bridgeWallets(discovery.list(), state, discovery.provider, walletActions)
    },
    ethereum: ethereum.provider,
    destroy: () => ended.abort(unreachable()),
  }
  return bridge
}

/**
 * Makes a wallet widget for this page. Loads nothing at once: the frame is warmed when the page is idle, or when a
 * pointer, focus or touch reaches an opener. On a server the instance is inert: its calls reject.
 * @throws WidgetError `APKT008` without a project id, `config/invalid`, `config/widget-url`.
 * @example
 * const bridge = createDrawbridge({ projectId, metadata: { name: 'Shop' }, platforms: ['ethereum'], networks: ['eip155:1'] })
 * const result = await bridge.openModal()
 */
export const createDrawbridge = (options: DrawbridgeOptions): Drawbridge => bridgeFrom(options)
