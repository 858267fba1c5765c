import { test } from '@playwright/test'

/**
 * Records how long something took, in milliseconds, with its limit. A test never fails on it: the bench reads these
 * records from the runner's report and compares them (`bench/timed-specs.ts`).
 */
export function recordDuration(name: string, valueMs: number, boundMs: number): void {
  const note = { name, valueMs, boundMs }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(note) })
}

/** The smallest of three readings, because the machine may be busy with something else during one of them. */
export async function leastOfThree(read: () => Promise<number>): Promise<number> {
  const readings: number[] = []
  for (let round = 0; round < 3; round += 1) readings.push(await read())
  return Math.min(...readings)
}
