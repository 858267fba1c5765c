import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { walletConnectPrefix } from '#shared/channel/records/discovered-wallet.ts'
import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { embeddedHandlePrefix } from '#widget/chains/embedded-handle.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { hasOpenedAtom, modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectedAtom, reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import {
  type AnalyticsEvent,
  type AnalyticsWindow,
  analyticsSinkAtom,
  isAnalyticsEnabledAtom,
  trackEventAtom,
} from '#widget/domain/analytics/analytics-events.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import type { Store } from '#widget/lib/state.ts'
import { reportResumedSwaps } from './report-resumed-swaps.ts'
import { reportUncaughtErrors } from './report-uncaught-errors.ts'
import { trackImpressions } from './track-impressions.ts'
import { trackViews } from './track-views.ts'

const methodOf = ({ walletId, handle }: Connection, isPhone: boolean) =>
  handle.startsWith(embeddedHandlePrefix)
    ? 'email'
    : walletId.includes(`:${walletConnectPrefix}`)
      ? isPhone
        ? 'mobile'
        : 'qrcode'
      : 'browser'

const keyOf = ({ namespace, handle }: Connection) => `${namespace} ${handle}`

/** `switchNamespaceAtom` tracks changes between two namespaces, because connecting causes one as well. */
const isSwitch = (before: ChainId | undefined, now: ChainId | undefined): boolean =>
  before !== undefined && now !== undefined && now !== before && namespaceOf(now) === namespaceOf(before)

/** Tracks new and ended connections, and network changes. */
function trackConnections(
  store: Store,
  track: (event: AnalyticsEvent, chainId?: ChainId) => void,
): readonly (() => void)[] {
  let connections: readonly Connection[] = []
  let chain = store.get(activeChainAtom)
  /** Reconnected wallets; tracked once all have reconnected, as in the host's state. */
  const reconnected = new Set<string>()
  const check = () => {
    if (store.get(reconnectingAtom)) {
      for (const connection of store.get(currentConnectionsAtom)) reconnected.add(keyOf(connection))
      return
    }
    const before = connections
    connections = store.get(currentConnectionsAtom)
    const lacks = (list: readonly Connection[]) => {
      const keys = new Set(list.map(keyOf))
      return (one: Connection) => !keys.has(keyOf(one))
    }
    for (const connection of connections.filter(lacks(before))) {
      const isReconnected =
        reconnected.has(keyOf(connection)) || store.get(reconnectedAtom).has(connection.handle)
      // With its own chain, because the namespace becomes active later, or never if several connect at once.
      track(
        {
          event: 'CONNECT_SUCCESS',
          properties: {
            method: methodOf(connection, store.get(isPhoneAtom)),
            name: connection.walletName,
            walletRank: isReconnected
              ? undefined
              : store.get(walletByIdAtom(connection.walletId))?.entry?.rank,
            reconnect: isReconnected,
            view: store.get(currentViewAtom).name,
          },
        },
        connection.chain,
      )
    }
    const ended = before.filter(lacks(connections))
    const isAll = connections.length === 0 && ended.length > 1
    for (const namespace of isAll ? ['all'] : ended.map((one) => one.namespace))
      track({ event: 'DISCONNECT_SUCCESS', properties: { namespace } })
    const now = store.get(activeChainAtom)
    const isSwitched = isSwitch(chain, now) && ended.length === 0 && !connections.some(lacks(before))
    chain = now
    if (now && isSwitched) track({ event: 'SWITCH_NETWORK', properties: { network: now } })
  }
  check()
  return [currentConnectionsAtom, activeChainAtom, reconnectingAtom].map((fact) => store.sub(fact, check))
}

function trackModal(store: Store, track: (event: AnalyticsEvent) => void): () => void {
  let wasOpen = false
  const check = () => {
    const isOpen = store.get(modalOpenAtom)
    if (isOpen === wasOpen) return
    wasOpen = isOpen
    const connected = store.get(currentConnectionsAtom).length > 0
    track({ event: isOpen ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } })
  }
  check()
  // The modal opened and closed while this file loaded.
  if (!wasOpen && store.get(hasOpenedAtom)) {
    wasOpen = true
    track({ event: 'MODAL_OPEN', properties: { connected: store.get(currentConnectionsAtom).length > 0 } })
    check()
  }
  return store.sub(modalOpenAtom, check)
}

/** Sends analytics only with the user's consent, which the host reports; its code loads then. */
function watchConsent(store: Store, page: AnalyticsWindow): () => void {
  const check = () => {
    if (!store.get(isAnalyticsEnabledAtom)) return
    stop()
    const queued: WidgetEvent[] = []
    store.set(analyticsSinkAtom, { count: (widgetEvent) => queued.push(widgetEvent) })
    import('#widget/features/analytics/start-analytics.ts').then(
      ({ startAnalytics }) => startAnalytics(store, page, queued),
      (cause: unknown) => store.get(portsAtom).log('Analytics could not be loaded', cause),
    )
  }
  const stop = store.sub(isAnalyticsEnabledAtom, check)
  check()
  return stop
}

/**
 * Tracks events that follow from the widget's state; events that only a command knows (a rejection, a failed transfer) are
 * tracked there. Earlier events are tracked on start.
 */
export function trackEvents(store: Store, page: AnalyticsWindow): () => void {
  const track = (event: AnalyticsEvent, chainId?: ChainId) => store.set(trackEventAtom, event, chainId)
  const config = store.get(hostConfigAtom)
  track({
    event: 'INITIALIZE',
    properties: {
      platforms: config.platforms.join(' '),
      networks: store.get(configuredChainIdsAtom).length,
      themeMode: config.themeMode,
      embedded: config.embedded,
      basic: config.basic,
      siwx: config.siwx !== undefined,
    },
  })
  track({ event: 'MODAL_CREATED', properties: {} })
  const ends = [
    watchConsent(store, page),
    trackModal(store, track),
    trackViews(store, track),
    ...trackConnections(store, track),
    trackImpressions(store, track),
    reportResumedSwaps(store),
    reportUncaughtErrors(page, track),
  ]
  return () => {
    for (const end of ends) end()
  }
}
