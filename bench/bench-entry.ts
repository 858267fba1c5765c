/** One measured value of the quality bar. */
export type Entry = {
  readonly name: string
  readonly value: number
  readonly unit: 'ms' | 'MB' | 'ratio' | 'count'
  /** Maximum acceptable value. */
  readonly bound: number
  readonly ok: boolean
}

/** Creates an entry; a value that could not be measured (NaN) is not ok. */
export function entry(name: string, value: number, unit: Entry['unit'], bound: number): Entry {
  return { name, value: Math.round(value * 1_000) / 1_000, unit, bound, ok: value <= bound }
}

/**
 * Machines are noisy: only a value above twice its bound, or NaN, is a failure.
 * @param slowness How many times slower this machine is than the reference machine of the bounds; times may be that much
 * longer.
 */
export const isFailure = ({ value, bound, unit }: Entry, slowness: number): boolean =>
  !(value <= 2 * bound * (unit === 'ms' ? slowness : 1))

/** The median; the lower one of two. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** The percentile (nearest rank). NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
