import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Fact } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import type { Effects, Right } from './execution-effects.ts'

/** An unknown call that may take anything. */
const isUnboundedCall = (fact: Fact): boolean => fact.is === 'unknown-call' && fact.mayTake !== false

type Lost = { readonly mint: string; readonly value: bigint }

/**
 * How much of a loss the facts name, for recipients that have more of it now. Transfers without a mint are identified by
 * their token account, which is one of `names`.
 */
function disclosedAmount(
  facts: readonly Fact[],
  { mint, value }: Lost,
  names: readonly string[],
  { receivers, rights }: Effects,
): bigint {
  const gained = receivers.get(mint) ?? new Set()
  const isToOwner = rights.some((right) => right.is === 'authority' && right.mint === mint)
  return facts.reduce((sum, fact) => {
    switch (fact.is) {
      case 'transfer':
        return names.includes(fact.figure.contract ?? '') && gained.has(fact.to)
          ? sum + fact.figure.value
          : sum
      case 'burn':
        return names.includes(fact.figure.contract ?? '') ? sum + fact.figure.value : sum
      case 'transfer-all':
        return gained.has(fact.to) ? sum + value : sum
      // An account that creates another one pays its rent.
      case 'known-call':
        return mint === '' ? sum + (fact.deposit?.value ?? 0n) : sum
      // The tokens of a token account move with its ownership.
      case 'authority':
        return isToOwner && rights.some((right) => right.to === fact.to && right.mint === mint)
          ? sum + value
          : sum
      default:
        return sum
    }
  }, 0n)
}

function isDisclosed(facts: readonly Fact[], right: Right): boolean {
  return facts.some((fact) => {
    if (fact.is === 'approval')
      return (
        right.is === 'approval' &&
        fact.spender === right.to &&
        [right.over, right.mint].includes(fact.figure.contract) &&
        (fact.isUnlimited || fact.figure.value >= right.value)
      )
    // Space that an account allocates for itself does not assign it to a program.
    return (
      fact.is === 'authority' &&
      right.is === 'authority' &&
      (fact.to === right.to || fact.name === 'Allocate')
    )
  })
}

/**
 * Effects of a transaction that the review did not show: neither as a fact with the right amount and the right recipient or
 * spender, nor as a balance change of the simulation, nor by an unknown call that may take something.
 * @param namesOf the names of a mint in facts: its own, and those of the account's token accounts.
 */
export function undisclosedEffects(
  effects: Effects,
  facts: readonly Fact[],
  simulation: Simulation | undefined,
  namesOf: (mint: string) => readonly string[],
): readonly (Lost | Right)[] {
  const flat = flatFacts(facts)
  if (flat.some(isUnboundedCall)) return []
  const simulated = simulation?.is === 'runs' ? simulation : undefined
  const lost = [...effects.changes].flatMap(([mint, value]) => (value < 0n ? [{ mint, value: -value }] : []))
  return [
    ...lost.filter((one) => {
      const isSimulated = simulated?.changes.some(
        ({ figure }) => (figure.contract ?? '') === one.mint && -figure.value >= one.value,
      )
      return !isSimulated && disclosedAmount(flat, one, namesOf(one.mint), effects) < one.value
    }),
    ...effects.rights.filter(
      (right) => !isDisclosed(flat, right) && !isDisclosed(simulated?.grants ?? [], right),
    ),
  ]
}
