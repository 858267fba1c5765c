/**
 * A setup file: `vi.waitFor` and `vi.waitUntil` end shortly before their test would. After vitest's own default, a second, they
 * judged how fast a machine is: one collection of garbage in a busy process is longer.
 */
import { afterAll, beforeAll, vi } from 'vitest'

/** Below the time of a test in each project, so that what is missing is said and not that time is over. */
export const waitTimeoutMs = 15_000

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof vi.waitFor>[1]
const patient = (options: Options) =>
  typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options }

beforeAll(() => {
  vi.waitFor = (callback, options) => waitFor(callback, patient(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
})

// Files share a process, and so `vi`.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil })
})
