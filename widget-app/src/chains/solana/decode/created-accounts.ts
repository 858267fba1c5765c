import type { Fact } from '../../request-facts.ts'
import { systemProgram } from '../programs.ts'
import { priorityFeeBound } from '../transactions/compute-budget.ts'

const lineOf = (fact: Extract<Fact, { is: 'known-call' }>, name: string): string | undefined =>
  fact.lines.find(({ label }) => label === name)?.value

/** Whether a fact initializes an account for the signer. Another authority over a stake account is a fact of its own. */
const setsUp = (fact: Fact, opened: string, account: string): boolean =>
  fact.is === 'known-call' &&
  lineOf(fact, 'account') === opened &&
  (fact.name === 'InitializeStake' ||
    (fact.name === 'InitializeAccount' && lineOf(fact, 'owner') === account))

/** Accounts that the transaction creates for a program and does not initialize for the signer. */
function openedForPrograms(facts: readonly Fact[], account: string): ReadonlySet<string> {
  const opened = facts.flatMap((fact) => {
    if (fact.is !== 'known-call' || !fact.name.startsWith('CreateAccount')) return []
    const name = lineOf(fact, 'account')
    return name === undefined || lineOf(fact, 'owner') === systemProgram ? [] : [name]
  })
  return new Set(opened.filter((name) => !facts.some((fact) => setsUp(fact, name, account))))
}

/**
 * Marks native amounts that go to such an account: they belong to the program, or to the first account that initializes it.
 * Rent below 0.01 SOL in total is ignored.
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
