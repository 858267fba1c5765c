/**
 * A setup file of the unit tests, whose files share one process: no clock, global or spy of one file is left for the next.
 */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
