import * as z from '../../../shared/zod.ts'
import type { Outbound } from '../ports/outbound.ts'
import { VendorError, type VendorEvent } from '../ports/vendor.ts'
import { callVendor, type VendorCall } from './call-vendor.ts'
import { type CircuitBreakerLimits, createCircuitBreaker } from './circuit-breaker.ts'
import type { ReserveSlot, Throttle } from './throttle.ts'
import type { Timers } from './timers.ts'

const timeoutDefaultMs = 4_000
const breakerDefault: CircuitBreakerLimits = { failures: 5, openMs: 5_000, maxOpenMs: 60_000 }
/** Bounds of a pause that a vendor requests; the minimum applies if it gives no time, the maximum if it requests days. */
const [pauseMinMs, pauseMaxMs] = [1_000, 300_000]

/** What a deployment passes to every vendor's client. */
export type VendorConnection = {
  readonly outbound: Outbound
  readonly timers: Timers
  readonly onEvent?: ((event: VendorEvent) => void) | undefined
  /** Throttle slots that replicas share; absent: each process throttles separately. */
  readonly reserveSlot?: ReserveSlot | undefined
  /** Timeout of one request; 4 s by default. */
  readonly timeoutMs?: number | undefined
}

export type VendorClientOptions = VendorConnection & {
  /** Name for users: `Etherscan`. */
  readonly vendor: string
  readonly throttle?: Throttle
  readonly breaker?: CircuitBreakerLimits
}

/** Requests to one vendor's API. */
export type VendorClient = {
  /**
   * Sends one request, once, and reads the response. A VendorError that `read` throws counts as any other, and a zod error
   * in it as a response of an unknown shape.
   * @throws VendorError; the error that `errorOf` of the call returns; the reason of `signal` when the caller aborts (its
   * timeout is a VendorError).
   */
  readonly call: <Schema extends z.core.$ZodType, T>(
    call: Omit<VendorCall<Schema>, 'vendor' | 'timeoutMs'>,
    read: (value: z.output<Schema>) => T,
  ) => Promise<T>
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

/**
 * A client with a circuit breaker, and with pauses when the vendor limits requests: during a pause, and while the breaker is
 * open, calls fail at once. Rejected requests (`rejected`) do not open the breaker.
 */
export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { vendor, outbound, timers, onEvent = () => undefined, timeoutMs = timeoutDefaultMs } = options
  const { breaker: limits = breakerDefault, throttle = (request) => request() } = options
  const breaker = createCircuitBreaker(limits, timers.now, (state) =>
    onEvent({ is: 'breaker', vendor, state }),
  )
  let pausedUntilMs = 0
  let isProbing = false

  /** @throws VendorError if no call may be made now. */
  function assertOpen(): { readonly isProbe: boolean } {
    const pauseMs = pausedUntilMs - timers.now()
    if (pauseMs > 0) throw new VendorError(vendor, 'limited', 'too many requests', pauseMs)
    const state = breaker.state()
    if (state === 'open' || (state === 'half-open' && isProbing))
      throw new VendorError(vendor, 'unavailable', 'no answer to the last requests', limits.openMs)
    return { isProbe: state === 'half-open' }
  }

  /** Converts an error to a VendorError if the vendor caused it. */
  function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
    if (error instanceof z.core.$ZodError)
      return new VendorError(vendor, 'invalid', 'the answer has an unknown shape')
    const isLate = signal?.aborted === true && error === signal.reason && isTimeout(error)
    return isLate ? new VendorError(vendor, 'unavailable', 'no answer (timeout)') : error
  }

  /** Records an error in the breaker or the pause; returns it, with the pause's time if limited. */
  function recordFailure(error: VendorError): VendorError {
    if (error.reason === 'rejected') breaker.succeed()
    else if (error.reason !== 'limited') breaker.fail()
    else {
      const pauseMs = Math.min(Math.max(error.retryAfterMs ?? pauseMinMs, pauseMinMs), pauseMaxMs)
      pausedUntilMs = Math.max(pausedUntilMs, timers.now() + pauseMs)
      return new VendorError(vendor, 'limited', 'too many requests', pauseMs)
    }
    return error
  }

  return {
    call: async (call, read) => {
      const { isProbe } = assertOpen()
      if (isProbe) isProbing = true
      const { signal } = call
      let startMs: number | undefined
      const report = (result: Extract<VendorEvent, { is: 'request' }>['result']) => {
        // A call that got no throttle slot is not a request.
        if (startMs !== undefined)
          onEvent({ is: 'request', vendor, durationMs: timers.now() - startMs, result })
      }
      try {
        const value = await throttle(async () => {
          startMs = timers.now()
          return read(await callVendor(outbound, { ...call, vendor, timeoutMs }))
        })
        breaker.succeed()
        report('ok')
        return value
      } catch (error) {
        const failure = failureOf(error, signal)
        if (!(failure instanceof VendorError)) {
          const isAborted = signal?.aborted === true
          // An error that the vendor documents: the vendor works.
          if (!isAborted && startMs !== undefined) breaker.succeed()
          report(isAborted ? 'aborted' : 'rejected')
          throw failure
        }
        // Without a start, the throttle rejected it, and no request was sent.
        const reported = startMs === undefined ? failure : recordFailure(failure)
        report(reported.reason)
        throw reported
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
