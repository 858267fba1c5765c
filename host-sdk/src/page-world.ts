import { systemClock } from '../../shared/channel/clock.ts'
import type { HostMethods } from '../../shared/channel/contract.ts'
import { fittingWallets } from '../../shared/channel/found-wallet.ts'
import type { CloseReason } from '../../shared/channel/link.ts'
import type { Handlers } from '../../shared/channel/method.ts'
import { createFrame } from './frame.ts'
import { watchFrame } from './frame-watch.ts'
import { connectHostLink, type HostLink } from './host-link.ts'
import type { Stage } from './stage.ts'
import { type Supervisor, supervise } from './supervisor.ts'
import { type Discovery, discoverEthereumWallets } from './wallets/discovery.ts'
import { makeRelay } from './wallets/relay.ts'

/** SPEC §9. */
const walletUpdateMs = 50

/** The parts of an instance that live in the page: wallets found, the frame on its stage, and the supervised link. */
export type PageWorld = { readonly discovery: Discovery; readonly supervisor: Supervisor }

/** Joins wallets, frame and link until the signal aborts. Nothing is loaded until somebody warms or calls the supervisor. */
export function makePageWorld(options: {
  readonly widgetOrigin: string
  readonly projectId: string
  readonly title: string
  readonly stage: Stage
  readonly signal: AbortSignal
  /** A fresh link: configure it and listen. Runs before any waiting call goes out. */
  readonly onLink: (link: HostLink) => Promise<void>
  readonly onGap: () => void
  readonly onLost: () => void
  readonly onWallets: () => void
}): PageWorld {
  const { widgetOrigin, stage, signal } = options
  const clock = systemClock
  let isWatched = false
  let isUpdating = false

  const discovery = discoverEthereumWallets(window, signal, () => {
    if (isUpdating) return
    isUpdating = true
    clock.after(walletUpdateMs, () => {
      isUpdating = false
      options.onWallets()
      if (isWatched) supervisor.link()?.emit('wallets', wallets())
    })
  })
  const wallets = () => fittingWallets(discovery.list())
  const relay = makeRelay(
    discovery.provider,
    (event) => supervisor.link()?.emit('provider', event),
    clock,
    signal,
  )

  const handlers: Handlers<HostMethods> = {
    'wallets.watch': () => {
      isWatched = true
      return { wallets: wallets() }
    },
    'provider.request': async ({ handle, ...request }) => ({ result: await relay(handle, request) }),
    'overlay.show': () => {
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

  const connect = async (life: AbortController, onClose: (reason: CloseReason) => void) => {
    isWatched = false
    const frame = createFrame(widgetOrigin, options.projectId, options.title)
    watchFrame(frame, widgetOrigin, clock, life)
    stage.mount(frame)
    const link = await connectHostLink({
      widgetOrigin,
      frameWindow: () => frame.contentWindow,
      clock,
      signal: life.signal,
      handlers,
      isAwaited: supervisor.isAwaited,
      onGap: options.onGap,
      onClose,
    })
    await options.onLink(link)
    stage.reveal()
    return link
  }
  const supervisor = supervise({ clock, connect, onLost: options.onLost, signal })

  // A page that comes back from the back-forward cache would find its ports dead.
  let wasWarm = false
  const onPageHide = () => {
    wasWarm = supervisor.isWarm()
    supervisor.rest()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && wasWarm) supervisor.warm()
  }
  addEventListener('pagehide', onPageHide, { signal })
  addEventListener('pageshow', onPageShow, { signal })
  signal.addEventListener('abort', () => stage.destroy())

  return { discovery, supervisor }
}
