import type { HostMethods } from '../../shared/channel/channel-methods.ts'
import { systemClock } from '../../shared/channel/clock.ts'
import { copyPlainData } from '../../shared/channel/copy-plain-data.ts'
import type { CloseReason } from '../../shared/channel/link.ts'
import { listen } from '../../shared/channel/listen.ts'
import type { Handlers } from '../../shared/channel/method.ts'
import { matchingWallets } from '../../shared/channel/records/discovered-wallet.ts'
import { type Discovery, discoverEthereumWallets } from '../../shared/channel/wallets/discover-eip6963.ts'
import { createFrame } from './frame/frame.ts'
import { createFrameConnection, type FrameConnection } from './frame/frame-connection.ts'
import type { FrameContainer } from './frame/frame-container.ts'
import { connectHostLink, type HostLink } from './frame/host-link.ts'
import { type LoadFailureReason, loadFailure, loadFailureReason } from './frame/load-failure.ts'
import { fetchFailureFile } from './frame/load-failure-module.ts'
import { untilShown } from './frame/preload.ts'
import { watchFrame } from './frame/watch-frame.ts'
import type { HostRpc } from './provider/host-rpc.ts'
import { retryableImport } from './retryable-import.ts'
import { createRequestForwarder } from './wallets/forward-requests.ts'
import { createLateAnnouncementMarker } from './wallets/late-announcements.ts'

/** SPEC §9. */
const walletUpdateMs = 50

/** Interval for reading injected wallets, because not every legacy wallet announces itself. */
const lookMs = 1_000

/** The parts of an instance that need a document: wallet discovery, and the connection to the frame. */
export type HostRuntime = { readonly discovery: Discovery; readonly supervisor: FrameConnection }

const pageWallets = retryableImport(() => import('./wallets/page-wallets.ts'))

const nobody: Discovery = { list: () => [], provider: () => undefined }

/** Connects discovery, frame and link until the signal aborts. Loads nothing before the first call or preload. */
export function createHostRuntime(options: {
  readonly widgetOrigin: string
  readonly projectId: string
  readonly title: string
  /** The host's name, which is passed to wallets. */
  readonly siteName: string
  /** As the page passed them (SPEC §3 platforms); the widget validates them. */
  readonly platforms: unknown
  readonly stage: FrameContainer
  readonly signal: AbortSignal
  /** A new link: configure it synchronously, and subscribe. Prompts wait for the returned promise, other calls do not. */
  readonly onLink: (link: HostLink) => Promise<void>
  readonly onGap: () => void
  readonly onLost: () => void
  readonly onFailed: (cause: LoadFailureReason) => void
  readonly onWallets: () => void
  /** The host's functions for signing in (`SignInFunctions`). */
  readonly siwx: unknown
  /** Reads a chain from an RPC URL of the host (`HostRpc`). */
  readonly readChain: HostRpc['forWidget']
}): HostRuntime {
  const { widgetOrigin, stage, signal } = options
  const wantsOthers = /solana|polkadot/.test(String(options.platforms ?? 'polkadot'))
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
      if (isWatched) supervisor.link()?.emit('wallets', wallets())
    })
  }
  let ethereum: Discovery = nobody
  let others: Discovery = nobody
  const wallets = () => matchingWallets([...markEthereum(ethereum.list()), ...markOthers(others.list())])
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
  const findOthers = () => {
    if (!isWatched || !wantsOthers || others !== nobody) return
    pageWallets().then(
      ({ discoverPageWallets }) => {
        if (others !== nobody) return
        markOthers = createLateAnnouncementMarker(clock, isLoaded)
        others = discoverPageWallets({ ...options, clock, onChange: changed })
        wallets()
      },
      () => {},
    )
  }
  let cancelLook = () => {}
  const look = () => {
    cancelLook()
    ethereum.list()
    cancelLook = clock.after(lookMs, look)
  }
  const relay = createRequestForwarder(
    discovery.provider,
    (event) => supervisor.link()?.emit('provider', event),
    clock,
    signal,
  )

  const handlers: Handlers<HostMethods> = {
    'wallets.watch': () => {
      isWatched = true
      findOthers()
      look()
      return { wallets: wallets() }
    },
    'provider.request': async ({ handle, ...request }) => ({ result: await relay(handle, request) }),
    'siwx.call': async ({ name, params }) => {
      const own: unknown = Reflect.get(Object(options.siwx), name)
      // The widget parses the result.
      const result: unknown = typeof own === 'function' ? await own.call(options.siwx, params) : undefined
      return { result: copyPlainData(result, { isLoose: true })?.copy }
    },
    'chain.read': async ({ chainId, ...read }, { signal }) => ({
      result: await options.readChain(chainId, read, signal),
    }),
    'overlay.show': () => {
      findOthers()
      stage.show()
      return {}
    },
    'overlay.hide': () => {
      stage.hide()
      return {}
    },
    'frame.resize': ({ height }) => {
      stage.resize(height)
      return {}
    },
  }

  let checkFrame = () => {}
  const connect = async (
    life: AbortController,
    onClose: (reason: CloseReason) => void,
    onOpen: (link: HostLink) => void,
  ) => {
    const shown = untilShown()
    if (shown) {
      await shown
      life.signal.throwIfAborted()
    }
    isWatched = false
    const frame = createFrame(widgetOrigin, options.projectId, options.title)
    checkFrame = watchFrame(frame, widgetOrigin, clock, life)
    stage.mount(frame)
    fetchFailureFile()
    const link = await connectHostLink({
      widgetOrigin,
      frameWindow: () => frame.contentWindow,
      clock,
      signal: life.signal,
      handlers,
      isAwaited: supervisor.isAwaited,
      onGap: options.onGap,
      onClose,
    }).catch((error: unknown) => {
      if (life.signal.aborted || loadFailureReason(error)) throw error
      throw loadFailure(navigator.onLine ? 'silent' : 'offline', widgetOrigin)
    })
    const configured = options.onLink(link)
    onOpen(link)
    await configured
    stage.reveal()
    return link
  }
  const { onLost, onFailed } = options
  const supervisor = createFrameConnection({
    clock,
    connect,
    beforeCall: () => checkFrame(),
    onLost,
    onFailed,
    signal,
  })

  // A page restored from the back-forward cache would find its ports dead.
  let wasWarm = false
  const onPageHide = () => {
    wasWarm = supervisor.isWarm()
    supervisor.rest()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && wasWarm) supervisor.warm()
  }
  listen(window, 'pagehide', onPageHide, signal)
  listen(window, 'pageshow', onPageShow, signal)
  signal.addEventListener('abort', () => {
    cancelLook()
    // The page may retain the instance, but must not retain its frame.
    checkFrame = () => {}
    stage.destroy()
  })

  return { discovery, supervisor }
}
