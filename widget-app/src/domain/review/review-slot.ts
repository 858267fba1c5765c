import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { FrameElement, Review } from '#widget/domain/review-queue/reviews.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type {
  ConfirmWindowClient,
  ConfirmWindowClientEvents,
  WindowApproval,
} from './window/confirm-window-client.ts'

/** The user's decision: approved here, another amount for the approval, or approved in the confirm window. */
export type ReviewDecision = 'approve' | bigint | WindowApproval

/** What a review slot needs of the store. */
export type SlotPorts = {
  id(): string
  add(review: Review): void
  change(id: string, change: Partial<Review>): void
  end(id: string): void
  /** Whether a request is decided in the confirm window, by what is displayed. */
  needsConfirmWindow(review: DisplayedReview): boolean
  /** Opens that window, during the user's click. */
  openWindow(review: DisplayedReview, events: Omit<ConfirmWindowClientEvents, 'offer'>): ConfirmWindowClient
  /** Whether a spending limit may cover a request. */
  mayBeCovered(review: DisplayedReview): boolean
  /** Opens the vault's frame, which knows it. */
  openFrame(
    review: DisplayedReview,
    element: FrameElement,
    events: Omit<ConfirmWindowClientEvents, 'offer'>,
  ): ConfirmWindowClient
}

/** What the rule and the window need of a review. */
export type DisplayedReview = Pick<Review, 'connection' | 'request' | 'decoding' | 'risks' | 'limit'>

const userRejectedError = () => new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')

/** The slot of one request in the queue, from before it is displayed to its end. */
export function reviewSlot(
  ports: SlotPorts,
  {
    signal,
    ...requested
  }: {
    readonly connection: Connection
    readonly request: RpcRequest
    /** Written by `review-snapshot.ts`. */
    readonly snapshot: string
    readonly signal: AbortSignal
  },
) {
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const id = ports.id()
  let isOpen = false
  let isDecided = false
  let resolveDecision = (_decision: ReviewDecision) => {}
  let displayed: Partial<Review> = {}
  let window: ConfirmWindowClient | undefined
  const currentReview = (): DisplayedReview => ({
    decoding: { is: 'reading' },
    risks: [],
    ...requested,
    ...displayed,
  })
  const openWindow = () => {
    window?.end('cancelled')
    if (displayed.frame) change({ frame: undefined })
    window = ports.openWindow(currentReview(), {
      onChange: (next) => change({ window: next }),
      onApproved: (approved) => resolveDecision(approved),
      onCancelled: () => stop.abort(userRejectedError()),
    })
  }
  /** Ends window and frame, with the reason. */
  const endWindow = (endReason: ConfirmEnd) => {
    window?.end(endReason)
    window = undefined
    if (displayed.window) change({ window: undefined })
    if (displayed.frame) change({ frame: undefined })
  }
  /** The request is decided in the vault's window. */
  const dropFrame = () => {
    const { frame } = displayed
    if (isDecided || !frame || frame.stage === 'failed') return
    window?.end('failed')
    window = undefined
    change({ frame: frame.stage === 'shown' ? { ...frame, stage: 'failed' } : undefined })
  }
  const loadFrame = (element: FrameElement) => {
    window = ports.openFrame(currentReview(), element, {
      onChange: ({ stage }) => {
        if (stage !== 'opening' && stage !== 'waiting') dropFrame()
      },
      onShown: () => change({ frame: { stage: 'shown', load: () => undefined } }),
      onWindowNeeded: dropFrame,
      onApproved: (approved) => resolveDecision(approved),
      onCancelled: () => stop.abort(userRejectedError()),
    })
  }
  const change = (next: Partial<Review>) => {
    displayed = { ...displayed, ...next }
    if (isOpen) ports.change(id, next)
  }
  const open = () => {
    if (isOpen) return
    isOpen = true
    ports.add({
      id,
      ...requested,
      decoding: { is: 'reading' },
      risks: [],
      simulation: { is: 'running' },
      stage: { is: 'deciding', changed: false },
      decide: (decision) => {
        if (decision === 'cancel' || decision === 'acknowledge') {
          if (isDecided) ports.end(id)
          else if (decision === 'cancel') stop.abort(userRejectedError())
        } else if (!isDecided && ports.needsConfirmWindow(currentReview())) openWindow()
        else if (decision !== 'open-window') resolveDecision('approve')
      },
      // Once the wallet has the request, a changed connection no longer matters.
      expire: (reason) => {
        if (!isDecided) stop.abort(reason)
      },
      ...displayed,
    })
  }
  return {
    signal: stop.signal,
    change,
    open,
    /** The decoding of the request, which a review displays. */
    decoding: () => displayed.decoding,
    /** The displayed simulation of the request. */
    simulation: () => displayed.simulation,
    /** The user's next decision: Continue, or another amount for the approval, in base units. */
    nextDecision: () =>
      raceWithSignal(
        new Promise<ReviewDecision>((resolve) => {
          resolveDecision = resolve
        }),
        stop.signal,
      ),
    /** Asks the vault's frame whether a spending limit covers the request, once its facts are on screen. */
    offerFrame: () => {
      if (ports.mayBeCovered(currentReview())) change({ frame: { stage: 'asked', load: loadFrame } })
    },
    /** Lets the user lower the approval; without it, an amount is ignored. */
    offerLimit: () => change({ limit: (amount) => resolveDecision(amount) }),
    /** From here on closing the review no longer cancels the request: the wallet has it. */
    markSent: (staysOnScreen: boolean) => {
      isDecided = true
      window?.markSent()
      if (!staysOnScreen) return ports.end(id)
      change({ stage: { is: 'asked' } })
      open()
    },
    endWindow,
    showMismatch: () => {
      endWindow('failed')
      ports.end(id)
      isOpen = false
      isDecided = true
      change({ stage: { is: 'mismatch' } })
      open()
    },
    end: (endReason: ConfirmEnd) => {
      endWindow(endReason)
      ports.end(id)
    },
    release: () => signal.removeEventListener('abort', onAbort),
  }
}

export type ReviewSlot = ReturnType<typeof reviewSlot>
