import type { BalanceChange, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'

/** Accepted decrease of gains between display and click, in percent: prices move with every block (SPEC §9). */
const tolerancePercent = 1n

type SuccessfulSimulation = Extract<Simulation, { is: 'runs' }>

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

/** Key of a grant by kind, grantee and subject, without symbols and balances. */
function grantKey(fact: Fact): string {
  switch (fact.is) {
    case 'approval':
      return ['approval', fact.figure.contract ?? '', fact.spender, String(fact.collectible ?? '')]
        .join(' ')
        .toLowerCase()
    case 'approval-for-all':
      return ['all', fact.collection, fact.operator, fact.isGranted].join(' ').toLowerCase()
    case 'authority':
      return ['authority', fact.name, fact.right, fact.to ?? '', fact.contract ?? ''].join(' ').toLowerCase()
    default:
      return JSON.stringify(fact, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
  }
}

const isNoLarger = (shown: Fact, now: Fact): boolean =>
  shown.is !== 'approval' || now.is !== 'approval' || now.figure.value <= shown.figure.value

/** Whether the second simulation grants no new authority, and none larger. */
function hasNoNewGrant(shown: readonly Fact[], now: readonly Fact[]): boolean {
  return now.every((fact) => shown.some((one) => grantKey(one) === grantKey(fact) && isNoLarger(one, fact)))
}

/** Whether the second simulation sends each asset only to recipients of the first, and reports as much. */
function hasSameReceivers(
  { moves: shown }: SuccessfulSimulation,
  { moves: now }: SuccessfulSimulation,
): boolean {
  if (now === undefined || shown === undefined) return now === shown
  if (now.hasUnread && !shown.hasUnread) return false
  const keys = new Set(shown.sent.map((one) => `${keyOf(one)} ${one.to.toLowerCase()}`))
  return now.sent.every((one) => keys.has(`${keyOf(one)} ${one.to.toLowerCase()}`))
}

/**
 * Whether a second simulation matches what the user saw: no additional loss or recipient, gains at most 1 % lower, no other
 * authority granted, and as complete a report. Fees are ignored: they differ from block to block.
 */
export function isSameSimulation(shown: Simulation, now: Simulation): boolean {
  if (shown.is !== 'runs' || now.is !== 'runs') return shown.is === now.is
  if (now.isPartial && !shown.isPartial) return false
  if (!hasNoNewGrant(shown.grants, now.grants) || !hasSameReceivers(shown, now)) return false
  const before = amounts(shown.changes)
  const after = amounts(now.changes)
  return [...new Set([...before.keys(), ...after.keys()])].every((key) =>
    isNoWorse(before.get(key) ?? 0n, after.get(key) ?? 0n),
  )
}
