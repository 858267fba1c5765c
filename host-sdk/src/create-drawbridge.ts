import { unreachableError } from '../../shared/channel/handshake/handshake.ts'
import { announceWallets } from './announce/announce.ts'
import { createBridgeStore } from './bridge-store.ts'
import type { Drawbridge } from './drawbridge.ts'
import { configureLink } from './frame/configure-link.ts'
import { closeMs, createModal } from './frame/modal.ts'
import { waitUntilReconnected } from './frame/preload.ts'
import { createHostRuntime } from './host-runtime.ts'
import { initialState } from './initial-state.ts'
import { createOptionUpdates } from './option-updates.ts'
import {
  checkOptions,
  type DrawbridgeOptions,
  parseWidgetOrigin,
  plainOptions,
  type RawOptions,
} from './options.ts'
import { createEthereumProvider } from './provider/ethereum-provider.ts'
import { createWalletRequests } from './provider/wallet-requests.ts'
import { forwardToReplacement, replacedError, replaceInstance } from './replace-instance.ts'
import { createSdkInstance } from './sdk-instance.ts'
import { defaultWidgetUrl } from './widget-url.ts'

/** Creates an instance from unchecked options; `createDrawbridge` is its typed form. */
export function createBridge(input: RawOptions, createRuntime = createHostRuntime): Drawbridge {
  // Read once, because they may be getters or a Proxy of the page.
  const options = { ...input }
  const { config, projectId, name } = checkOptions(options)
  const widgetOrigin = parseWidgetOrigin(options.widgetUrl ?? defaultWidgetUrl)
  const { announce = true } = options
  const title = `${name} wallet`
  const destroyController = new AbortController()
  const { signal } = destroyController
  /** Aborts when the frame is removed: with the instance, or a moment later. */
  const frameController = new AbortController()
  /** Aborts earlier if another instance replaces this one. */
  const announceController = new AbortController()
  signal.addEventListener('abort', () => announceController.abort(signal.reason))
  let replacement: Drawbridge | undefined

  const store = createBridgeStore(
    signal,
    () => bridge.wallets,
    (from, to) => requests.stateChanged(from, to),
    (from, to) => {
      // The provider of a replaced instance stays in use.
      if (!signal.aborted || !replacement) ethereum.stateChanged(from, to)
    },
  )
  const requests = createWalletRequests(Reflect.get(config, 'networks'), {
    signal,
    state: store.state,
    isOpen: () => modal.isOpen(),
    send: (request, abort) => connection.call('wallet.request', request, abort),
  })
  const { update, changed } = createOptionUpdates(() => !!replacement || connection.hasFrame())
  const modal = createModal({
    widgetOrigin,
    title,
    options,
    changed,
    signal,
    frameSignal: frameController.signal,
    store,
    createRuntime: (parts) =>
      createRuntime({
        ...options,
        ...parts,
        widgetOrigin,
        title,
        siteName: name,
        readChain: requests.widgetRead,
        signal: frameController.signal,
        onLink: (link) =>
          configureLink(link, store, ethereum.onMessage, () => plainOptions({ ...config, ...changed() })),
        onGap: () => store.refresh(connection.link()),
        onWallets: () => store.publish('wallets'),
      }),
    onEnd: requests.end,
  })
  const { connection } = modal
  const reconnected = () => waitUntilReconnected(connection, store.settled)
  const ethereum = createEthereumProvider({
    signal,
    state: store.state,
    replacement: () => replacement?.ethereum,
    reconnected,
    connect: () => bridge.openModal({ namespace: 'eip155' }),
    send: (method, params) => requests.handle({ method, params }),
  })
  const destroy = () => {
    if (signal.aborted) return
    const removeFrame = () => frameController.abort(unreachableError())
    // A required sign-in ends as by its Cancel (SPEC §4 sign-in flow 6), for which the frame stays, hidden.
    const link = options.siwx && store.state().open ? connection.link() : undefined
    const closing = link?.call('modal.close', {}, { signal: AbortSignal.timeout(closeMs) })
    destroyController.abort(unreachableError())
    modal.hide()
    if (closing) void closing.then(removeFrame, removeFrame)
    else removeFrame()
    // Emits to subscribers that no account is connected any more.
    store.apply(initialState)
  }
  const bridge = createSdkInstance({
    signal,
    frameSignal: frameController.signal,
    replacement: () => replacement,
    modal,
    store,
    request: requests.handle,
    update,
    provider: ethereum.provider,
    destroy,
  })
  if (typeof document === 'undefined') return bridge

  /** Another instance replaces this one: it takes over the page, and calls of this one are forwarded to it. */
  const releasePage = (to: Drawbridge) => {
    const lastState = store.state()
    replacement = to
    frameController.abort(replacedError())
    announceController.abort(frameController.signal.reason)
    forwardToReplacement(to, signal, store, ethereum)
    return lastState
  }
  const slot = replaceInstance(`${widgetOrigin} ${projectId}`, bridge, releasePage)
  // The new document reconnects the wallets of the replaced instance.
  if (slot.state && slot.state.accounts.length > 0) {
    store.apply({ ...slot.state, open: false, loading: true })
    connection.preload()
  }
  const announcementPorts = { bridge, reconnected, signal: announceController.signal, uuid: slot.uuid }
  if (announce) announceWallets(announcementPorts, String(options.platforms ?? 'polkadot'))
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
