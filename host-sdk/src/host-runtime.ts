import type { HostMethods } from '../../shared/channel/channel-methods.ts'
import { systemClock } from '../../shared/channel/clock.ts'
import { copyPlainData } from '../../shared/channel/copy-plain-data.ts'
import type { CloseReason } from '../../shared/channel/link.ts'
import { listen } from '../../shared/channel/listen.ts'
import type { Handlers } from '../../shared/channel/method.ts'
import { fittingWallets } from '../../shared/channel/records/discovered-wallet.ts'
import { type Discovery, discoverEthereumWallets } from '../../shared/channel/wallets/discover-eip6963.ts'
import { createFrame } from './frame/frame.ts'
import { createFrameConnection, type FrameConnection } from './frame/frame-connection.ts'
import type { FrameContainer } from './frame/frame-container.ts'
import { connectHostLink, type HostLink } from './frame/host-link.ts'
import { type LoadFailureReason, loadFailure, loadFailureReason } from './frame/load-failure.ts'
import { prefetchFailureModule } from './frame/load-failure-module.ts'
import { waitUntilShown } from './frame/preload.ts'
import { watchFrame } from './frame/watch-frame.ts'
import type { HostRpc } from './provider/host-rpc.ts'
import { retryableImport } from './retryable-import.ts'
import { createRequestForwarder } from './wallets/forward-requests.ts'
import { createLateAnnouncementMarker } from './wallets/late-announcements.ts'

/** SPEC §9. */
const walletUpdateMs = 50

/** Interval for reading injected wallets, because not every legacy wallet announces itself. */
const pollMs = 1_000

/** The parts of an instance that need a document: wallet discovery, and the connection to the frame. */
export type HostRuntime = { readonly discovery: Discovery; readonly connection: FrameConnection }

/** Before this time after the opening, the failure module would delay the first view; a failure requests it at once. */
const failureModuleDelayMs = 500

const pageWallets = retryableImport(() => import('./wallets/combine-discoveries.ts'))

const noDiscovery: Discovery = { list: () => [], provider: () => undefined }

/** Connects discovery, frame and link until the signal aborts. Loads nothing before the first call or preload. */
export function createHostRuntime(options: {
  readonly widgetOrigin: string
  readonly projectId: string
  readonly title: string
  /** The host's name, which is passed to wallets. */
  readonly siteName: string
  /** As the page passed them (SPEC §3 platforms); the widget validates them. */
  readonly platforms?: unknown
  readonly container: FrameContainer
  readonly signal: AbortSignal
  /** A new link: configure it synchronously, and subscribe. Prompts wait for the returned promise, other calls do not. */
  readonly onLink: (link: HostLink) => Promise<void>
  readonly onGap: () => void
  readonly onLost: () => void
  readonly onFailed: (cause: LoadFailureReason) => void
  readonly onWallets: () => void
  /** The host's functions for signing in (`SignInFunctions`). */
  readonly siwx?: unknown
  /** Reads a chain from an RPC URL of the host (`HostRpc`). */
  readonly readChain: HostRpc['widgetRead']
}): HostRuntime {
  const { widgetOrigin, container, signal } = options
  const usesOtherPlatforms = /solana|polkadot/.test(String(options.platforms ?? 'polkadot'))
  const clock = systemClock
  let isWatched = false
  let isUpdating = false
  const isLoaded = () => document.readyState === 'complete'
  const markEthereum = createLateAnnouncementMarker(clock, isLoaded)
  // Discovery of the other wallets starts later, and so does the time they have.
  let markOthers = markEthereum

  const changed = () => {
    wallets()
    if (isUpdating) return
    isUpdating = true
    clock.after(walletUpdateMs, () => {
      isUpdating = false
      options.onWallets()
      if (isWatched) connection.link()?.emit('wallets', wallets())
    })
  }
  let ethereum: Discovery = noDiscovery
  let others: Discovery = noDiscovery
  const wallets = () => fittingWallets([...markEthereum(ethereum.list()), ...markOthers(others.list())])
  ethereum = discoverEthereumWallets(window, signal, changed)
  // Mark wallets that announced themselves synchronously now, not when the widget first reads the list.
  wallets()
  const discovery: Discovery = {
    list: () => [...ethereum.list(), ...others.list()],
    provider: (handle) => ethereum.provider(handle) ?? others.provider(handle),
  }
  /**
   * Discovers wallets of other platforms once a view lists wallets, and loads their code then. If the code does not load,
   * the next opening tries again.
   */
  const discoverOthers = () => {
    if (!isWatched || !usesOtherPlatforms || others !== noDiscovery) return
    pageWallets().then(
      ({ discoverPageWallets }) => {
        if (others !== noDiscovery) return
        markOthers = createLateAnnouncementMarker(clock, isLoaded)
        others = discoverPageWallets({ ...options, clock, onChange: changed })
        wallets()
      },
      () => {},
    )
  }
  let cancelPoll = () => {}
  const pollWallets = () => {
    cancelPoll()
    ethereum.list()
    cancelPoll = clock.after(pollMs, pollWallets)
  }
  const forwardRequest = createRequestForwarder(
    discovery.provider,
    (event) => connection.link()?.emit('provider', event),
    clock,
    signal,
  )

  const handlers: Handlers<HostMethods> = {
    'wallets.watch': () => {
      isWatched = true
      discoverOthers()
      pollWallets()
      return { wallets: wallets() }
    },
    'provider.request': async ({ handle, ...request }) => ({ result: await forwardRequest(handle, request) }),
    'siwx.call': async ({ name, params }) => {
      const siwxFunction: unknown = Reflect.get(Object(options.siwx), name)
      // The widget parses the result.
      const result: unknown =
        typeof siwxFunction === 'function' ? await siwxFunction.call(options.siwx, params) : undefined
      return { result: copyPlainData(result, { isLoose: true })?.copy }
    },
    'chain.read': async ({ chainId, ...read }, { signal }) => ({
      result: await options.readChain(chainId, read, signal),
    }),
    'overlay.show': () => {
      setTimeout(prefetchFailureModule, failureModuleDelayMs)
      discoverOthers()
      container.show()
      return {}
    },
    'overlay.hide': () => {
      container.hide()
      return {}
    },
    'frame.resize': ({ height }) => {
      container.resize(height)
      return {}
    },
  }

  let checkFrame = () => {}
  const connect = async (
    lifetime: AbortController,
    onClose: (reason: CloseReason) => void,
    onOpen: (link: HostLink) => void,
  ) => {
    const whenShown = waitUntilShown()
    if (whenShown) {
      await whenShown
      lifetime.signal.throwIfAborted()
    }
    isWatched = false
    const frame = createFrame(widgetOrigin, options.projectId, options.title)
    checkFrame = watchFrame(frame, widgetOrigin, clock, lifetime)
    container.mount(frame)
    const link = await connectHostLink({
      widgetOrigin,
      frameWindow: () => frame.contentWindow,
      clock,
      signal: lifetime.signal,
      handlers,
      isAwaited: connection.isAwaited,
      onGap: options.onGap,
      onClose,
    }).catch((error: unknown) => {
      if (lifetime.signal.aborted || loadFailureReason(error)) throw error
      throw loadFailure(navigator.onLine ? 'silent' : 'offline', widgetOrigin)
    })
    const configured = options.onLink(link)
    onOpen(link)
    await configured
    container.reveal()
    return link
  }
  const { onLost, onFailed } = options
  const connection = createFrameConnection({
    clock,
    connect,
    beforeCall: () => checkFrame(),
    onLost,
    onFailed,
    signal,
  })

  // A page restored from the back-forward cache would find its ports dead.
  let hadFrame = false
  const onPageHide = () => {
    hadFrame = connection.hasFrame()
    connection.suspend()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && hadFrame) connection.preload()
  }
  listen(window, 'pagehide', onPageHide, signal)
  listen(window, 'pageshow', onPageShow, signal)
  signal.addEventListener('abort', () => {
    cancelPoll()
    // The page may retain the instance, but must not retain its frame.
    checkFrame = () => {}
    container.destroy()
  })

  return { discovery, connection }
}
