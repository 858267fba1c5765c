import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
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
  needsWindow(review: DisplayedReview): boolean
  /** Opens that window, during the user's click. */
  openWindow(review: DisplayedReview, events: Omit<ConfirmWindowClientEvents, 'offer'>): ConfirmWindowClient
}

/** What the rule and the window need of a review. */
export type DisplayedReview = Pick<Review, 'connection' | 'request' | 'reading' | 'risks' | 'limit'>

const refusal = () => new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')

/** The slot of one request in the queue, from before it is displayed to its end. */
export function reviewSlot(
  io: SlotPorts,
  {
    signal,
    ...asked
  }: {
    readonly connection: Connection
    readonly request: RpcRequest
    /** Written by `review-snapshot.ts`. */
    readonly pin: string
    readonly signal: AbortSignal
  },
) {
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const id = io.id()
  let isOpen = false
  let isDecided = false
  let press = (_pressed: ReviewDecision) => {}
  let shown: Partial<Review> = {}
  let window: ConfirmWindowClient | undefined
  const onScreen = (): DisplayedReview => ({
    reading: { is: 'reading' },
    risks: [],
    ...asked,
    ...shown,
  })
  const openWindow = () => {
    window?.end('cancelled')
    window = io.openWindow(onScreen(), {
      onChange: (next) => change({ window: next }),
      onApproved: (approved) => press(approved),
      onCancelled: () => stop.abort(refusal()),
    })
  }
  /** Ends the window, with the reason. */
  const endWindow = (how: ConfirmEnd) => {
    window?.end(how)
    window = undefined
    if (shown.window) change({ window: undefined })
  }
  const change = (next: Partial<Review>) => {
    shown = { ...shown, ...next }
    if (isOpen) io.change(id, next)
  }
  const open = () => {
    if (isOpen) return
    isOpen = true
    io.add({
      id,
      ...asked,
      reading: { is: 'reading' },
      risks: [],
      simulation: { is: 'running' },
      stage: { is: 'deciding', changed: false },
      decide: (decision) => {
        if (decision === 'cancel' || decision === 'acknowledge') {
          if (isDecided) io.end(id)
          else if (decision === 'cancel') stop.abort(refusal())
        } else if (!isDecided && io.needsWindow(onScreen())) openWindow()
        else if (decision !== 'open-window') press('approve')
      },
      // Once the wallet has the request, a changed connection no longer matters.
      expire: (reason) => {
        if (!isDecided) stop.abort(reason)
      },
      ...shown,
    })
  }
  return {
    signal: stop.signal,
    change,
    open,
    /** The decoding of the request, which a review displays. */
    reading: () => shown.reading,
    /** The displayed simulation of the request. */
    simulation: () => shown.simulation,
    /** The user's next decision: Continue, or another amount for the approval, in base units. */
    pressed: () =>
      raceWithSignal(
        new Promise<ReviewDecision>((resolve) => {
          press = resolve
        }),
        stop.signal,
      ),
    /** Lets the user lower the approval; without it, an amount is ignored. */
    offerLimit: () => change({ limit: (amount) => press(amount) }),
    /** From here on closing the review no longer cancels the request: the wallet has it. */
    handOver: (staysOnScreen: boolean) => {
      isDecided = true
      window?.asked()
      if (!staysOnScreen) return io.end(id)
      change({ stage: { is: 'asked' } })
      open()
    },
    endWindow,
    alarm: () => {
      endWindow('failed')
      io.end(id)
      isOpen = false
      isDecided = true
      change({ stage: { is: 'mismatch' } })
      open()
    },
    end: (how: ConfirmEnd) => {
      endWindow(how)
      io.end(id)
    },
    release: () => signal.removeEventListener('abort', onAbort),
  }
}

export type ReviewSlot = ReturnType<typeof reviewSlot>
