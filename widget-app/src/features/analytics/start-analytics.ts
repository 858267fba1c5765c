import { getAnalyticsConfig, postBatch } from '#shared/api/analytics.ts'
import { endpointUrl } from '#shared/api/endpoint.ts'
import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'
import { analyticsFlushBytes } from '#shared/config/limits.ts'
import { apiAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  type AnalyticsWindow,
  analyticsSinkAtom,
  isAnalyticsEnabledAtom,
} from '#widget/domain/analytics/analytics-events.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { addToBatch, bodyOf, type EventBatch, emptyBatch, propsOf, uuidOf } from './event-batch.ts'

const queueAtom = atom<EventBatch>(emptyBatch)

/** Whether the project's config enables analytics. Fetched once per document; a failed fetch means off. */
const configStateAtom = atom<'unasked' | 'pending' | 'on' | 'off'>('unasked')

/** The browser rejected a batch (SPEC §4): this document sends nothing more. */
const forbiddenAtom = atom(false)

const isOffAtom = atom((get) => get(forbiddenAtom) || get(configStateAtom) === 'off')

const fetchConfigAtom = atom(null, async (get, set, page: AnalyticsWindow): Promise<void> => {
  if (get(configStateAtom) !== 'unasked') return
  set(configStateAtom, 'pending')
  const ports = get(portsAtom)
  const isOn = await fetchEndpoint(ports, get(apiAtom), getAnalyticsConfig, { params: {}, query: {} }).then(
    ({ isAnalyticsEnabled }) => isAnalyticsEnabled,
    (cause: unknown) => {
      ports.log('The project settings could not be fetched, so analytics stay off', cause)
      return false
    },
  )
  set(configStateAtom, isOn ? 'on' : 'off')
  if (!isOn) set(queueAtom, emptyBatch)
  // A full queue accepts no events, so no later event would trigger this flush.
  else if (get(queueAtom).bytes > analyticsFlushBytes) set(flushAtom, page)
})

/** Sends the queue if the project enables analytics. `sendBeacon` reports only whether the browser queued the request. */
const flushAtom = atom(null, (get, set, { navigator }: AnalyticsWindow): void => {
  const queue = get(queueAtom)
  if (queue.events.length === 0 || get(configStateAtom) !== 'on' || get(forbiddenAtom)) return
  set(queueAtom, emptyBatch)
  const { baseUrl, common } = get(apiAtom)
  let isAccepted = false
  try {
    isAccepted = navigator.sendBeacon(endpointUrl(baseUrl, postBatch, {}, {}, common), bodyOf(queue))
  } catch (cause) {
    get(portsAtom).log('Analytics could not be sent', cause)
  }
  if (!isAccepted) set(forbiddenAtom, true)
})

/** Events about the widget itself that only the host receives. */
const hostOnlyEvents: ReadonlySet<string> = new Set(['MODAL_CREATED'])

const enqueueAtom = atom(null, (get, set, widgetEvent: WidgetEvent, page: AnalyticsWindow): void => {
  if (get(isOffAtom) || hostOnlyEvents.has(widgetEvent.event)) return
  // The config can take long to arrive; until then the queue has a maximum size.
  if (get(queueAtom).bytes > analyticsFlushBytes) return
  const { clock, ids } = get(portsAtom)
  const url = get(hostOriginAtom) ?? ''
  set(
    queueAtom,
    addToBatch(get(queueAtom), {
      eventId: uuidOf(ids()),
      url,
      domain: URL.parse(url)?.hostname ?? '',
      timestamp: clock.now(),
      props: propsOf(widgetEvent),
    }),
  )
  if (get(queueAtom).bytes > analyticsFlushBytes) set(flushAtom, page)
})

/**
 * Queues analytics events while the user consents (`isAnalyticsEnabledAtom`), and sends them in batches: above 45 KB, and
 * when the page hides or unloads. `earlyEvents` are those that followed the consent while this file loaded. Events before
 * consent are not stored; withdrawn consent drops the queue. Returns a function that stops it.
 */
export function startAnalytics(
  store: Store,
  page: AnalyticsWindow,
  earlyEvents: readonly WidgetEvent[] = [],
): () => void {
  const { document } = page
  const flush = () => store.set(flushAtom, page)
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  const syncWithConsent = () => {
    if (store.get(isAnalyticsEnabledAtom)) {
      store.set(analyticsSinkAtom, { count: (widgetEvent) => store.set(enqueueAtom, widgetEvent, page) })
      void store.set(fetchConfigAtom, page)
    } else {
      store.set(analyticsSinkAtom, undefined)
      store.set(queueAtom, emptyBatch)
    }
  }
  const stop = store.sub(isAnalyticsEnabledAtom, syncWithConsent)
  document.addEventListener('visibilitychange', onVisibility)
  page.addEventListener('pagehide', flush)
  syncWithConsent()
  if (store.get(isAnalyticsEnabledAtom))
    for (const widgetEvent of earlyEvents) store.set(enqueueAtom, widgetEvent, page)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
    page.removeEventListener('pagehide', flush)
    store.set(analyticsSinkAtom, undefined)
    store.set(queueAtom, emptyBatch)
  }
}
