import type { Fact } from '../../request-facts.ts'
import { systemProgram } from '../programs.ts'
import { priorityFeeBound } from '../transactions/compute-budget.ts'

const lineOf = (fact: Extract<Fact, { is: 'known-call' }>, name: string): string | undefined =>
  fact.lines.find(({ label }) => label === name)?.value

/**
 * Whether a fact sets an account up for the account that signs. Of a stake account another holder of a right is a fact of its
 * own.
 */
const setsUp = (fact: Fact, opened: string, account: string): boolean =>
  fact.is === 'known-call' &&
  lineOf(fact, 'account') === opened &&
  (fact.name === 'InitializeStake' ||
    (fact.name === 'InitializeAccount' && lineOf(fact, 'owner') === account))

/** The accounts that the transaction opens for a program, and does not set up for the account that signs. */
function openedForPrograms(facts: readonly Fact[], account: string): ReadonlySet<string> {
  const opened = facts.flatMap((fact) => {
    if (fact.is !== 'known-call' || !fact.name.startsWith('CreateAccount')) return []
    const name = lineOf(fact, 'account')
    return name === undefined || lineOf(fact, 'owner') === systemProgram ? [] : [name]
  })
  return new Set(opened.filter((name) => !facts.some((fact) => setsUp(fact, name, account))))
}

/**
 * Marks coins that go into such an account: who sets it up first, or the program, has them. Rent below 0.01 SOL in all counts
 * as none.
 */
export function withOpenedAccounts(facts: readonly Fact[], account: string): readonly Fact[] {
  const opened = openedForPrograms(facts, account)
  const isInto = (fact: Fact, to: string): fact is Extract<Fact, { is: 'transfer' }> =>
    fact.is === 'transfer' && fact.to === to && fact.figure.contract === undefined
  const sumOf = (to: string): bigint =>
    facts.reduce((sum, fact) => (isInto(fact, to) ? sum + fact.figure.value : sum), 0n)
  const dear = [...opened].filter((to) => sumOf(to) >= priorityFeeBound)
  return facts.map((fact) =>
    dear.some((to) => isInto(fact, to)) && fact.is === 'transfer' ? { ...fact, isToProgram: true } : fact,
  )
}
