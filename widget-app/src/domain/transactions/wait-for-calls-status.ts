import type { Clock } from '#shared/channel/clock.ts'
import {
  bundleWaitRetryCount,
  bundleWaitTimeoutMs,
  rpcPollIntervalMs,
  rpcRetryDelayMs,
} from '#shared/config/limits.ts'
import { bundleTexts } from '#shared/errors/bundle-codes.ts'
import { sleep, withTimeout } from '#widget/lib/async.ts'
import { bundleOutcome, isBundleSettled } from './bundle-status.ts'

/** Why waiting ended without success; the message is SPEC §8's. */
export class BundleWaitError extends Error {
  override readonly name = 'BundleWaitError'
  /** The status code it failed with; undefined when time ran out. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Calls `call` with up to four retries. */
async function withRetries<T>(clock: Clock, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (attempt >= bundleWaitRetryCount) throw error
      await sleep(clock, rpcRetryDelayMs(attempt), signal)
    }
  }
}

/**
 * Waits until a bundle is settled, polling every 4 s (SPEC §4, §9): 4 retries of a failed poll, 60,000 ms in total.
 * `onStatus` is called after each poll.
 * @throws BundleWaitError 'Call bundle failed with status …' or 'Timed out while waiting for call bundle'; the error of the
 * last try; the signal's reason.
 */
export async function waitForBundle<Status extends { readonly status: number }>(
  ports: { readonly clock: Clock; readonly read: (signal: AbortSignal) => Promise<Status> },
  onStatus: (status: Status) => void,
  callerSignal: AbortSignal,
): Promise<Status> {
  const timedOut = () => new BundleWaitError(bundleTexts.timedOut)
  const wait = async (signal: AbortSignal): Promise<Status> => {
    for (;;) {
      const latest = await withRetries(ports.clock, () => ports.read(signal), signal)
      onStatus(latest)
      if (isBundleSettled(latest.status)) {
        if (bundleOutcome(latest.status) === 'success') return latest
        throw new BundleWaitError(`${bundleTexts.failed} ${latest.status}`, latest.status)
      }
      await sleep(ports.clock, rpcPollIntervalMs, signal)
    }
  }
  return withTimeout(ports.clock, bundleWaitTimeoutMs, timedOut, wait, callerSignal)
}
