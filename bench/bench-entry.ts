/** One measured line of the quality bar. */
export type Entry = {
  readonly name: string
  readonly value: number
  readonly unit: 'ms' | 'MB' | 'ratio' | 'count'
  /** The most that is good enough. */
  readonly bound: number
  readonly ok: boolean
}

/** A measured line, judged; a value that could not be measured (NaN) is not good enough. */
export function entry(name: string, value: number, unit: Entry['unit'], bound: number): Entry {
  return { name, value: Math.round(value * 1_000) / 1_000, unit, bound, ok: value <= bound }
}

/**
 * Machines are noisy: only a value above twice its bound, or none at all, is a failure.
 * @param slowness How many times slower than the machine of the bounds this one is: times may be that much longer.
 */
export const isFailure = ({ value, bound, unit }: Entry, slowness: number): boolean =>
  !(value <= 2 * bound * (unit === 'ms' ? slowness : 1))

/** The value in the middle; the lower one of two. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** The value which that share of the others does not exceed (nearest rank). NaN when there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
