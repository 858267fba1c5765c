import { execFileSync } from 'node:child_process'

/** Whether this is the long run. */
export const isLong = process.env.DRAWBRIDGE_LONG === '1'

/**
 * Selects the part of the rotating tests for this run: another commit selects another part, and the same commit selects the
 * same one when it is run again. `DRAWBRIDGE_ROTATION` sets it.
 */
export const rotation = Number.parseInt(process.env.DRAWBRIDGE_ROTATION ?? commit(), 16) || 0

/** The setting that repeats this run, for its log. */
export const rotationSetting = `DRAWBRIDGE_ROTATION=${rotation.toString(16)}`

/** First digits of the commit in hexadecimal; empty outside a checkout. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return ''
  }
}

/** True if the run includes a part. The long run includes all. */
export const isInRotation = (part: number, { of }: { readonly of: number }): boolean =>
  isLong || part % of === rotation % of
