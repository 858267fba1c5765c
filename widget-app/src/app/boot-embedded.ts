import { systemClock } from '#shared/channel/clock.ts'
import { unreachableError } from '#shared/channel/handshake/handshake.ts'
import { eventsCapability } from '#shared/channel/records/widget-event.ts'
import { helloTimeoutMs } from '#shared/config/limits.ts'
import type { EarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { createHostTransport, type WidgetLink } from '#widget/bridge/host-transport.ts'
import { projectFromPath } from '#widget/bridge/project-from-path.ts'
import { type BridgeCommands, serveHost } from '#widget/bridge/serve-host.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isOriginAllowed, originStatusAtom } from '#widget/core/verify-origin.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { lazyOnce } from '#widget/lib/lazy-once.ts'
import { afterPaint } from '#widget/lib/page/after-paint.ts'
import { prefersReducedMotion } from '#widget/ui/reduced-motion.ts'
import { bootWidget, loadBridgeCommands } from './boot.ts'
import { configure } from './configure.ts'
import { closeForHostAtom, escapeForHostAtom } from './shell/sheet-controls.ts'
import { whenPresentable } from './startup/when-presentable.ts'
import type { Widget } from './widget.ts'

/** A widget in the frame of a host page. */
export type EmbeddedWidget = Widget & {
  /**
   * Resolves when the host's configuration has arrived, or after the maximum wait since the handshake: then the views can
   * render. Never resolves if the handshake is rejected.
   */
  readonly presentable: Promise<void>
  /**
   * Call it when the views are in the document: until then the host's dim stays, and nothing is prefetched. Its argument
   * renders a change synchronously: otherwise React would render the opening in a later task, behind a frame.
   */
  readonly onRendered: (atOnce: (change: () => void) => void) => void
}

/** The sheet fades for this long before the host hides the frame (motion token `calm`). */
const fadeMs = 200
/** Maximum time to respond to the host's close, even if a wallet has not responded to what Cancel requested. */
const closeTimeoutMs = 1_000

/** Boots inside a host page's frame and serves that page. */
export function bootEmbedded(page: Window, handshake: Promise<EarlyHandshake>): EmbeddedWidget {
  let link: WidgetLink | undefined
  let cancelHide = () => {}
  const callHost = (call: (to: WidgetLink) => Promise<unknown>) => {
    // The host detects a lost link and recreates this document.
    if (link) call(link).catch(() => {})
  }
  let renderNow = (change: () => void) => change()
  let markRendered = () => {}
  const rendered = new Promise<void>((resolve) => {
    markRendered = resolve
  })
  // If the views do not load, close the link: the host tries a new document.
  const linkController = new AbortController()
  const abortLink = () => linkController.abort()
  handshake.then(
    () => rendered.then(systemClock.after(helloTimeoutMs, abortLink)),
    () => undefined,
  )
  page.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && abortLink(), true)
  const whenRendered = (run: () => void) => void rendered.then(run)
  const transport = createHostTransport((message, detail) => widget.store.get(portsAtom).log(message, detail))
  const widget = bootWidget(
    page,
    transport,
    (store) => ({
      get embedded() {
        return store.get(hostConfigAtom).embedded
      },
      hideOverlay: () => {
        cancelHide()
        cancelHide = systemClock.after(prefersReducedMotion() ? 0 : fadeMs, () =>
          callHost((to) => to.call('overlay.hide', {})),
        )
      },
      showOverlay: () => {
        cancelHide()
        whenRendered(() => {
          if (store.get(modalOpenAtom)) callHost((to) => to.call('overlay.show', {}))
        })
      },
      siwx: async (name, params) => (await link?.call('siwx.call', { name, params }))?.result,
      readChain: async (chainId, request, signal) => {
        if (!link) throw unreachableError()
        return (await link.call('chain.read', { chainId, ...request }, { signal })).result
      },
      resize: (heightPx) =>
        callHost((to) => to.call('frame.resize', { height: Math.min(10_000, Math.ceil(heightPx)) })),
      emitEvent: (event) => {
        // A blocked host receives no events, and an SDK without the capability would treat one as a protocol violation.
        if (isOriginAllowed(store.get(originStatusAtom)) && link?.caps.includes(eventsCapability))
          link.emit('event', event)
      },
    }),
    (run) => whenRendered(() => afterPaint(run)),
  )
  const { store } = widget
  // Applying a configuration changes the state several times: none of these states may report that no wallet reconnects.
  store.set(reconnectingAtom, true)
  const loadCommands = lazyOnce(async () => (await loadBridgeCommands()).bridgeCommands(store))
  const { presentable, onConfigured } = whenPresentable(store, handshake)
  const commands: BridgeCommands = {
    onConfigured: () => {
      void configure(widget, page)
      onConfigured()
    },
    render: (change) => renderNow(change),
    close: () =>
      Promise.race([
        store.set(closeForHostAtom),
        new Promise<void>((resolve) => systemClock.after(closeTimeoutMs, resolve)),
      ]),
    requireSignIn: async () => (await loadCommands()).requireSignIn(),
    escape: () => store.set(escapeForHostAtom),
    connectWallet: async (...target) => (await loadCommands()).connectWallet(...target),
    disconnect: async (target) => (await loadCommands()).disconnect(target),
    switchNetwork: async (...target) => (await loadCommands()).switchNetwork(...target),
    handleDappRequest: async (request) => (await loadCommands()).handleDappRequest(request),
  }
  const framed = projectFromPath(page.location.pathname)
  serveHost({ store, page, handshake, transport, commands, projectInUrl: framed }).then(
    (connected) => {
      link = connected
      const end = () => connected.close('closing')
      linkController.signal.addEventListener('abort', end)
      if (linkController.signal.aborted) end()
    },
    (error: unknown) => store.get(portsAtom).log('The page around the widget could not be reached', error),
  )
  return {
    ...widget,
    presentable,
    onRendered: (atOnce) => {
      renderNow = atOnce
      markRendered()
    },
  }
}
