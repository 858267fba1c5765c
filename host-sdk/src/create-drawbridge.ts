import type { WidgetMethods } from '../../shared/channel/channel-methods.ts'
import { unreachableError } from '../../shared/channel/handshake/handshake.ts'
import { listen } from '../../shared/channel/listen.ts'
import type { ParamsIn } from '../../shared/channel/method.ts'
import { providerCodes } from '../../shared/errors/provider-error.ts'
import { announceWallets } from './announce/announce.ts'
import { createBridgeStore } from './bridge-store.ts'
import { bridgeWallets } from './bridge-wallets.ts'
import type { Drawbridge } from './drawbridge.ts'
import { configureLink } from './frame/configure-link.ts'
import { createEmbeddedContainer } from './frame/embedded-container.ts'
import type { LoadFailureReason } from './frame/load-failure.ts'
import { createHints } from './frame/load-failure-module.ts'
import { createModalCalls } from './frame/open-modal.ts'
import { createOverlay } from './frame/overlay.ts'
import { preconnect, preloadOnIntent, waitUntilReconnected } from './frame/preload.ts'
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
import { createEthereumProvider } from './provider/ethereum-provider.ts'
import { createHostRpc } from './provider/host-rpc.ts'
import { createModalScopedRequests } from './provider/modal-scoped-requests.ts'
import {
  forwardToReplacement,
  type ReplacementInstance,
  replacedError,
  replaceInstance,
} from './replace-instance.ts'
import { ssrStubs } from './ssr-stubs.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** How long the widget may take to close before the SDK removes the overlay itself. */
const closeMs = 2_000

/** Creates an instance from unchecked options; `createDrawbridge` is its typed form. */
export function createBridge(input: RawOptions, createRuntime = createHostRuntime): Drawbridge {
  // Read once, because they may be getters or a Proxy of the page.
  const options = { ...input }
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { opener, embed, announce = true } = options
  const title = `${name} wallet`
  const destroyController = new AbortController()
  const { signal } = destroyController
  const hostRpc = createHostRpc(Reflect.get(config, 'networks'), {
    signal,
    state: () => store.state(),
    chainNumber: () => requestWidget({ method: 'eth_chainId' }),
  })
  /** Aborts when the frame is removed: with the instance, or a moment later. */
  const frameController = new AbortController()
  /** Aborts earlier if another instance replaces this one. */
  const announceController = new AbortController()
  signal.addEventListener('abort', () => announceController.abort(signal.reason))
  let replacement: ReplacementInstance | undefined
  /** Sent to each new document too. */
  let optionUpdates: OptionUpdates = {}

  const store = createBridgeStore({
    signal,
    initial: initialState,
    wallets: () => bridge.wallets,
    onChange: (from, to) => prompts.stateChanged(from, to),
    onChanged: (from, to) => {
      // The provider of a replaced instance stays in use.
      if (!signal.aborted || !replacement) ethereum.stateChanged(from, to)
    },
  })
  /** Something changed, or the user retries: the widget may be reachable now. */
  const retry = () => {
    connection.reset()
    if (embed) connection.preload()
    calls.retry()
  }
  const hint = createHints(widgetOrigin)
  const onFailed = (cause: LoadFailureReason) => {
    hint(cause)
    container.fail(cause)
  }

  const createParts = () => {
    preconnect(widgetOrigin, signal)
    const notice = () => ({
      locale: options.locale,
      themeMode: optionUpdates.themeMode ?? options.themeMode,
      onRetry: retry,
      onClose: () => closeThrough('modal.close'),
    })
    const container = embed
      ? createEmbeddedContainer(embed, notice)
      : createOverlay({
          label: title,
          onEscape: () => closeThrough('modal.escape'),
          onForcedClose: () => closeThrough('modal.close'),
          notice,
        })
    const runtime = createRuntime({
      widgetOrigin,
      projectId,
      title,
      siteName: name,
      platforms: options.platforms,
      siwx: options.siwx,
      readChain: hostRpc.widgetRead,
      container,
      signal: frameController.signal,
      onLink: (link) =>
        configureLink(link, { store, ethereum, config: () => plainOptions({ ...config, ...optionUpdates }) }),
      onGap: () => {
        const link = connection.link()
        if (link) store.refresh(link).catch(() => {})
      },
      onLost: () => {
        // Without a waiting call the modal does not reopen; with one it opens again on the next link.
        if (!calls.isWaiting()) container.hide()
        store.lost()
      },
      onFailed,
      onWallets: () => store.publish('wallets'),
    })
    listen(window, 'online', retry, signal)
    preloadOnIntent(opener, runtime.connection.preload, signal)
    if (embed) runtime.connection.preload()
    return { ...runtime, container }
  }
  const { container, connection, discovery } = typeof document === 'undefined' ? ssrStubs : createParts()
  const callWidget = async <Name extends keyof WidgetMethods>(
    method: Name,
    params: ParamsIn<WidgetMethods[Name]>,
  ) => {
    signal.throwIfAborted()
    await connection.call(method, params)
  }

  /** Stores a change for later documents, unless the widget rejects it. */
  const update = async (change: OptionUpdates, send: () => Promise<void> | undefined, isValid: boolean) => {
    const before = optionUpdates
    if (isValid) optionUpdates = { ...optionUpdates, ...change }
    try {
      // A value that may be invalid is sent at once, because only the widget can report the problem.
      if (replacement || connection.hasFrame() || !isValid) await send()
    } catch (error) {
      if (Object(error).code === providerCodes.invalidParams) optionUpdates = before
      throw error
    }
  }

  const closeThrough = async (method: 'modal.escape' | 'modal.close') => {
    try {
      if (connection.link()) return void (await connection.call(method, {}, AbortSignal.timeout(closeMs)))
    } catch {
      // A widget that does not respond must not block closing.
    }
    container.hide()
    calls.dismiss()
    store.markClosed()
  }

  const reconnected = () => waitUntilReconnected(connection, store.settled)

  const calls = createModalCalls({
    signal,
    frameSignal: frameController.signal,
    connection,
    container,
    isEmbedded: !!embed || container === ssrStubs.container,
    isOpen: () => store.state().open,
    onFailed,
    onEnd: () => {
      if (!isOpen()) prompts.end()
    },
  })
  // Order matters, because the widget's state event "open" may arrive after a request.
  const isOpen = () => store.state().open || calls.isWaiting()
  const prompts = createModalScopedRequests(isOpen)
  const requestWidget = async (request: ParamsIn<WidgetMethods['wallet.request']>): Promise<unknown> => {
    signal.throwIfAborted()
    const send = (abort: AbortSignal) => connection.call('wallet.request', request, abort)
    return (await prompts.run(request.method, send)).result
  }
  const handle = (request: ParamsIn<WidgetMethods['wallet.request']>) =>
    hostRpc.handle(request, () => requestWidget(request))
  const ethereum = createEthereumProvider({
    signal,
    state: store.state,
    replacement: () => replacement?.ethereum,
    reconnected,
    connect: () => bridge.openModal({ namespace: 'eip155' }),
    send: (method, params) => handle({ method, params }),
  })

  /** The instance that replaced this one, if any; it receives the calls of this one. */
  const active = () => {
    signal.throwIfAborted()
    return replacement
  }
  const bridge: Drawbridge = {
    openModal: async (input) => {
      const request = ignoreEvent(input)
      try {
        return await (active()?.openModal(request) ?? calls.open(request))
      } catch (error) {
        if (replacement && error === frameController.signal.reason) return replacement.openModal(request)
        throw error
      }
    },
    closeModal: async () => replacement?.closeModal() ?? closeThrough('modal.close'),
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
        active()?.requestWallet(walletId, request) ?? handle({ walletId: walletId ?? '', method, params })
      )
    },
    setTheme: async (theme) => {
      const { mode, variables, ...others } = Object(theme)
      await update(
        {
          ...(mode !== undefined && { themeMode: mode }),
          ...(variables !== undefined && { themeVariables: variables }),
        },
        async () => (replacement ? active()?.setTheme(theme) : callWidget('theme.set', theme)),
        /^(light|dark|auto|undefined)$/.test(mode + Object.keys(others)),
      )
    },
    setAnalyticsConsent: (analytics) =>
      update(
        { analyticsConsent: analytics },
        async () =>
          replacement ? active()?.setAnalyticsConsent(analytics) : callWidget('consent.set', { analytics }),
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
      if (replacement && !signal.aborted) return replacement.wallets
      return bridgeWallets(discovery.list(), store.state(), discovery.provider, callWidget)
    },
    ethereum: ethereum.provider,
    destroy: () => {
      if (signal.aborted) return
      const removeFrame = () => frameController.abort(unreachableError())
      // A required sign-in ends as by its Cancel (SPEC §4 sign-in flow 6), for which the frame stays, hidden.
      const link = options.siwx && store.state().open ? connection.link() : undefined
      const closing = link?.call('modal.close', {}, { signal: AbortSignal.timeout(closeMs) })
      destroyController.abort(unreachableError())
      container.hide()
      if (closing) void closing.then(removeFrame, removeFrame)
      else removeFrame()
      // Emits to subscribers that no account is connected any more.
      store.apply(initialState)
    },
  }
  if (container === ssrStubs.container) return bridge

  /** Another instance replaces this one: it takes over the page, and calls of this one are forwarded to it. */
  const releasePage = (to: ReplacementInstance) => {
    const lastState = store.state()
    replacement = to
    frameController.abort(replacedError())
    announceController.abort(frameController.signal.reason)
    forwardToReplacement(to, { signal, store, ethereum })
    return lastState
  }
  const slot = replaceInstance(`${widgetOrigin} ${projectId}`, bridge, releasePage)
  // The new document reconnects the wallets of the replaced instance.
  if (slot.state && slot.state.accounts.length > 0) {
    store.apply({ ...slot.state, open: false, loading: true })
    connection.preload()
  }
  if (announce) {
    const announcementPorts = { bridge, reconnected, signal: announceController.signal, uuid: slot.uuid }
    announceWallets(announcementPorts, String(options.platforms ?? 'polkadot'))
  }
  return bridge
}

/**
 * Creates a wallet widget for this page. Loads nothing at once: the frame is preloaded when the page is idle, or when a
 * pointer, focus or touch reaches an opener. On a server the instance is inert: its calls reject.
 * @throws WidgetError `APKT008` without a project id, `config/invalid` (also for an `rpcUrls` that is neither https nor
 * http on localhost), `config/widget-url`.
 * @example const bridge = createDrawbridge({ projectId, metadata: { name: 'Shop' }, platforms: ['ethereum'], networks:
 * ['eip155:1'] }) const result = await bridge.openModal()
 */
export const createDrawbridge = (options: DrawbridgeOptions): Drawbridge => createBridge(options)
