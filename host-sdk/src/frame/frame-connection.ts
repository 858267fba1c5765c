import type { WidgetMethods } from '../../../shared/channel/channel-methods.ts'
import type { Clock } from '../../../shared/channel/clock.ts'
import { copyPlainData } from '../../../shared/channel/copy-plain-data.ts'
import { unreachable } from '../../../shared/channel/handshake/handshake.ts'
import type { CloseReason } from '../../../shared/channel/link.ts'
import type { ParamsIn, ResultOut } from '../../../shared/channel/method.ts'
import {
  probeMs,
  reconnectBackoffMs,
  reconnectLimit,
  reconnectWindowMs,
} from '../../../shared/config/limits.ts'
import type { HostLink } from './host-link.ts'
import { isUnreachable, type LoadFailureReason, loadFailureReason } from './load-failure.ts'

/** After a document that could not be loaded, calls fail at once for this long; twice as long after each further one. */
const failureMs = 2_000
const failureCapMs = 60_000

/** One document of the widget, from the creation of its frame to the end of `life`. */
type Attempt = {
  readonly life: AbortController
  /** Its configuration is on the way: what asks nobody may follow at once. Never rejects. */
  readonly opened: Promise<HostLink>
  /** The widget has taken its configuration. */
  readonly linked: Promise<HostLink>
}

export type FrameConnection = {
  /** Creates the frame if there is none; an error is reported to the next call that needs the link. Nothing while the widget cannot be loaded. */
  warm(): void
  /**
   * Calls the widget, creating its frame first where needed. A read or view call whose link is lost, or never came, is
   * repeated once on the next link; a prompt that was sent never is (docs/protocol.md#8-loss-and-recovery). While the widget cannot be loaded
   * (`loadFailureReason`) calls reject with that error at once; `modal.open`, which the user asked for, tries again.
   */
  call<Name extends keyof WidgetMethods>(
    name: Name,
    params: ParamsIn<WidgetMethods[Name]>,
    signal?: AbortSignal,
  ): Promise<ResultOut<WidgetMethods[Name]>>
  /** Whether any call waits for an answer. */
  isAwaited(): boolean
  /** Whether there is a frame: linked, or about to be. */
  isWarm(): boolean
  /** Resolves when the present attempt fails, if it does. */
  failed(): Promise<void>
  /** Something changed: the next call tries again. */
  forgive(): void
  /** The link, while there is one. */
  link(): HostLink | undefined
  /** The page goes to the back-forward cache: ends the link, to be made anew on the next call or `warm`. */
  rest(): void
}

/** A call the peer never answered because the link went; a prompt would say `unknown-outcome` instead. */
const wasLost = (error: unknown) => loadFailureReason(error) === undefined && isUnreachable(error)

/** What comes of a promise, unless the signal aborts first. */
const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal | undefined) =>
  new Promise<Value>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })

/**
 * Keeps one widget document alive: connects on demand, makes a lost one anew with back-off (at once, then 0.5, 1, 2,
 * 4 s; at most four in five minutes, then on the next call) and carries calls over where that is safe. Ends for good
 * with the signal.
 */
export function createFrameConnection(options: {
  readonly clock: Clock
  /** Builds a frame and a link to it. `life` is its owner's way to end it, and ours. */
  readonly connect: (
    life: AbortController,
    onClose: (reason: CloseReason) => void,
    /** The link takes calls, though nobody knows yet whether the configuration fits. */
    onOpen: (link: HostLink) => void,
  ) => Promise<HostLink>
  /** Ends a life whose frame the page has removed: a call over its link would be lost. */
  readonly beforeCall?: () => void
  /** A link that was ready is gone. */
  readonly onLost: () => void
  /** The widget cannot be loaded. */
  readonly onFailed?: (cause: LoadFailureReason) => void
  readonly signal: AbortSignal
}): FrameConnection {
  const { clock, signal } = options
  let attempt: Attempt | undefined
  /** The attempt's link, once it is ready. */
  let link: HostLink | undefined
  let losses: number[] = []
  let failure: { readonly error: unknown; readonly until: number } | undefined
  let failures = 0
  let cancelRetry = () => {}
  let pending = 0
  let wokeAt = Number.NEGATIVE_INFINITY
  /** What is repeated waits for a page that rests: a frame made as the page goes would be dead when it comes back. */
  let awake = Promise.resolve()
  let wakeUp = () => {}

  const leave = (reason: CloseReason) => {
    const [left, leftLink] = [attempt, link]
    attempt = undefined
    link = undefined
    cancelRetry()
    leftLink?.close(reason)
    left?.life.abort(unreachable())
    if (leftLink) options.onLost()
  }

  const connect = () => {
    const life = new AbortController()
    const isPresent = () => attempt?.life === life
    const onClose = (reason: CloseReason) => {
      // Before it is ready, the call that configures it fails and says so.
      if (!isPresent() || !link) return
      leave(reason)
      const now = clock.now()
      losses = [...losses.filter((at) => now - at < reconnectWindowMs), now]
      const wait = [0, ...reconnectBackoffMs][losses.length - 1]
      if (reason === 'strike' || losses.length > reconnectLimit || wait === undefined) return
      cancelRetry = clock.after(wait, warm)
    }
    let onOpen = (_link: HostLink) => {}
    const opened = new Promise<HostLink>((resolve) => {
      onOpen = resolve
    })
    const linked = options.connect(life, onClose, onOpen).then(
      (made) => {
        if (isPresent()) link = made
        failures = 0
        failure = undefined
        onOpen(made)
        return made
      },
      (error: unknown) => {
        if (isPresent()) leave('lost')
        const cause = loadFailureReason(error)
        if (cause && !signal.aborted) {
          const waitMs = Math.min(failureMs * 2 ** failures, failureCapMs)
          failures += 1
          failure = { error, until: clock.now() + waitMs }
          options.onFailed?.(cause)
        }
        throw error
      },
    )
    // Nobody may be waiting yet (warm-up): the error is for the next caller, who connects anew.
    linked.catch(() => {})
    attempt = { life, opened, linked }
    return attempt
  }

  const present = () => {
    signal.throwIfAborted()
    cancelRetry()
    if (!attempt && failure && clock.now() < failure.until) throw failure.error
    return attempt ?? connect()
  }
  const ready = async () => present().linked

  const warm = () => {
    wakeUp()
    ready().catch(() => {})
  }

  /** Ask for signs of life when somebody starts to wait, but not for each of a thousand quick reads. */
  const wake = (awaited: HostLink) => {
    if (clock.now() - wokeAt < probeMs) return
    wokeAt = clock.now()
    awaited.wake()
  }

  signal.addEventListener('abort', () => leave('closing'))

  return {
    warm,
    call: async (name, given, callSignal) => {
      options.beforeCall?.()
      // What is repeated is what was asked, whatever the page does to its object meanwhile.
      const { copy: params } = copyPlainData(given) ?? { copy: given }
      // Several may begin in one task, before any of them is sent.
      const isFirst = pending === 0
      const send = (to: HostLink) => {
        if (isFirst) wake(to)
        return to.call(name, params, { signal: callSignal })
      }
      const once = async () => {
        // A link that is there takes the call in this very task.
        if (link) return send(link)
        if (name !== 'modal.open') return send(await unlessAborted(ready(), callSignal))
        failure = undefined
        // The order to open need not wait a round trip for the word that the configuration fits; its answer does.
        const { opened, linked } = present()
        const answer = opened.then((to) => send(to))
        answer.catch(() => {})
        await unlessAborted(linked, callSignal)
        return answer
      }
      pending += 1
      try {
        return await once().catch((error: unknown) => {
          if (wasLost(error)) return awake.then(once)
          throw error
        })
      } finally {
        pending -= 1
      }
    },
    isAwaited: () => pending > 0,
    isWarm: () => attempt !== undefined,
    failed: () =>
      new Promise((resolve) => {
        attempt?.linked.catch((error: unknown) => loadFailureReason(error) && resolve())
      }),
    forgive: () => {
      failure = undefined
    },
    link: () => link,
    rest: () => {
      awake = new Promise((resolve) => {
        wakeUp = resolve
      })
      leave('pagehide')
    },
  }
}
