import { portsAtom } from '#widget/core/ports.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { canFramePage } from '../provider-page-url.ts'
import { deployedProvidersAtom } from './providers.ts'

/**
 * The URL of an order's page if it is framed; undefined if it opens in a popup, because its provider has no frame, or the
 * deployment no longer lists the page's origin.
 */
export const framedUrlAtom = atom((get) => {
  const providers = get(deployedProvidersAtom)
  return ({ provider: { id }, url }: Pick<Order, 'provider' | 'url'>): string | undefined => {
    const provider = providers.find((one) => one.id === id)
    return provider?.open === 'iframe' && canFramePage(url, provider.origins) ? url : undefined
  }
})

/**
 * The state of an order's frame. `shown` is any loaded page, including the browser's error page: the content of a
 * cross-origin frame cannot be inspected. `late`: nothing has loaded for 10 s. `blocked`: the widget's CSP blocks the page.
 */
type FrameState = 'loading' | 'shown' | 'late' | 'blocked'

const framesAtom = atom<ReadonlyMap<string, FrameState>>(new Map<string, FrameState>())

/** The state of an order's frame. */
export const providerFrameAtom = atomFamily((id: string) =>
  atom((get): FrameState => get(framesAtom).get(id) ?? 'loading'),
)

/** A frame event; `anew`: a new frame follows. */
export type ProviderFrameEvent = 'anew' | 'loaded' | 'late' | 'blocked'

function nextFrame(state: FrameState, event: ProviderFrameEvent): FrameState {
  if (event === 'anew') return 'loading'
  // The browser's error page for a blocked frame also fires `load`.
  if (state === 'blocked' || event === 'blocked') return 'blocked'
  if (event === 'loaded') return 'shown'
  return state === 'loading' ? 'late' : state
}

/** Records a frame event. It never affects the state of the order. */
export const providerFrameEventAtom = atom(null, (get, set, id: string, event: ProviderFrameEvent) =>
  set(framesAtom, new Map([...get(framesAtom), [id, nextFrame(get(providerFrameAtom(id)), event)]])),
)

const frameTimeoutMs = 10_000

/** Mounted with an order's frame: sets it to `late` after the timeout, and resets it on unmount. */
export const resetFrameOnLeaveAtom = atomFamily((id: string) => {
  const timeoutAtom = atom(
    () => undefined,
    (get, set): (() => void) => {
      const cancel = get(portsAtom).clock.after(frameTimeoutMs, () => set(providerFrameEventAtom, id, 'late'))
      return () => {
        cancel()
        set(providerFrameEventAtom, id, 'anew')
      }
    },
  )
  timeoutAtom.onMount = (start) => start()
  return timeoutAtom
})
