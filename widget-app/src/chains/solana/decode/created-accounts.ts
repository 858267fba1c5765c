import type { Fact } from '../../request-facts.ts'
import { systemProgram } from '../programs.ts'
import { priorityFeeBound } from '../transactions/compute-budget.ts'

const lineOf = (fact: Extract<Fact, { is: 'known-call' }>, name: string): string | undefined =>
  fact.lines.find(({ label }) => label === name)?.value

/** Whether a fact initializes an account for the signer. Another authority over a stake account is a fact of its own. */
const initializes = (fact: Fact, created: string, account: string): boolean =>
  fact.is === 'known-call' &&
  lineOf(fact, 'account') === created &&
  (fact.name === 'InitializeStake' ||
    (fact.name === 'InitializeAccount' && lineOf(fact, 'owner') === account))

/** Accounts that the transaction creates for a program and does not initialize for the signer. */
function createdForPrograms(facts: readonly Fact[], account: string): ReadonlySet<string> {
  const created = facts.flatMap((fact) => {
    if (fact.is !== 'known-call' || !fact.name.startsWith('CreateAccount')) return []
    const name = lineOf(fact, 'account')
    return name === undefined || lineOf(fact, 'owner') === systemProgram ? [] : [name]
  })
  return new Set(created.filter((name) => !facts.some((fact) => initializes(fact, name, account))))
}

/**
 * Marks native amounts that go to such an account: they belong to the program, or to the first account that initializes it.
 * Rent below 0.01 SOL in total is ignored.
 */
export function markProgramTransfers(facts: readonly Fact[], account: string): readonly Fact[] {
  const created = createdForPrograms(facts, account)
  const isNativeTransferTo = (fact: Fact, to: string): fact is Extract<Fact, { is: 'transfer' }> =>
    fact.is === 'transfer' && fact.to === to && fact.figure.contract === undefined
  const sumOf = (to: string): bigint =>
    facts.reduce((sum, fact) => (isNativeTransferTo(fact, to) ? sum + fact.figure.value : sum), 0n)
  const aboveThreshold = [...created].filter((to) => sumOf(to) >= priorityFeeBound)
  return facts.map((fact) =>
    aboveThreshold.some((to) => isNativeTransferTo(fact, to)) && fact.is === 'transfer'
      ? { ...fact, isToProgram: true }
      : fact,
  )
}
