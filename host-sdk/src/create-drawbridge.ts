import type { WidgetMethods } from '../../shared/channel/channel-methods.ts'
import { unreachable } from '../../shared/channel/handshake/handshake.ts'
import { listen } from '../../shared/channel/listen.ts'
import type { ParamsIn } from '../../shared/channel/method.ts'
import { providerCodes } from '../../shared/errors/provider-error.ts'
import { announceWallets } from './announce/announce.ts'
import { makeBridgeStore } from './bridge-store.ts'
import { bridgeWallets } from './bridge-wallets.ts'
import type { Drawbridge } from './drawbridge.ts'
import { configureLink } from './frame/configure-link.ts'
import { createEmbeddedContainer } from './frame/embedded-container.ts'
import type { LoadFailureReason } from './frame/load-failure.ts'
import { makeHints } from './frame/load-failure-module.ts'
import { makeModalCalls } from './frame/open-modal.ts'
import { createOverlay } from './frame/overlay.ts'
import { preconnect, preloadOnIntent, untilReconnected } from './frame/preload.ts'
import { createHostRuntime } from './host-runtime.ts'
import { ignoreEvent } from './ignore-event.ts'
import { initialState } from './initial-state.ts'
import type { OptionUpdates } from './option-updates.ts'
import {
  checkOptions,
  type DrawbridgeOptions,
  parseWidgetOrigin,
  plainOptions,
  type RawOptions,
} from './options.ts'
import { makeEthereumProvider } from './provider/ethereum-provider.ts'
import { createHostRpc } from './provider/host-rpc.ts'
import { createModalScopedRequests } from './provider/modal-scoped-requests.ts'
import {
  forwardToReplacement,
  isReplaced,
  type ReplacementInstance,
  replaceInstance,
} from './replace-instance.ts'
import { ssrStubs } from './ssr-stubs.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** How long the widget may take to close before the SDK removes the overlay itself. */
const leaveMs = 2_000

/** Creates an instance from unchecked options; `createDrawbridge` is its typed form. */
export function createBridge(given: RawOptions, joinPage = createHostRuntime): Drawbridge {
  // Read once, because they may be getters or a Proxy of the page.
  const options = { ...given }
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { opener, embed, announce = true } = options
  const title = `${name} wallet`
  const ended = new AbortController()
  const { signal } = ended
  const ownReads = createHostRpc(Reflect.get(config, 'networks'), {
    signal,
    state: () => store.state(),
    chainNumber: () => askWidget({ method: 'eth_chainId' }),
  })
  /** Aborts when the frame is removed: with the instance, or a moment later. */
  const gone = new AbortController()
  /** Aborts earlier if another instance replaces this one. */
  const announcing = new AbortController()
  signal.addEventListener('abort', () => announcing.abort(signal.reason))
  let successor: ReplacementInstance | undefined
  /** Sent to each new document too. */
  let later: OptionUpdates = {}

  const store = makeBridgeStore({
    signal,
    initial: initialState,
    wallets: () => bridge.wallets,
    onChange: (from, to) => prompts.stateChanged(from, to),
    onChanged: (from, to) => {
      // The provider of a replaced instance stays in use.
      if (!signal.aborted || !successor) ethereum.stateChanged(from, to)
    },
  })
  /** Something changed, or the user retries: the widget may be reachable now. */
  const retry = () => {
    supervisor.forgive()
    if (embed) supervisor.warm()
    calls.retry()
  }
  const hint = makeHints(widgetOrigin)
  const onFailed = (cause: LoadFailureReason) => {
    hint(cause)
    stage.fail(cause)
  }

  const makeWorld = () => {
    preconnect(widgetOrigin, signal)
    const notice = () => ({
      locale: options.locale,
      themeMode: later.themeMode ?? options.themeMode,
      onRetry: retry,
      onClose: () => leaveBy('modal.close'),
    })
    const stage = embed
      ? createEmbeddedContainer(embed, notice)
      : createOverlay({
          label: title,
          onEscape: () => leaveBy('modal.escape'),
          onForcedClose: () => leaveBy('modal.close'),
          notice,
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
      onLink: (link) =>
        configureLink(link, { store, ethereum, config: () => plainOptions({ ...config, ...later }) }),
      onGap: () => {
        const link = supervisor.link()
        if (link) store.refresh(link).catch(() => {})
      },
      onLost: () => {
        // Without a waiting call the modal does not reopen; with one it opens again on the next link.
        if (!calls.isWaiting()) stage.hide()
        store.lost()
      },
      onFailed,
      onWallets: () => store.say('wallets'),
    })
    listen(window, 'online', retry, signal)
    preloadOnIntent(opener, world.supervisor.warm, signal)
    if (embed) world.supervisor.warm()
    return { ...world, stage }
  }
  const { stage, supervisor, discovery } = typeof document === 'undefined' ? ssrStubs : makeWorld()
  const order = async <Name extends keyof WidgetMethods>(
    method: Name,
    params: ParamsIn<WidgetMethods[Name]>,
  ) => {
    signal.throwIfAborted()
    await supervisor.call(method, params)
  }

  /** Stores a change for later documents, unless the widget rejects it. */
  const keeps = async (change: OptionUpdates, send: () => Promise<void> | undefined, isFine: boolean) => {
    const before = later
    if (isFine) later = { ...later, ...change }
    try {
      // A value that may be invalid is sent at once, because only the widget can report the problem.
      if (successor || supervisor.isWarm() || !isFine) await send()
    } catch (error) {
      if (Object(error).code === providerCodes.invalidParams) later = before
      throw error
    }
  }

  const leaveBy = async (method: 'modal.escape' | 'modal.close') => {
    try {
      if (supervisor.link()) return void (await supervisor.call(method, {}, AbortSignal.timeout(leaveMs)))
    } catch {
      // A widget that does not respond must not block closing.
    }
    stage.hide()
    calls.leave()
    store.forgetOpen()
  }

  const restored = () => untilReconnected(supervisor, store.settled)

  const calls = makeModalCalls({
    signal,
    frameSignal: gone.signal,
    supervisor,
    stage,
    isEmbedded: !!embed || stage === ssrStubs.stage,
    isOpen: () => store.state().open,
    onFailed,
    onEnd: () => {
      if (!isOpen()) prompts.end()
    },
  })
  // Order matters, because the widget's state event "open" may arrive after a request.
  const isOpen = () => store.state().open || calls.isWaiting()
  const prompts = createModalScopedRequests(isOpen)
  const askWidget = async (request: ParamsIn<WidgetMethods['wallet.request']>): Promise<unknown> => {
    signal.throwIfAborted()
    const send = (abort: AbortSignal) => supervisor.call('wallet.request', request, abort)
    return (await prompts.ask(request.method, send)).result
  }
  const answer = (request: ParamsIn<WidgetMethods['wallet.request']>) =>
    ownReads.answer(request, () => askWidget(request))
  const ethereum = makeEthereumProvider({
    signal,
    state: store.state,
    successor: () => successor?.ethereum,
    restored,
    connect: () => bridge.openModal({ namespace: 'eip155' }),
    send: (method, params) => answer({ method, params }),
  })

  /** The instance that replaced this one, if any; it receives the calls of this one. */
  const next = () => {
    signal.throwIfAborted()
    return successor
  }
  const bridge: Drawbridge = {
    openModal: async (given) => {
      const request = ignoreEvent(given)
      try {
        return await (next()?.openModal(request) ?? calls.open(request))
      } catch (error) {
        if (successor && error === gone.signal.reason) return successor.openModal(request)
        throw error
      }
    },
    closeModal: async () => successor?.closeModal() ?? leaveBy('modal.close'),
    disconnect: async (given) => {
      const namespace = ignoreEvent(given)
      return next()?.disconnect(namespace) ?? order('session.disconnect', { namespace })
    },
    switchNetwork: async (chainId) => next()?.switchNetwork(chainId) ?? order('network.switch', { chainId }),
    requestWallet: async (walletId, request) => {
      const { method, params } = Object(request)
      // An empty id, because without one the request would go to the active wallet.
      return next()?.requestWallet(walletId, request) ?? answer({ walletId: walletId ?? '', method, params })
    },
    setTheme: async (theme) => {
      const { mode, variables, ...others } = Object(theme)
      await keeps(
        {
          ...(mode !== undefined && { themeMode: mode }),
          ...(variables !== undefined && { themeVariables: variables }),
        },
        async () => (successor ? next()?.setTheme(theme) : order('theme.set', theme)),
        /^(light|dark|auto|undefined)$/.test(mode + Object.keys(others)),
      )
    },
    setAnalyticsConsent: (analytics) =>
      keeps(
        { analyticsConsent: analytics },
        async () =>
          successor ? next()?.setAnalyticsConsent(analytics) : order('consent.set', { analytics }),
        typeof analytics === 'boolean',
      ),
    onEvent: (listener) => bridge.subscribe('event', listener),
    subscribe: store.subscribe,
    get state() {
      return store.state()
    },
    get accounts() {
      return store.state().accounts
    },
    get wallets() {
      if (successor && !signal.aborted) return successor.wallets
      return bridgeWallets(discovery.list(), store.state(), discovery.provider, order)
    },
    ethereum: ethereum.provider,
    destroy: () => {
      if (signal.aborted) return
      const take = () => gone.abort(unreachable())
      // A required sign-in ends as by its Cancel (SPEC §4 sign-in flow 6), for which the frame stays, hidden.
      const link = options.siwx && store.state().open ? supervisor.link() : undefined
      const closing = link?.call('modal.close', {}, { signal: AbortSignal.timeout(leaveMs) })
      ended.abort(unreachable())
      stage.hide()
      if (closing) void closing.then(take, take)
      else take()
      // Emits to subscribers that no account is connected any more.
      store.apply(initialState)
    },
  }
  if (stage === ssrStubs.stage) return bridge

  /** Another instance replaces this one: it takes over the page, and calls of this one are forwarded to it. */
  const stepDown = (to: ReplacementInstance) => {
    const left = store.state()
    successor = to
    gone.abort(isReplaced())
    announcing.abort(gone.signal.reason)
    forwardToReplacement(to, { signal, store, ethereum })
    return left
  }
  const place = replaceInstance(`${widgetOrigin} ${projectId}`, bridge, stepDown)
  // The new document reconnects the wallets of the replaced instance.
  if (place.state && place.state.accounts.length > 0) {
    store.apply({ ...place.state, open: false, loading: true })
    supervisor.warm()
  }
  if (announce) {
    const announced = { bridge, restored, signal: announcing.signal, uuid: place.uuid }
    announceWallets(announced, String(options.platforms ?? 'polkadot'))
  }
  return bridge
}

/**
 * Creates a wallet widget for this page. Loads nothing at once: the frame is preloaded when the page is idle, or when a
 * pointer, focus or touch reaches an opener. On a server the instance is inert: its calls reject.
 * @throws WidgetError `APKT008` without a project id, `config/invalid` (also for an `rpcUrls` that is neither https nor
 * http on localhost), `config/widget-url`.
 * @example
 * const bridge = createDrawbridge({ projectId, metadata: { name: 'Shop' }, platforms: ['ethereum'], networks: ['eip155:1'] })
 * const result = await bridge.openModal()
 */
export const createDrawbridge = (options: DrawbridgeOptions): Drawbridge => createBridge(options)
