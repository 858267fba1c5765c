import { execFileSync } from 'node:child_process'
import { test } from './fixtures.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'

/**
 * Picks the part of rotating tests that this run takes: other commits take other parts, and the same commit takes the same
 * ones when it is run again. `DRAWBRIDGE_ROTATION` sets it.
 */
export const rotation = Number.parseInt(process.env.DRAWBRIDGE_ROTATION ?? commit(), 16) || 0

// Workers load this file as well.
if (process.env.TEST_WORKER_INDEX === undefined)
  console.log(`rotating tests: DRAWBRIDGE_ROTATION=${rotation.toString(16)}`)

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

/** Whether a run takes a part. The long run takes all. */
export const isInRotation = (part: number, { of }: { readonly of: number }): boolean =>
  isLong || part % of === rotation % of

type Register = (title: string, body: Parameters<typeof test>[2]) => void

const leaveOut: Register = () => undefined

/**
 * For variants of what other tests cover: each run takes one of so many, in the order in which they are written, and the long
 * run all. Each call returns the `test` of the next one, so that a report names the line of the spec.
 */
export function rotatingTests({ of }: { readonly of: number }): () => Register {
  let count = 0
  return () => {
    count += 1
    return isInRotation(count - 1, { of }) ? test : leaveOut
  }
}
