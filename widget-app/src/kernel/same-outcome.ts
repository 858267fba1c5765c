import type { BalanceChange, Simulation } from '#widget/chains/request-facts.ts'

/** What comes in may be this much less at the click than what was shown, in percent: prices move with every block (SPEC §9). */
const tolerancePercent = 1n

const keyOf = ({ figure, collectible }: BalanceChange): string =>
  `${figure.contract?.toLowerCase() ?? ''}#${collectible ?? ''}`

const amounts = (changes: readonly BalanceChange[]): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const change of changes) sums.set(keyOf(change), (sums.get(keyOf(change)) ?? 0n) + change.figure.value)
  return sums
}

const isNoWorse = (shown: bigint, now: bigint): boolean => {
  if (shown <= 0n) return now >= shown
  return now * 100n >= shown * (100n - tolerancePercent)
}

/**
 * Whether a second run is what the person has seen: nothing more leaves the account, and no more than 1 % less comes in.
 * Fees are left out: they differ from block to block.
 */
export function isSameOutcome(shown: Simulation, now: Simulation): boolean {
  if (shown.is !== 'runs' || now.is !== 'runs') return shown.is === now.is
  const before = amounts(shown.changes)
  const after = amounts(now.changes)
  return [...new Set([...before.keys(), ...after.keys()])].every((key) =>
    isNoWorse(before.get(key) ?? 0n, after.get(key) ?? 0n),
  )
}
