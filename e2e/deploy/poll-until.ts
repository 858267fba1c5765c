import { setTimeout } from 'node:timers/promises'

/**
 * Calls a function every 50 ms until it does not throw. Does not depend on vitest.
 * @throws Error of the last call, after `timeoutMs`
 */
export async function pollUntil<T>(attempt: () => Promise<T>, timeoutMs = 20_000): Promise<T> {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > endsAt) throw error
    }
    await setTimeout(50)
  }
}
