import type { Clock } from '#shared/channel/clock.ts'
import type { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { SignClient } from '../client.ts'
import { relayRefusal } from '../session-error.ts'
import { connectOnce } from './open-relay-connection.ts'

/** How long the relay is left alone after one failed attempt, two, and so on; the last holds for all that follow. */
export const pausesMs = [250, 500, 1_000, 2_000, 4_000] as const
/** How long the relay is left alone after it has refused us, unless a person tries again. */
const restMs = 60_000
/** A connection that stands for this long was not refused. */
const settledMs = 300

/** What stands between the SDK and a relay that is gone, or has closed its connection for good. */
export type RelayPatience = {
  /** A person tries again: the next attempt is made at once. */
  tryNow(): void
  /** Rejects with what the relay has against us as soon as it says so; never resolves. */
  refusal(signal: AbortSignal): Promise<never>
}

/** Calls whenever the device is online again; in Node, never. */
function whenOnline(run: () => void): void {
  if ('addEventListener' in globalThis) globalThis.addEventListener('online', run)
}

/**
 * Closes the socket when the document goes: browsers keep no page in the back-forward cache that has one open, in a frame too.
 * A tab of its own that returns opens it again; in a page the SDK makes a new document. In Node, nothing.
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
 * Makes one attempt to connect at a time, and pauses between them. By itself the SDK tries a thousand times a second:
 * after an attempt that failed it subscribes all the same, which connects, and so on.
 */
export function relayPatience(
  { core: { relayer } }: SignClient,
  clock: Clock,
  onOnline: (run: () => void) => void = whenOnline,
): RelayPatience {
  closeWithDocument(relayer)
  let failures = 0
  let notBefore = 0
  let isRefused = false
  let hasErred = false
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

  function hear(error: unknown): void {
    // The SDK closes its transport now; that is not the end of it.
    hasErred = true
    const refusal = error instanceof Error ? relayRefusal(error.message) : undefined
    if (!refusal) return
    isRefused = true
    notBefore = clock.now() + restMs
    for (const tell of [...listeners]) tell(refusal)
  }
  relayer.on('relayer_error', hear)
  relayer.on('relayer_connect', () => {
    const { provider } = relayer
    // A relay that refuses lets in first, and says so at once.
    clock.after(settledMs, () => {
      if (relayer.connected && relayer.provider === provider) tryNow()
    })
  })
  onOnline(() => {
    if (!isRefused) tryNow()
  })

  // A connection that the SDK has left for another one may still be refused, which then nobody hears: its emitter throws.
  const heard = new WeakSet<object>()
  const register: unknown = Reflect.get(relayer, 'registerProviderListeners')
  Object.assign(relayer, {
    registerProviderListeners: () => {
      if (typeof register === 'function') register.call(relayer)
      const { provider } = relayer
      if (heard.has(provider)) return
      heard.add(provider)
      provider.on('error', hear)
    },
  })

  async function attempt(): Promise<void> {
    isRefused = false
    hasErred = false
    try {
      await connectOnce(relayer, create, clock)
    } catch {
      // The next one follows.
    } finally {
      // Until it has stood for a while, it counts as failed.
      const afterMs = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
      failures += 1
      if (!isRefused) notBefore = clock.now() + afterMs
    }
  }

  async function untilConnected(): Promise<void> {
    Object.assign(relayer, { transportExplicitlyClosed: false })
    while (!relayer.connected) {
      const waitMs = Math.min(notBefore - clock.now(), restMs)
      if (waitMs > 0) await sleep(clock, waitMs, pause.signal).catch(() => undefined)
      if (relayer.transportExplicitlyClosed && !hasErred) {
        // Closed by the page, which goes away: whoever waits, waits for nothing.
        connecting = undefined
        await new Promise(() => undefined)
      }
      if (notBefore <= clock.now()) await attempt()
    }
  }

  async function connect(): Promise<void> {
    if (relayer.connected) return
    connecting ??= untilConnected().finally(() => {
      connecting = undefined
    })
    await connecting
  }
  // All that needs a connection asks for it here; an attempt of the SDK's own, begun before, waits for ours.
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
