import { portsAtom } from '#widget/core/ports.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { isFramedPage } from './provider-page-url.ts'
import { deployedProvidersAtom } from './providers.ts'

/**
 * The address of an order's page where it stands in a frame; undefined where it opens in a window: its provider has no
 * frame, or the deployment does not name the page's origin (any more).
 */
export const framedUrlAtom = atom((get) => {
  const providers = get(deployedProvidersAtom)
  return ({ provider: { id }, url }: Pick<Order, 'provider' | 'url'>): string | undefined => {
    const provider = providers.find((one) => one.id === id)
    return provider?.open === 'iframe' && isFramedPage(url, provider.origins) ? url : undefined
  }
})

/**
 * How the frame of an order's page stands. `shown` is any page, the browser's own page of an error among them: what is in
 * a frame of another origin cannot be told. `late`: nothing has loaded for 10 s. `refused`: the policy of the widget's
 * document does not let in what the frame was to show.
 */
type FrameState = 'loading' | 'shown' | 'late' | 'refused'

const framesAtom = atom<ReadonlyMap<string, FrameState>>(new Map<string, FrameState>())

/** How the frame of an order stands. */
export const providerFrameAtom = atomFamily((id: string) =>
  atom((get): FrameState => get(framesAtom).get(id) ?? 'loading'),
)

/** What a frame did; `anew`: another one is to come. */
export type ProviderFrameEvent = 'anew' | 'loaded' | 'late' | 'refused'

function nextFrame(state: FrameState, news: ProviderFrameEvent): FrameState {
  if (news === 'anew') return 'loading'
  // The browser's page in place of a refused one loads as well.
  if (state === 'refused' || news === 'refused') return 'refused'
  if (news === 'loaded') return 'shown'
  return state === 'loading' ? 'late' : state
}

/** Tells what a frame did. Nothing of it decides what becomes of the order. */
export const providerFrameEventAtom = atom(null, (get, set, id: string, news: ProviderFrameEvent) =>
  set(framesAtom, new Map([...get(framesAtom), [id, nextFrame(get(providerFrameAtom(id)), news)]])),
)

const frameLateMs = 10_000

/** Mounted with the frame of an order: tells when it is late. The next frame of it starts anew. */
export const resetFrameOnLeaveAtom = atomFamily((id: string) => {
  const presenceAtom = atom(
    () => undefined,
    (get, set): (() => void) => {
      const cancel = get(portsAtom).clock.after(frameLateMs, () => set(providerFrameEventAtom, id, 'late'))
      return () => {
        cancel()
        set(providerFrameEventAtom, id, 'anew')
      }
    },
  )
  presenceAtom.onMount = (start) => start()
  return presenceAtom
})
