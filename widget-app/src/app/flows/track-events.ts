import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { walletConnectPrefix } from '#shared/channel/records/discovered-wallet.ts'
import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
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

const methodOf = ({ walletId }: Connection, isPhone: boolean) =>
  walletId.includes(`:${walletConnectPrefix}`) ? (isPhone ? 'mobile' : 'qrcode') : 'browser'

const keyOf = ({ namespace, handle }: Connection) => `${namespace} ${handle}`

/** `switchNamespaceAtom` tracks changes between two namespaces, because connecting causes one as well. */
const isSwitch = (before: ChainId | undefined, now: ChainId | undefined): boolean =>
  before !== undefined && now !== undefined && now !== before && namespaceOf(now) === namespaceOf(before)

/** Tracks new and ended connections, and network changes. */
function followConnections(
  store: Store,
  tell: (event: AnalyticsEvent, where?: ChainId) => void,
): readonly (() => void)[] {
  let held: readonly Connection[] = []
  let chain = store.get(activeChainAtom)
  /** Reconnected wallets; tracked once all have reconnected, as in the host's state. */
  const returning = new Set<string>()
  const look = () => {
    if (store.get(reconnectingAtom)) {
      for (const connection of store.get(currentConnectionsAtom)) returning.add(keyOf(connection))
      return
    }
    const before = held
    held = store.get(currentConnectionsAtom)
    const lacks = (list: readonly Connection[]) => {
      const keys = new Set(list.map(keyOf))
      return (one: Connection) => !keys.has(keyOf(one))
    }
    for (const connection of held.filter(lacks(before))) {
      const isBack = returning.has(keyOf(connection)) || store.get(reconnectedAtom).has(connection.handle)
      // With its own chain, because the namespace becomes active later, or never if several connect at once.
      tell(
        {
          event: 'CONNECT_SUCCESS',
          properties: {
            method: methodOf(connection, store.get(isPhoneAtom)),
            name: connection.walletName,
            walletRank: isBack ? undefined : store.get(walletByIdAtom(connection.walletId))?.entry?.rank,
            reconnect: isBack,
            view: store.get(currentViewAtom).name,
          },
        },
        connection.chain,
      )
    }
    const gone = before.filter(lacks(held))
    const isAll = held.length === 0 && gone.length > 1
    for (const namespace of isAll ? ['all'] : gone.map((one) => one.namespace))
      tell({ event: 'DISCONNECT_SUCCESS', properties: { namespace } })
    const now = store.get(activeChainAtom)
    const isSwitched = isSwitch(chain, now) && gone.length === 0 && !held.some(lacks(before))
    chain = now
    if (now && isSwitched) tell({ event: 'SWITCH_NETWORK', properties: { network: now } })
  }
  look()
  return [currentConnectionsAtom, activeChainAtom, reconnectingAtom].map((fact) => store.sub(fact, look))
}

function followModal(store: Store, tell: (event: AnalyticsEvent) => void): () => void {
  let wasOpen = false
  const look = () => {
    const isOpen = store.get(modalOpenAtom)
    if (isOpen === wasOpen) return
    wasOpen = isOpen
    const connected = store.get(currentConnectionsAtom).length > 0
    tell({ event: isOpen ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } })
  }
  look()
  // The modal opened and closed while this file loaded.
  if (!wasOpen && store.get(hasOpenedAtom)) {
    wasOpen = true
    tell({ event: 'MODAL_OPEN', properties: { connected: store.get(currentConnectionsAtom).length > 0 } })
    look()
  }
  return store.sub(modalOpenAtom, look)
}

/** Sends analytics only with the user's consent, which the host reports; its code loads then. */
function followConsent(store: Store, page: AnalyticsWindow): () => void {
  const look = () => {
    if (!store.get(isAnalyticsEnabledAtom)) return
    stop()
    const early: WidgetEvent[] = []
    store.set(analyticsSinkAtom, { count: (told) => early.push(told) })
    import('#widget/features/analytics/start-analytics.ts').then(
      ({ startAnalytics }) => startAnalytics(store, page, early),
      (cause: unknown) => store.get(portsAtom).log('Analytics could not be loaded', cause),
    )
  }
  const stop = store.sub(isAnalyticsEnabledAtom, look)
  look()
  return stop
}

/**
 * Tracks events that follow from the widget's state; events that only a command knows (a rejection, a failed transfer) are
 * tracked there. Earlier events are tracked on start.
 */
export function trackEvents(store: Store, page: AnalyticsWindow): () => void {
  const tell = (event: AnalyticsEvent, where?: ChainId) => store.set(trackEventAtom, event, where)
  const config = store.get(hostConfigAtom)
  tell({
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
  tell({ event: 'MODAL_CREATED', properties: {} })
  const ends = [
    followConsent(store, page),
    followModal(store, tell),
    trackViews(store, tell),
    ...followConnections(store, tell),
    trackImpressions(store, tell),
    reportResumedSwaps(store),
    reportUncaughtErrors(page, tell),
  ]
  return () => {
    for (const end of ends) end()
  }
}
