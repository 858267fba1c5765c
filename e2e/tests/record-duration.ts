import { test } from '@playwright/test'

/**
 * Records a duration and its limit, in milliseconds. A test never fails on it: the bench reads the records from the test
 * report and compares them (`bench/timed-specs.ts`).
 */
export const recordDuration = (name: string, valueMs: number, boundMs: number): void =>
  recordDurations(name, [valueMs], boundMs)

/** Records durations of the same thing, and the limit of their 75th percentile. */
export function recordDurations(name: string, valuesMs: readonly number[], boundMs: number): void {
  const measurement = { name, valuesMs, boundMs }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(measurement) })
}

/** The smallest of three measurements, because the machine may be busy during one of them. */
export async function minOfThree(measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < 3; round += 1) values.push(await measure())
  return Math.min(...values)
}
