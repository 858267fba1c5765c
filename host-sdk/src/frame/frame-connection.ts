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

/** After a failed load, calls fail at once for this long; doubled after each further failure. */
const failureMs = 2_000
const failureCapMs = 60_000

/** One document of the widget, from the creation of its frame until `lifetime` aborts. */
type Attempt = {
  readonly life: AbortController
  /** The configuration is in flight: calls without a prompt may follow at once. Never rejects. */
  readonly opened: Promise<HostLink>
  /** The widget has accepted its configuration. */
  readonly linked: Promise<HostLink>
}

export type FrameConnection = {
  /**
   * Creates the frame if there is none, unless the widget cannot be loaded; the next call that needs the link reports an
   * error.
   */
  warm(): void
  /**
   * Calls the widget, creating its frame first if necessary. A read or view call whose link is lost, or never opened, is
   * repeated once on the next link; a prompt that was sent never is (docs/protocol.md#8-loss-and-recovery). While the widget
   * cannot be loaded
   * (`loadFailureReason`) calls reject with that error at once; `modal.open`, which the user requested, tries again.
   */
  call<Name extends keyof WidgetMethods>(
    name: Name,
    params: ParamsIn<WidgetMethods[Name]>,
    signal?: AbortSignal,
  ): Promise<ResultOut<WidgetMethods[Name]>>
  /** Whether any call waits for a response. */
  isAwaited(): boolean
  /** Whether there is a frame: linked, or connecting. */
  isWarm(): boolean
  /** Resolves when the current attempt fails; never resolves otherwise. */
  failed(): Promise<void>
  /** Clears a load failure, so that the next call tries again. */
  forgive(): void
  /** The link, while there is one. */
  link(): HostLink | undefined
  /** The page enters the back-forward cache: closes the link, which the next call or `preload` recreates. */
  rest(): void
}

/** A call without a response because the link closed; a prompt would report `unknown-outcome` instead. */
const wasLost = (error: unknown) => loadFailureReason(error) === undefined && isUnreachable(error)

/** Settles as the promise does, unless the signal aborts first. */
const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal | undefined) =>
  new Promise<Value>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })

/**
 * Maintains one widget document: connects on demand, recreates a lost one with backoff (at once, then 0.5, 1, 2,
 * 4 s; at most four in five minutes, then on the next call) and repeats calls on the new link if that is safe. Ends
 * with the signal.
 */
export function createFrameConnection(options: {
  readonly clock: Clock
  /** Creates a frame and a link to it. Either side can end both by aborting `lifetime`. */
  readonly connect: (
    life: AbortController,
    onClose: (reason: CloseReason) => void,
    /** The link accepts calls, before the configuration is known to be valid. */
    onOpen: (link: HostLink) => void,
  ) => Promise<HostLink>
  /** Aborts `lifetime` if the page has removed the frame: a call over its link would be lost. */
  readonly beforeCall?: () => void
  /** A link that was ready has closed. */
  readonly onLost: () => void
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
  /**
   * Repeated calls wait while the page is suspended: a frame created while the page unloads would be dead when it returns.
   */
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
      // Before the link is ready, `config.set` fails and reports the error.
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
    // A preload has no waiting caller: the next call reports the error and connects again.
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

  /** Probe the link when a call starts to wait, but not for each of a thousand fast reads. */
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
      // Copied, so that a repeated call has the same parameters even if the page changes its object.
      const { copy: params } = copyPlainData(given) ?? { copy: given }
      // Several calls may start in one task, before any of them is sent.
      const isFirst = pending === 0
      const send = (to: HostLink) => {
        if (isFirst) wake(to)
        return to.call(name, params, { signal: callSignal })
      }
      const once = async () => {
        // An open link sends the call synchronously.
        if (link) return send(link)
        if (name !== 'modal.open') return send(await unlessAborted(ready(), callSignal))
        failure = undefined
        // Sent before `config.set` is confirmed, which saves a round trip; the result waits for the confirmation.
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
