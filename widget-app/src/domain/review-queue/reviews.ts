import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { Description, Simulation } from '#widget/chains/request-facts.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import type { GatedClick } from '#widget/lib/page/gated-click.ts'
import { atom } from '#widget/lib/state.ts'
import type { Risk } from './risk.ts'

/** What is known of the run of a request. */
export type SimulationState = { readonly is: 'running' } | { readonly is: 'unavailable' } | Simulation

/** What is known of a request: nothing yet, its facts, or that it could not be read. */
export type DecodingState =
  | { readonly is: 'reading' }
  | { readonly is: 'unreadable' }
  | { readonly is: 'read'; readonly description: Description }

/** Where one review stands. */
export type ReviewStage =
  /** A person decides; `changed` when it would do something else now than what was shown before. */
  | { readonly is: 'deciding'; readonly changed: boolean }
  /** Approve was pressed, and it is run once more. */
  | { readonly is: 'checking' }
  /** The wallet has it, in an app of this phone. */
  | { readonly is: 'asked' }
  /** The wallet gave back something else than was asked; nothing of it was used. */
  | { readonly is: 'mismatch' }
  /**
   * The wallet answered, and what it sent or signed could not be compared with the request, or has calls that the wallet
   * added. `hash` can be looked up, and without one the account: `account`, or that of the request.
   */
  | {
      readonly is: 'unverified'
      readonly hash: string | undefined
      readonly account?: string | undefined
      /** What the wallet added to the request: calls such as a fee, or the right of a contract to act as the account (EIP-7702). */
      readonly added: 'nothing' | 'calls' | 'rights'
    }

/**
 * `open-window`: opens the confirm window anew, and asks no wallet. `acknowledge`: the user has read what became of a request
 * that is over. A press of a gated control approves what is on screen.
 */
export type Decision = 'cancel' | 'open-window' | 'acknowledge' | GatedClick

/** The confirm window of a review, from the frame's side. */
export type ConfirmWindowState = {
  /**
   * `opening`: it has not come yet; `waiting`: the user decides there; `closed`: without a decision; `unreached`: it has
   * not come in time, and may be blocked; `too-large`: the window cannot get the request, and none was opened.
   */
  readonly stage: 'opening' | 'waiting' | 'closed' | 'unreached' | 'too-large'
  /** For a link, where the browser opens none. */
  readonly address: string
  /** Two digits that the window shows too, where the mailbox is the way to it. */
  readonly comparison: string | undefined
  /** Brings it to the front; absent for a window out of reach. */
  readonly show: (() => void) | undefined
}

export type Review = {
  readonly id: string
  readonly connection: Connection
  readonly request: RpcRequest
  readonly reading: DecodingState
  readonly risks: readonly Risk[]
  readonly simulation: SimulationState
  readonly stage: ReviewStage
  /** A press opens the confirm window where the request needs one: call it inside the user's press. */
  readonly decide: (decision: Decision) => void
  /** The confirm window, from its first opening on. */
  readonly window?: ConfirmWindowState | undefined
  /** Lowers the request's approval to an amount in base units; absent where it has none to lower. */
  readonly limit?: ((amount: bigint) => void) | undefined
  /** What has to stay the same until the wallet is asked; undefined for an alarm about what is over. */
  readonly pin?: string | undefined
  /** Ends the review with an error, unless the wallet has the request. */
  readonly expire?: ((reason: unknown) => void) | undefined
}

const listAtom = atom<readonly Review[]>([])
/** Whether the modal was opened for a review, and closes after the last one. */
const openedAtom = atom(false)

/** How many of the present queue have been decided. */
const passedAtom = atom(0)

/** Which one of how many the review on screen is. */
export const reviewSlotAtom = atom((get) => {
  const passed = get(passedAtom)
  return { index: passed + 1, count: passed + get(listAtom).length }
})

/** Reviews in the order in which they were asked for; the first is on screen. */
export const reviewsAtom = atom((get) => get(listAtom))

const isShown = (view: { readonly name: string }) => view.name === 'ApproveTransaction'

/** Puts a review at the end of the queue, and shows the queue: the modal opens by itself where it is closed. */
export const addReviewAtom = atom(null, (get, set, review: Review) => {
  set(listAtom, (reviews) => [...reviews, review])
  const view = { name: 'ApproveTransaction' as const }
  if (isShown(get(currentViewAtom)) && get(modalOpenAtom)) return
  if (get(modalOpenAtom) || get(hostConfigAtom).embedded) {
    set(openedAtom, false)
    set(viewStackAtom, { to: 'push', view })
    return
  }
  set(openedAtom, true)
  set(viewStackAtom, { to: 'reset', view })
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
})

/** Changes what is known of a review; one that has left the queue stays away. */
export const updateReviewAtom = atom(null, (_get, set, id: string, change: Partial<Review>) =>
  set(listAtom, (reviews) => reviews.map((review) => (review.id === id ? { ...review, ...change } : review))),
)

/** Takes a review out of the queue; after the last one the widget is as it was before. */
export const closeReviewAtom = atom(null, (get, set, id: string) => {
  const before = get(listAtom)
  const rest = before.filter((review) => review.id !== id)
  if (rest.length === before.length) return
  set(listAtom, rest)
  set(passedAtom, (passed) => (rest.length === 0 ? 0 : passed + 1))
  if (rest.length > 0 || !isShown(get(currentViewAtom))) return
  if (get(openedAtom)) set(dismissModalAtom)
  else set(viewStackAtom, { to: 'back' })
})

/** A state about an answer of the wallet: the page may be the one whom it warns of, so only the user ends it. */
const isAlarm = ({ stage }: Review): boolean => stage.is === 'mismatch' || stage.is === 'unverified'

const isVisibleAtom = atom(
  (get) => (get(modalOpenAtom) || get(hostConfigAtom).embedded) && isShown(get(currentViewAtom)),
)

/** The alarm that is on screen; `decide` ends it, in a press of the user alone. */
export const displayedMismatchAtom = atom((get) => {
  const [first] = get(listAtom)
  return first !== undefined && isAlarm(first) && get(isVisibleAtom) ? first : undefined
})

/**
 * Cancels the requests that are no longer on screen, because the modal was closed or shows something else. Alarms stay: over
 * whatever is shown, or until the modal opens again. To be called whenever either changes.
 */
export const cancelHiddenReviewsAtom = atom(null, (get, set) => {
  const reviews = get(listAtom)
  if (reviews.length === 0 || get(isVisibleAtom)) return
  set(listAtom, reviews.filter(isAlarm))
  set(passedAtom, 0)
  for (const review of reviews) if (!isAlarm(review)) review.decide('cancel')
  if (get(listAtom).length === 0) return
  set(openedAtom, false)
  if (get(modalOpenAtom) || get(hostConfigAtom).embedded)
    set(viewStackAtom, { to: 'push', view: { name: 'ApproveTransaction' } })
})
