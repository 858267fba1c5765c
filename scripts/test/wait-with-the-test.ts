/**
 * A setup file: `vi.waitFor` and `vi.waitUntil` time out shortly before their test would. Vitest's default of one second
 * measures the speed of the machine: one garbage collection in a busy process takes longer.
 */
import { afterAll, beforeAll, vi } from 'vitest'

/** Below the test timeout of each project, so that the error states what is missing instead of a timeout. */
export const waitTimeoutMs = 15_000

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof vi.waitFor>[1]
const withTimeout = (options: Options) =>
  typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options }

beforeAll(() => {
  vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options))
})

// Files share a process, and so `vi`.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil })
})
