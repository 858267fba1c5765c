import type { WidgetMethods } from '../../../shared/channel/channel-methods.ts'
import type { Clock } from '../../../shared/channel/clock.ts'
import { copyPlainData } from '../../../shared/channel/copy-plain-data.ts'
import { unreachableError } from '../../../shared/channel/handshake/handshake.ts'
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
  readonly lifetime: AbortController
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
  preload(): void
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
  hasFrame(): boolean
  /** Resolves when the current attempt fails; never resolves otherwise. */
  failed(): Promise<void>
  /** Clears a load failure, so that the next call tries again. */
  reset(): void
  /** The link, while there is one. */
  link(): HostLink | undefined
  /** The page enters the back-forward cache: closes the link, which the next call or `preload` recreates. */
  suspend(): void
}

/** A call without a response because the link closed; a prompt would report `unknown-outcome` instead. */
const wasLinkLost = (error: unknown) => loadFailureReason(error) === undefined && isUnreachable(error)

/** Settles as the promise does, unless the signal aborts first. */
const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal | undefined) =>
  new Promise<Value>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })

/**
 * Maintains one widget document: connects on demand, recreates a lost one with backoff (at once, then 0.5, 1, 2, 4 s; at
 * most four in five minutes, then on the next call) and repeats calls on the new link if that is safe. Ends with the signal.
 */
export function createFrameConnection(options: {
  readonly clock: Clock
  /** Creates a frame and a link to it. Either side can end both by aborting `lifetime`. */
  readonly connect: (
    lifetime: AbortController,
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
  let lastProbeAt = Number.NEGATIVE_INFINITY
  /**
   * Repeated calls wait while the page is suspended: a frame created while the page unloads would be dead when it returns.
   */
  let resumed = Promise.resolve()
  let resume = () => {}

  const closeAttempt = (reason: CloseReason) => {
    const [closedAttempt, closedLink] = [attempt, link]
    attempt = undefined
    link = undefined
    cancelRetry()
    closedLink?.close(reason)
    closedAttempt?.lifetime.abort(unreachableError())
    if (closedLink) options.onLost()
  }

  const connect = () => {
    const lifetime = new AbortController()
    const isCurrent = () => attempt?.lifetime === lifetime
    const onClose = (reason: CloseReason) => {
      // Before the link is ready, `config.set` fails and reports the error.
      if (!isCurrent() || !link) return
      closeAttempt(reason)
      const now = clock.now()
      losses = [...losses.filter((at) => now - at < reconnectWindowMs), now]
      const wait = [0, ...reconnectBackoffMs][losses.length - 1]
      if (reason === 'strike' || losses.length > reconnectLimit || wait === undefined) return
      cancelRetry = clock.after(wait, preload)
    }
    let onOpen = (_link: HostLink) => {}
    const opened = new Promise<HostLink>((resolve) => {
      onOpen = resolve
    })
    const linked = options.connect(lifetime, onClose, onOpen).then(
      (openedLink) => {
        if (isCurrent()) link = openedLink
        failures = 0
        failure = undefined
        onOpen(openedLink)
        return openedLink
      },
      (error: unknown) => {
        if (isCurrent()) closeAttempt('lost')
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
    attempt = { lifetime, opened, linked }
    return attempt
  }

  const currentAttempt = () => {
    signal.throwIfAborted()
    cancelRetry()
    if (!attempt && failure && clock.now() < failure.until) throw failure.error
    return attempt ?? connect()
  }
  const readyLink = async () => currentAttempt().linked

  const preload = () => {
    resume()
    readyLink().catch(() => {})
  }

  /** Probe the link when a call starts to wait, but not for each of a thousand fast reads. */
  const probe = (target: HostLink) => {
    if (clock.now() - lastProbeAt < probeMs) return
    lastProbeAt = clock.now()
    target.probe()
  }

  signal.addEventListener('abort', () => closeAttempt('closing'))

  return {
    preload,
    call: async (name, rawParams, callSignal) => {
      options.beforeCall?.()
      // Copied, so that a repeated call has the same parameters even if the page changes its object.
      const { copy: params } = copyPlainData(rawParams) ?? { copy: rawParams }
      // Several calls may start in one task, before any of them is sent.
      const isFirst = pending === 0
      const send = (to: HostLink) => {
        if (isFirst) probe(to)
        return to.call(name, params, { signal: callSignal })
      }
      const callOnce = async () => {
        // An open link sends the call synchronously.
        if (link) return send(link)
        if (name !== 'modal.open') return send(await unlessAborted(readyLink(), callSignal))
        failure = undefined
        // Sent before `config.set` is confirmed, which saves a round trip; the result waits for the confirmation.
        const { opened, linked } = currentAttempt()
        const response = opened.then((to) => send(to))
        response.catch(() => {})
        await unlessAborted(linked, callSignal)
        return response
      }
      pending += 1
      try {
        return await callOnce().catch((error: unknown) => {
          if (wasLinkLost(error)) return resumed.then(callOnce)
          throw error
        })
      } finally {
        pending -= 1
      }
    },
    isAwaited: () => pending > 0,
    hasFrame: () => attempt !== undefined,
    failed: () =>
      new Promise((resolve) => {
        attempt?.linked.catch((error: unknown) => loadFailureReason(error) && resolve())
      }),
    reset: () => {
      failure = undefined
    },
    link: () => link,
    suspend: () => {
      resumed = new Promise((resolve) => {
        resume = resolve
      })
      closeAttempt('pagehide')
    },
  }
}
