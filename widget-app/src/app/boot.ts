import { systemClock } from '#shared/channel/clock.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { makeBridgeTransport, type WidgetLink } from '#widget/bridge/bridge-transport.ts'
import { type BridgeCommands, serveBridge } from '#widget/bridge/serve.ts'
import type { WalletTransport } from '#widget/chains/contract.ts'
import { hostConfigAtom } from '#widget/kernel/config.ts'
import topWallets from '#widget/kernel/generated/top-wallets.json'
import { hasOpenedAtom, modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { isOnUnsupportedChainAtom } from '#widget/kernel/networks.ts'
import { blockAtom } from '#widget/kernel/origin.ts'
import { type HostPort, type Ports, portsAtom } from '#widget/kernel/ports.ts'
import { afterPaint } from '#widget/lib/after-paint.ts'
import { createStore, type Store } from '#widget/lib/state.ts'
import { browserArea, startStorage } from '#widget/lib/storage.ts'
import { prefersReducedMotion } from '#widget/ui/reduced-motion.ts'
import { chainPorts } from './chain-ports.ts'
import { escapeAtom } from './chrome.ts'
import { configure } from './configure.ts'
import { loadDeployConfig } from './deploy-config.ts'
import { afterConnectAtom } from './flows/after-connect.ts'
import { afterSendAtom } from './flows/after-send.ts'
import { followBlockAtom } from './flows/blocked.ts'
import { followUnsupportedChainAtom } from './flows/unsupported-chain.ts'
import { followPhone } from './phone.ts'
import { preloadNextViews } from './routes.tsx'
import { startTheme } from './theme.ts'
import type { Widget } from './widget.ts'

/** The sheet fades for this long before the host takes the frame away (motion token `calm`). */
const fadeMs = 200

/** Makes the store and binds the ports; the same for an embedded widget and one in a tab of its own. */
export function bootWidget(
  page: Window,
  transport: WalletTransport,
  host: (store: Store) => HostPort,
): Widget {
  const store = createStore()
  const clock = systemClock
  const boundFetch: typeof fetch = (input, init) => page.fetch(input, init)
  const log: Ports['log'] = (message, detail) => {
    if (store.get(hostConfigAtom).debug) console.warn(`[drawbridge] ${message}`, detail ?? '')
  }
  startStorage(store, {
    area: browserArea(page),
    now: clock.now,
    report: (problem, key) => log(`${problem}: ${key}`),
  })
  store.set(portsAtom, {
    clock,
    ids: randomId,
    afterPaint,
    fetch: boundFetch,
    storage: browserArea(page),
    chains: chainPorts({ store, transport, fetch: boundFetch, clock }),
    transport,
    host: host(store),
    bundled: {
      topWallets,
      wallets: async () => (await import('#widget/kernel/generated/wallets.json')).default,
      networks: async () => (await import('#widget/kernel/generated/networks.json')).default,
    },
    flows: {
      afterConnect: () => store.set(afterConnectAtom),
      afterSend: (sent) => store.set(afterSendAtom, sent),
    },
    log,
  })
  startTheme(store, page.document)
  followPhone(store, page)
  startFlows(store)
  return { store, deployed: loadDeployConfig(store) }
}

function startFlows(store: Store): void {
  const follow = () => store.set(followUnsupportedChainAtom)
  store.sub(isOnUnsupportedChainAtom, follow)
  store.sub(modalOpenAtom, follow)
  store.sub(blockAtom, () => store.set(followBlockAtom))
  // What comes next is fetched when the first view stands, not before somebody is interested.
  const stop = store.sub(hasOpenedAtom, () => {
    stop()
    whenIdle(() => {
      void preloadNextViews()
      void import('./bridge-commands.ts')
      void store.get(portsAtom).chains.adapter('eip155')
    })
  })
}

const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}

/** A widget in a host page's frame. */
export type EmbeddedWidget = Widget & {
  /** The host's configuration is in, or has not come for so long that something is worth drawing without it. */
  readonly presentable: Promise<void>
}

/** A host answers in milliseconds; without one the skeleton is better than nothing. */
const configWaitMs = 400
/** A host that waits with a click sends its order to open right after the configuration: then it is drawn once. */
const orderWaitMs = 50

/** Boots inside a host page's frame and connects to that page. */
export function bootEmbedded(page: Window): EmbeddedWidget {
  let link: WidgetLink | undefined
  let cancelHide = () => {}
  const ask = (call: (to: WidgetLink) => Promise<unknown>) => {
    // A lost link is the host's to notice; it recreates this document.
    if (link) call(link).catch(() => {})
  }
  const transport = makeBridgeTransport((message, detail) => widget.store.get(portsAtom).log(message, detail))
  const widget = bootWidget(page, transport, (store) => ({
    get embedded() {
      return store.get(hostConfigAtom).embedded
    },
    hideOverlay: () => {
      cancelHide()
      cancelHide = systemClock.after(prefersReducedMotion() ? 0 : fadeMs, () =>
        ask((to) => to.call('overlay.hide', {})),
      )
    },
    showOverlay: () => {
      cancelHide()
      ask((to) => to.call('overlay.show', {}))
    },
    resize: (heightPx) =>
      ask((to) => to.call('frame.resize', { height: Math.min(10_000, Math.ceil(heightPx)) })),
  }))
  const later = async () => (await import('./bridge-commands.ts')).bridgeCommands(widget.store)
  let present = () => {}
  const presentable = new Promise<void>((resolve) => {
    present = resolve
    systemClock.after(configWaitMs, resolve)
  })
  widget.store.sub(modalOpenAtom, present)
  const commands: BridgeCommands = {
    configured: () => {
      systemClock.after(orderWaitMs, present)
      void configure(widget, page)
    },
    escape: () => widget.store.set(escapeAtom),
    connectWallet: async (...target) => (await later()).connectWallet(...target),
    disconnect: async (target) => (await later()).disconnect(target),
    switchNetwork: async (...target) => (await later()).switchNetwork(...target),
    answerDapp: async (request) => (await later()).answerDapp(request),
  }
  serveBridge({ store: widget.store, page, transport, commands }).then(
    (connected) => {
      link = connected
    },
    (error: unknown) =>
      widget.store.get(portsAtom).log('The page around the widget could not be reached', error),
  )
  return { ...widget, presentable }
}
