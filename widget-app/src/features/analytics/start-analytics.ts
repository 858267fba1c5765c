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

/** What the project said to being counted; asked once in the life of the page, and a failure is a no. */
const answerAtom = atom<'unasked' | 'pending' | 'on' | 'off'>('unasked')

/** A batch was refused (SPEC §4): nothing is sent any more in the life of this page. */
const forbiddenAtom = atom(false)

const isOffAtom = atom((get) => get(forbiddenAtom) || get(answerAtom) === 'off')

const askAtom = atom(null, async (get, set, page: AnalyticsWindow): Promise<void> => {
  if (get(answerAtom) !== 'unasked') return
  set(answerAtom, 'pending')
  const ports = get(portsAtom)
  const isOn = await fetchEndpoint(ports, get(apiAtom), getAnalyticsConfig, { params: {}, query: {} }).then(
    ({ isAnalyticsEnabled }) => isAnalyticsEnabled,
    (cause: unknown) => {
      ports.log('Whether the project wants analytics is not known: none', cause)
      return false
    },
  )
  set(answerAtom, isOn ? 'on' : 'off')
  if (!isOn) set(queueAtom, emptyBatch)
  // Nothing is put into a full one, so that nothing would ask for this later.
  else if (get(queueAtom).bytes > analyticsFlushBytes) set(flushAtom, page)
})

/** Sends what waits, if the project wants it. The browser says no more than whether it took the beacon. */
const flushAtom = atom(null, (get, set, { navigator }: AnalyticsWindow): void => {
  const queue = get(queueAtom)
  if (queue.events.length === 0 || get(answerAtom) !== 'on' || get(forbiddenAtom)) return
  set(queueAtom, emptyBatch)
  const { baseUrl, common } = get(apiAtom)
  let isTaken = false
  try {
    isTaken = navigator.sendBeacon(endpointUrl(baseUrl, postBatch, {}, {}, common), bodyOf(queue))
  } catch (cause) {
    get(portsAtom).log('Analytics could not be sent', cause)
  }
  if (!isTaken) set(forbiddenAtom, true)
})

/** Words about the widget itself that are told to the host alone. */
const untold: ReadonlySet<string> = new Set(['MODAL_CREATED'])

const countAtom = atom(null, (get, set, told: WidgetEvent, page: AnalyticsWindow): void => {
  if (get(isOffAtom) || untold.has(told.event)) return
  // The project takes its time to say whether it wants any.
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
      props: propsOf(told),
    }),
  )
  if (get(queueAtom).bytes > analyticsFlushBytes) set(flushAtom, page)
})

/**
 * Counts events while the person agrees to it (`isAnalyticsEnabledAtom`), and sends them in batches: above 45 KB, and when the page
 * is hidden or goes. `early` came after consent, while this file was on the line. Nothing is kept of the time before consent; when it is withdrawn, what waits is dropped. Returns
 * the end of that.
 */
export function startAnalytics(
  store: Store,
  page: AnalyticsWindow,
  early: readonly WidgetEvent[] = [],
): () => void {
  const { document } = page
  const flush = () => store.set(flushAtom, page)
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  const look = () => {
    if (store.get(isAnalyticsEnabledAtom)) {
      store.set(analyticsSinkAtom, { count: (told) => store.set(countAtom, told, page) })
      void store.set(askAtom, page)
    } else {
      store.set(analyticsSinkAtom, undefined)
      store.set(queueAtom, emptyBatch)
    }
  }
  const stop = store.sub(isAnalyticsEnabledAtom, look)
  document.addEventListener('visibilitychange', onVisibility)
  page.addEventListener('pagehide', flush)
  look()
  if (store.get(isAnalyticsEnabledAtom)) for (const told of early) store.set(countAtom, told, page)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
    page.removeEventListener('pagehide', flush)
    store.set(analyticsSinkAtom, undefined)
    store.set(queueAtom, emptyBatch)
  }
}
