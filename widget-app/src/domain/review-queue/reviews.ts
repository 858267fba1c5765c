import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import type { GatedClick } from '#widget/lib/page/gated-click.ts'
import type { OpenedWindow } from '#widget/lib/popup.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import type { Risk } from './risk.ts'

/** The simulation of a request. */
export type SimulationState = { readonly is: 'running' } | { readonly is: 'unavailable' } | Simulation

/** The decoding of a request: pending, its facts, or failed. */
export type DecodingState =
  | { readonly is: 'reading' }
  | { readonly is: 'unreadable' }
  | { readonly is: 'read'; readonly description: Description }

/** Stage of one review. */
export type ReviewStage =
  /** The user decides; `changed` if its effect differs now from what was displayed. */
  | { readonly is: 'deciding'; readonly changed: boolean }
  /** The user approved, and it is simulated once more. */
  | { readonly is: 'checking' }
  /** The wallet has it, in an app on this phone. */
  | { readonly is: 'asked' }
  /** The wallet returned another result than requested; it was not used. */
  | { readonly is: 'mismatch' }
  /**
   * The wallet responded, and what it sent or signed could not be verified against the request, or has calls that the wallet
   * added. `hash` can be looked up, and without one the account: `account`, or that of the request.
   */
  | {
      readonly is: 'unverified'
      readonly hash: string | undefined
      readonly account?: string | undefined
      /**
       * What the wallet added to the request: calls such as a fee, or a contract's authority to act as the account
       * (EIP-7702).
       */
      readonly added: 'nothing' | 'calls' | 'rights'
    }

/**
 * `open-window`: reopens the confirm window, and sends nothing to a wallet. `acknowledge`: the user has read the result of
 * an ended request. A gated click approves what is on screen.
 */
export type Decision = 'cancel' | 'open-window' | 'acknowledge' | GatedClick

/** The confirm window of a review, from the frame's side. */
export type ConfirmWindowState = {
  /**
   * `opening`: not connected yet; `waiting`: the user decides there; `closed`: without a decision; `unreached`: not
   * connected in time, possibly blocked; `too-large`: the window cannot receive the request, and none was opened.
   */
  readonly stage: 'opening' | 'waiting' | 'closed' | 'unreached' | 'too-large'
  /** For a link, if the browser opens no window. */
  readonly address: string
  /** Two digits that the window shows too, if the mailbox connects it. */
  readonly comparison: string | undefined
  /** Focuses it; undefined for an unreachable window. */
  readonly show: (() => void) | undefined
}

/** The element of a frame in which a document of the vault is shown. */
export type FrameElement = { src: string; readonly contentWindow: OpenedWindow | null }

/** The vault's frame of a review: the user decides there if a spending limit covers the request. */
export type PaymentFrameState = {
  /** `asked`: it reads the request, out of sight; `shown`: in place of the review; `failed`: it was, and only the window can decide. */
  readonly stage: 'asked' | 'shown' | 'failed'
  /** Loads it. Call it once, with the element in the page. */
  readonly load: (element: FrameElement) => void
}

export type Review = {
  readonly id: string
  readonly connection: Connection
  readonly request: RpcRequest
  readonly decoding: DecodingState
  readonly risks: readonly Risk[]
  readonly simulation: SimulationState
  readonly stage: ReviewStage
  /** Opens the confirm window if the request needs one: call it during the user's click. */
  readonly decide: (decision: Decision) => void
  /** The confirm window, from its first opening on. */
  readonly window?: ConfirmWindowState | undefined
  /** The vault's frame; undefined: the request is decided elsewhere. */
  readonly frame?: PaymentFrameState | undefined
  /** Lowers the request's approval to an amount in base units; undefined if it has none. */
  readonly limit?: ((amount: bigint) => void) | undefined
  /** What must not change until the request is sent; undefined for an alert about an ended request. */
  readonly snapshot?: string | undefined
  /** Ends the review with an error, unless the wallet has the request. */
  readonly expire?: ((reason: unknown) => void) | undefined
}

const queueAtom = atom<readonly Review[]>([])
/** Whether the modal was opened for a review, and closes after the last one. */
const openedForReviewAtom = atom(false)

/** Number of decided reviews of the current queue. */
const decidedCountAtom = atom(0)

/** Position of the displayed review, and the number of reviews. */
export const reviewSlotAtom = atom((get) => {
  const decided = get(decidedCountAtom)
  return { index: decided + 1, count: decided + get(queueAtom).length }
})

/** Reviews in the order of their requests; the first is on screen. */
export const reviewsAtom = atom((get) => get(queueAtom))

const isShown = (view: { readonly name: string }) => view.name === 'ApproveTransaction'

/** Whether a view of the widget is on screen, or below another one. */
export const isInStack = (get: Getter, name: ViewName): boolean =>
  get(viewStackAtom).some((view) => view.name === name)

/** Whether a review is on screen instead of a view of the widget, which returns when the review ends. */
export const isCoveredByReview = (get: Getter, name: ViewName): boolean =>
  isShown(get(currentViewAtom)) && isInStack(get, name)

/** Appends a review to the queue, and shows the queue: a closed modal opens. */
export const addReviewAtom = atom(null, (get, set, review: Review) => {
  set(queueAtom, (reviews) => [...reviews, review])
  const view = { name: 'ApproveTransaction' as const }
  if (isShown(get(currentViewAtom)) && get(modalOpenAtom)) return
  if (get(modalOpenAtom) || get(hostConfigAtom).embedded) {
    set(openedForReviewAtom, false)
    set(viewStackAtom, { to: 'push', view })
    return
  }
  set(openedForReviewAtom, true)
  set(viewStackAtom, { to: 'reset', view })
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
})

/** Updates a review; one that has left the queue is not added again. */
export const updateReviewAtom = atom(null, (_get, set, id: string, change: Partial<Review>) =>
  set(queueAtom, (reviews) =>
    reviews.map((review) => (review.id === id ? { ...review, ...change } : review)),
  ),
)

/** Removes a review from the queue; after the last one the widget returns to its former state. */
export const closeReviewAtom = atom(null, (get, set, id: string) => {
  const previous = get(queueAtom)
  const rest = previous.filter((review) => review.id !== id)
  if (rest.length === previous.length) return
  set(queueAtom, rest)
  set(decidedCountAtom, (decided) => (rest.length === 0 ? 0 : decided + 1))
  if (rest.length > 0 || !isShown(get(currentViewAtom))) return
  if (get(openedForReviewAtom)) set(dismissModalAtom)
  else set(viewStackAtom, { to: 'back' })
})

/** A stage about a wallet's response: it may warn about the page itself, so only the user ends it. */
const isAlert = ({ stage }: Review): boolean => stage.is === 'mismatch' || stage.is === 'unverified'

const isVisibleAtom = atom(
  (get) => (get(modalOpenAtom) || get(hostConfigAtom).embedded) && isShown(get(currentViewAtom)),
)

/** The alert that is on screen; `decide` ends it, in a click of the user only. */
export const displayedMismatchAtom = atom((get) => {
  const [first] = get(queueAtom)
  return first !== undefined && isAlert(first) && get(isVisibleAtom) ? first : undefined
})

/**
 * Cancels the requests that are no longer on screen, because the modal was closed or shows another view. Alerts stay: over
 * any view, or until the modal opens again. Call it whenever either changes.
 */
export const cancelHiddenReviewsAtom = atom(null, (get, set) => {
  const reviews = get(queueAtom)
  if (reviews.length === 0 || get(isVisibleAtom)) return
  set(queueAtom, reviews.filter(isAlert))
  set(decidedCountAtom, 0)
  for (const review of reviews) if (!isAlert(review)) review.decide('cancel')
  if (get(queueAtom).length === 0) return
  set(openedForReviewAtom, false)
  if (get(modalOpenAtom) || get(hostConfigAtom).embedded)
    set(viewStackAtom, { to: 'push', view: { name: 'ApproveTransaction' } })
})
