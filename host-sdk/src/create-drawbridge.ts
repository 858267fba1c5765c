import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { WidgetMethods } from '../../shared/channel/contract.ts'
import { makeEmitter, tell } from '../../shared/channel/emitter.ts'
import type { BridgeState, ModalResult } from '../../shared/channel/entries.ts'
import { unreachable } from '../../shared/channel/handshake.ts'
import type { ParamsIn } from '../../shared/channel/method.ts'
import type { OpenRequestInput } from '../../shared/config/requested-view.ts'
import { isProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { announceWallets } from './announce/announce.ts'
import type { BridgeEvents } from './bridge-events.ts'
import { bridgeWallets } from './bridge-wallets.ts'
import type { Drawbridge } from './drawbridge.ts'
import { createEmbeddedStage } from './embedded-stage.ts'
import { makeEthereumProvider } from './ethereum-provider.ts'
import type { HostLink } from './host-link.ts'
import type { LaterOptions } from './later-options.ts'
import { nowhere } from './nowhere.ts'
import {
  checkOptions,
  type DrawbridgeOptions,
  parseWidgetOrigin,
  plainOptions,
  type RawOptions,
} from './options.ts'
import { createOverlay } from './overlay.ts'
import { makeOwnReads } from './own-reads.ts'
import { makePageWorld } from './page-world.ts'
import { initialState } from './present-state.ts'
import { underModal } from './under-modal.ts'
import { preconnect, savesData, warmWhenWelcome } from './warm-up.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** How long the widget may take to close before the host takes the overlay away itself. */
const leaveMs = 2_000

/** How long a dApp that asks who is connected waits for the wallets of the last visit. */
const restoreMs = 3_000

/** Makes the instance of options that nobody has looked at; `createDrawbridge` is its typed door. */
export function bridgeFrom(given: RawOptions, joinPage = makePageWorld): Drawbridge {
  const options = { ...given }
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { opener = [], embed, announce = true } = options
  const title = `${name} wallet`
  const ended = new AbortController()
  const { signal } = ended
  const ownReads = makeOwnReads(Reflect.get(config, 'networks'), {
    signal,
    state: () => state,
    chainNumber: () => askWidget({ method: 'eth_chainId' }),
  })
  /** Takes the frame out of the page: with the end of the instance, or a moment later. */
  const gone = new AbortController()
  const emitter = makeEmitter<BridgeEvents>()

  let state = initialState
  /** Counts what the widget told, so that an answer does not undo an event that overtook it. */
  let heard = 0
  /** A fresh document gets them too. */
  let later: LaterOptions = {}
  /** The widget's document has said that it brings back nothing any more. */
  let isBack = false
  let settle = () => {}
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
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

  const apply = (told: BridgeState) => {
    // After the end there is nobody, whatever the widget says while it goes.
    if (signal.aborted && told !== initialState) return
    const before = state
    isBack ||= !told.loading
    if (isBack) settle()
    const { accounts, chains, status } = before
    // A new document that still brings wallets back has not lost any.
    const next =
      isBack || told.accounts.length >= accounts.length ? told : { ...told, accounts, chains, status }
    state = next
    heard += 1
    // First, because who hears of an account may ask its wallet at once.
    prompts.stateChanged(before, next)
    const changed = (part: keyof BridgeState) => JSON.stringify(before[part]) !== JSON.stringify(next[part])
    for (const part of ['open', 'chains', 'accounts', 'status'] as const) if (changed(part)) say(part)
    if (changed('accounts') || changed('wallets')) say('wallets')
    say('state')
    ethereum.stateChanged(before, next)
  }
  /** The widget cannot tell any more that it is closed. */
  const forgetOpen = () => {
    if (state.open) apply({ ...state, open: false })
  }
  const refresh = async (link: HostLink) => {
    const asked = heard
    const now = await link.call('state.get', {})
    if (asked === heard) apply(now)
  }
  const configure = async (link: HostLink) => {
    link.on('state', apply)
    link.on('message', ethereum.heard)
    for (const topic of ['alert', 'event'] as const) link.on(topic, (told) => emitter.emit(topic, told))
    try {
      const configured = link.call('config.set', { config: plainOptions({ ...config, ...later }) })
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
    preconnect(widgetOrigin, signal)
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
      siteName: name,
      platforms: options.platforms,
      siwx: options.siwx,
      readChain: ownReads.forWidget,
      stage,
      signal: gone.signal,
      onLink: configure,
      onGap: () => {
        const link = supervisor.link()
        if (link) refresh(link).catch(() => {})
      },
      onLost: () => {
        // What nobody waits for does not come back by itself; the rest opens again on the next link.
        if (opening.size === 0) stage.hide()
        forgetOpen()
        isBack = false
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
    signal.throwIfAborted()
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
    forgetOpen()
  }

  const restored = async () => {
    if (!savesData()) supervisor.warm()
    if (!supervisor.isWarm()) return
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, restoreMs))])
  }

  const openModal = async (request: OpenRequestInput = {}): Promise<ModalResult> => {
    signal.throwIfAborted()
    const abort = new AbortController()
    opening.add(abort)
    try {
      // Asked first: the widget's process draws while the dialog keeps this one busy.
      const answer = supervisor.call('modal.open', request, abort.signal)
      stage.show()
      const result = await answer
      signal.throwIfAborted()
      return result
    } catch (error) {
      opening.delete(abort)
      if (abort.signal.aborted) return { is: 'dismissed' }
      if (!isOpen()) stage.hide()
      throw error
    } finally {
      opening.delete(abort)
      if (!isOpen()) prompts.end()
    }
  }

  // The order counts, because the widget's word that it is open may come after a request.
  const isOpen = () => state.open || opening.size > 0
  const prompts = underModal(isOpen)
  const askWidget = async (request: ParamsIn<WidgetMethods['wallet.request']>): Promise<unknown> => {
    signal.throwIfAborted()
    const send = (abort: AbortSignal) => supervisor.call('wallet.request', request, abort)
    return (await prompts.ask(request.method, send)).result
  }
  const answer = (request: ParamsIn<WidgetMethods['wallet.request']>) =>
    ownReads.answer(request, () => askWidget(request))
  const ethereum = makeEthereumProvider({
    signal,
    state: () => state,
    restored,
    connect: () => openModal({ namespace: 'eip155' }),
    send: (method, params) => answer({ method, params }),
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
    requestWallet: async (walletId, { method, params }) => answer({ walletId, method, params }),
    setTheme: async ({ mode, variables }) => {
      later = {
        ...later,
        ...(mode !== undefined && { themeMode: mode }),
        ...(variables !== undefined && { themeVariables: variables }),
      }
      if (supervisor.isWarm()) await order('theme.set', { mode, variables })
    },
    setAnalyticsConsent: async (analytics) => {
      later = { ...later, analyticsConsent: analytics }
      if (supervisor.isWarm()) await order('consent.set', { analytics })
    },
    onEvent: (listener) => bridge.subscribe('event', listener),
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
    destroy: () => {
      if (signal.aborted) return
      const take = () => gone.abort(unreachable())
      // A required sign-in ends as by its Cancel (SPEC §4 sign-in flow 6), for which the frame stays, unseen.
      const link = options.siwx && state.open ? supervisor.link() : undefined
      const closing = link?.call('modal.close', {}, { signal: AbortSignal.timeout(leaveMs) })
      ended.abort(unreachable())
      stage.hide()
      if (closing) void closing.then(take, take)
      else take()
      // Whoever listens hears that nobody is connected here any more.
      apply(initialState)
    },
  }
  if (announce && stage !== nowhere.stage)
    announceWallets({ bridge, restored, signal }, String(options.platforms ?? 'polkadot'))
  return bridge
}

/**
 * Makes a wallet widget for this page. Loads nothing at once: the frame is warmed when the page is idle, or when a
 * pointer, focus or touch reaches an opener. On a server the instance is inert: its calls reject.
 * @throws WidgetError `APKT008` without a project id, `config/invalid` (also for an `rpcUrls` that is neither https nor
 * http on localhost), `config/widget-url`.
 * @example
 * const bridge = createDrawbridge({ projectId, metadata: { name: 'Shop' }, platforms: ['ethereum'], networks: ['eip155:1'] })
 * const result = await bridge.openModal()
 */
export const createDrawbridge = (options: DrawbridgeOptions): Drawbridge => bridgeFrom(options)
