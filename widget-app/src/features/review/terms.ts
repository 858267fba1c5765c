import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import { decodedAmountText } from '#widget/domain/review/decoded-amount-text.ts'
import { shownText } from './fact-text.ts'
import type { FactMessageContext } from './message-context.ts'

/** Terms that are a risk, or that contain nothing the user can check: their rows are never collapsed. */
const risky: ReadonlySet<TermName> = new Set([
  'fee-high',
  'trailing-data',
  'unsent',
  'unknown-blockhash',
  'lookup-table',
  'other-signer',
  'immortal',
  'long-era',
  'tip',
  'fee-asset',
  'metadata-hash',
  'unconfirmed-runtime',
  'extension',
  'capability',
])

export const isTerm = (fact: Fact): fact is Extract<Fact, { is: 'term' }> => fact.is === 'term'

/** Whether a fact is a term that must be visible without a click. */
export const isRiskyTerm = (fact: Fact): boolean => isTerm(fact) && risky.has(fact.name)

/** Who pays the fee in place of the user; undefined: the user pays. */
export function sponsorOf(facts: readonly Fact[]): string | undefined {
  const term = facts.find((fact) => isTerm(fact) && fact.name === 'sponsored')
  return term && isTerm(term) ? shownText(term.text ?? '') : undefined
}

/** The terms among the facts as rows of label, value and explanation. */
export const termsOf = (facts: readonly Fact[], context: FactMessageContext) =>
  facts.filter(isTerm).map(({ name, figure, text }, at) => ({
    id: `${at}`,
    label: context.t(`term.${name}`),
    hint: context.t(`term.${name}-text`),
    value: [figure && decodedAmountText(figure, context), text === undefined ? undefined : shownText(text)]
      .filter((one) => one !== undefined)
      .join(' '),
  }))
