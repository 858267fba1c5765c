import type { Clock } from '#shared/channel/clock.ts'
import type { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { SignClient } from '../client.ts'
import { relayRefusal } from '../session-error.ts'
import { connectOnce } from './open-relay-connection.ts'

/** Pause before the next attempt, in ms, by the number of failed attempts; the last value applies to all later ones. */
export const pausesMs = [250, 500, 1_000, 2_000, 4_000] as const
/** Pause after the relay has refused the connection, in ms, unless the user tries again. */
const refusedPauseMs = 60_000
/** A connection that stays open for this time, in ms, was not refused. */
const stableAfterMs = 300

/** Limits the SDK's attempts to connect to a relay that is unreachable or has closed the connection for good. */
export type RelayBackoff = {
  /** The user tries again: the next attempt starts at once. */
  tryNow(): void
  /** Rejects with the relay's refusal as soon as there is one; never resolves. */
  refusal(signal: AbortSignal): Promise<never>
}

/** Calls `callback` whenever the device is online again; never in Node. */
function whenOnline(callback: () => void): void {
  if ('addEventListener' in globalThis) globalThis.addEventListener('online', callback)
}

/**
 * Closes the socket when the document is hidden: browsers do not put a page with an open socket into the back-forward cache,
 * also not if the socket is in an iframe. A top-level document that returns from the cache reopens it; in an iframe the SDK
 * loads a new document. Does nothing in Node.
 */
function closeWithDocument(relayer: SignClient['core']['relayer']): void {
  if (!('addEventListener' in globalThis)) return
  globalThis.addEventListener('pagehide', () => {
    relayer.transportClose().catch(() => undefined)
  })
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && window === window.top) relayer.transportOpen().catch(() => undefined)
  })
}

/**
 * Makes one attempt to connect at a time, and pauses between them. The SDK itself tries a thousand times a second: after a
 * failed attempt it subscribes anyway, which connects again, and so on.
 */
export function createRelayBackoff(
  { core: { relayer } }: SignClient,
  clock: Clock,
  onOnline: (callback: () => void) => void = whenOnline,
): RelayBackoff {
  closeWithDocument(relayer)
  let failures = 0
  let notBefore = 0
  let isRefused = false
  let hasFailed = false
  let connecting: Promise<void> | undefined
  let pause = new AbortController()
  const listeners = new Set<(refusal: WidgetError) => void>()

  function tryNow(): void {
    failures = 0
    notBefore = 0
    isRefused = false
    pause.abort()
    pause = new AbortController()
  }

  function onError(error: unknown): void {
    // The SDK now closes its transport; the widget connects again nevertheless.
    hasFailed = true
    const refusal = error instanceof Error ? relayRefusal(error.message) : undefined
    if (!refusal) return
    isRefused = true
    notBefore = clock.now() + refusedPauseMs
    for (const listener of [...listeners]) listener(refusal)
  }
  relayer.on('relayer_error', onError)
  relayer.on('relayer_connect', () => {
    const { provider } = relayer
    // A relay that refuses accepts the connection first, and reports the refusal at once.
    clock.after(stableAfterMs, () => {
      if (relayer.connected && relayer.provider === provider) tryNow()
    })
  })
  onOnline(() => {
    if (!isRefused) tryNow()
  })

  // A connection that the SDK has replaced may still be refused; without this listener its emitter throws.
  const observed = new WeakSet<object>()
  const register: unknown = Reflect.get(relayer, 'registerProviderListeners')
  Object.assign(relayer, {
    registerProviderListeners: () => {
      if (typeof register === 'function') register.call(relayer)
      const { provider } = relayer
      if (observed.has(provider)) return
      observed.add(provider)
      provider.on('error', onError)
    },
  })

  async function attempt(): Promise<void> {
    isRefused = false
    hasFailed = false
    try {
      await connectOnce(relayer, create, clock)
    } catch {
      // The next attempt follows.
    } finally {
      // Count the attempt as failed until the connection has been open for a while.
      const afterMs = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
      failures += 1
      if (!isRefused) notBefore = clock.now() + afterMs
    }
  }

  async function connectWithRetries(): Promise<void> {
    Object.assign(relayer, { transportExplicitlyClosed: false })
    while (!relayer.connected) {
      const waitMs = Math.min(notBefore - clock.now(), refusedPauseMs)
      if (waitMs > 0) await sleep(clock, waitMs, pause.signal).catch(() => undefined)
      if (relayer.transportExplicitlyClosed && !hasFailed) {
        // The page closed the connection because it unloads: a pending caller never gets one.
        connecting = undefined
        await new Promise(() => undefined)
      }
      if (notBefore <= clock.now()) await attempt()
    }
  }

  async function connect(): Promise<void> {
    if (relayer.connected) return
    connecting ??= connectWithRetries().finally(() => {
      connecting = undefined
    })
    await connecting
  }
  // Everything that needs a connection calls this `connect`; an attempt that the SDK had begun before waits for it.
  const create: unknown = Reflect.get(relayer, 'createProvider')
  Object.assign(relayer, { connect, createProvider: connect })

  return {
    tryNow,
    refusal: (signal) =>
      new Promise((_, reject) => {
        listeners.add(reject)
        signal.addEventListener('abort', () => listeners.delete(reject), { once: true })
      }),
  }
}
