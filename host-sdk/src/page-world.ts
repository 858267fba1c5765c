import { type Clock, systemClock } from '../../shared/channel/clock.ts'
import type { HostMethods } from '../../shared/channel/contract.ts'
import { unreachable } from '../../shared/channel/handshake.ts'
import type { CloseReason } from '../../shared/channel/link.ts'
import type { Handlers } from '../../shared/channel/method.ts'
import { createFrame } from './frame.ts'
import { watchFrame } from './frame-watch.ts'
import { connectHostLink, type HostLink } from './host-link.ts'
import type { Stage } from './stage.ts'
import { type Supervisor, supervise } from './supervisor.ts'
import { type Discovery, discoverEthereumWallets } from './wallets/discovery.ts'
import { makeRelay } from './wallets/relay.ts'

/** The parts of an instance that live in the page: wallets found, the frame on its stage, and the supervised link. */
export type PageWorld = {
  readonly discovery: Discovery
  readonly supervisor: Supervisor
  destroy(): void
}

/** Joins wallets, frame and link. Nothing is loaded until somebody warms or calls the supervisor. */
export function makePageWorld(options: {
  readonly widgetOrigin: string
  readonly projectId: string
  readonly title: string
  readonly stage: Stage
  readonly isOpen: () => boolean
  /** A fresh link: configure it and listen. Runs before any waiting call goes out. */
  readonly onLink: (link: HostLink) => Promise<void>
  readonly onGap: () => void
  readonly onLost: () => void
  readonly onWallets: () => void
}): PageWorld {
  const clock: Clock = systemClock
  const { stage } = options
  let watched = false
  let unwatchFrame = () => {}

  let discovering = true
  const discovery = discoverEthereumWallets(window, () => {
    // Wallets that answer the first request do so before anybody can listen; the owner reads the list afterwards.
    if (discovering) return
    options.onWallets()
    if (watched) supervisor.link()?.emit('wallets', [...discovery.list()])
  })
  discovering = false
  const relay = makeRelay(discovery.provider, (event) => supervisor.link()?.emit('provider', event))

  const handlers: Handlers<HostMethods> = {
    'wallets.watch': () => {
      watched = true
      return { wallets: [...discovery.list()] }
    },
    'provider.request': async ({ handle, method, params }) => {
      const request = params === undefined ? { method } : { method, params }
      return { result: await relay.request(handle, request) }
    },
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

  const connect = async (signal: AbortSignal, onClose: (reason: CloseReason) => void): Promise<HostLink> => {
    unwatchFrame()
    watched = false
    const abort = new AbortController()
    const giveUp = () => abort.abort(unreachable())
    signal.addEventListener('abort', giveUp, { once: true })
    const frame = createFrame(options.widgetOrigin, options.projectId, options.title)
    unwatchFrame = watchFrame({
      frame,
      widgetOrigin: options.widgetOrigin,
      clock,
      onGone: () => {
        giveUp()
        supervisor.lose()
      },
      onBlocked: giveUp,
    })
    stage.mount(frame)
    const link = await connectHostLink({
      widgetOrigin: options.widgetOrigin,
      frameWindow: () => frame.contentWindow,
      clock,
      signal: abort.signal,
      handlers,
      isAwaited: () => supervisor.isAwaited() || options.isOpen(),
      onGap: options.onGap,
      onClose,
    })
    await options.onLink(link)
    return link
  }

  const supervisor = supervise({
    clock,
    connect,
    isNeeded: () => supervisor.isAwaited() || options.isOpen(),
    onLost: options.onLost,
  })

  // A page kept in the back-forward cache comes back with dead ports.
  const onPageHide = () => supervisor.link()?.close('pagehide')
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) supervisor.warm()
  }
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)

  return {
    discovery,
    supervisor,
    destroy: () => {
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      unwatchFrame()
      relay.stop()
      discovery.stop()
      supervisor.destroy()
      stage.destroy()
    },
  }
}
