import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import type { Fact } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import type { Effects, GrantedAuthority, Loss } from './execution-effects.ts'

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** How much of a loss to one recipient a fact discloses. */
function disclosedBy(fact: Fact, { contract, id }: Loss, recipient: string): bigint {
  switch (fact.is) {
    case 'transfer': {
      if (fact.from !== undefined || !isSame(fact.to, recipient) || !isSame(fact.figure.contract, contract))
        return 0n
      if (id === undefined) return fact.figure.value
      return fact.mayBeCollectible === true && fact.figure.value === id ? 1n : 0n
    }
    case 'collectible':
      return fact.from === undefined &&
        isSame(fact.to, recipient) &&
        isSame(fact.collection, contract) &&
        fact.id === id
        ? fact.count
        : 0n
    case 'unknown-call':
      return contract === undefined && isSame(fact.to, recipient) ? (fact.figure?.value ?? 0n) : 0n
    default:
      return 0n
  }
}

function isLossDisclosed(facts: readonly Fact[], loss: Loss): boolean {
  const all = loss.to.reduce((sum, { value }) => sum + value, 0n)
  // Losses must be disclosed exactly, for each account that gained.
  return (
    all >= loss.value &&
    loss.to.every(
      ({ account, value }) =>
        facts.reduce((sum, fact) => sum + disclosedBy(fact, loss, account), 0n) >= value,
    )
  )
}

function isAuthorityDisclosed(
  facts: readonly Fact[],
  { is: kind, contract, id, to, value }: GrantedAuthority,
): boolean {
  return facts.some((fact) => {
    switch (fact.is) {
      case 'approval': {
        if (kind !== 'allowance' || !isSame(fact.spender, to) || !isSame(fact.figure.contract, contract))
          return false
        if (id === undefined) return fact.isUnlimited || fact.figure.value >= value
        return fact.collectible === id || (fact.mayBeCollectible === true && fact.figure.value === id)
      }
      case 'approval-for-all':
        return (
          kind === 'operator' &&
          fact.isGranted &&
          isSame(fact.operator, to) &&
          isSame(fact.collection, contract)
        )
      case 'authority':
        return (
          kind !== 'delegate' &&
          fact.right === 'operator' &&
          isSame(fact.to, to) &&
          isSame(fact.contract, contract)
        )
      case 'authorisation':
        return kind === 'delegate' && isSame(fact.delegate, to)
      default:
        return false
    }
  })
}

const isChangeOf =
  ({ contract, id, value }: Loss) =>
  ({ figure, collectible }: Extract<Simulation, { is: 'runs' }>['changes'][number]): boolean =>
    isSame(figure.contract, contract) && collectible === id && -figure.value >= value

/** What the review showed before the request to the wallet. */
export type ReviewContent = {
  readonly facts: readonly Fact[]
  readonly risks: readonly Risk[]
  readonly simulation: Simulation | undefined
  /** The called contract does what its functions are named for: being unknown does not excuse a wrong fact. */
  readonly isHonest: boolean
}

/**
 * Effects of a transaction that the review did not disclose: neither by a fact with the correct amount and recipient or
 * spender, nor by a change of the simulation, nor by the warning of an unknown call that may take something.
 */
export function undisclosed(
  { losses, rights: authorities }: Effects,
  { facts, risks, simulation, isHonest }: ReviewContent,
): readonly (Loss | GrantedAuthority)[] {
  const flat = flatFacts(facts)
  const hasUnknownCall =
    risks.includes('unknown-with-value') &&
    flat.some(
      (fact) =>
        (fact.is === 'unknown-call' && fact.mayTake !== false) ||
        (fact.is === 'unknown-contract' && !isHonest),
    )
  if (hasUnknownCall)
    return authorities.filter(
      (authority) => authority.is === 'delegate' && !isAuthorityDisclosed(flat, authority),
    )
  const completed = simulation?.is === 'runs' ? simulation : undefined
  return [
    ...losses.filter((loss) => !isLossDisclosed(flat, loss) && !completed?.changes.some(isChangeOf(loss))),
    ...authorities.filter(
      (authority) =>
        !isAuthorityDisclosed(flat, authority) && !isAuthorityDisclosed(completed?.grants ?? [], authority),
    ),
  ]
}
