import type { BalanceChange, Fact, Figure, Simulation } from '#widget/chains/request-facts.ts'

/** Whether two amounts are of the same asset. */
export const isSameAsset = (one: Figure, other: Figure): boolean =>
  one.contract?.toLowerCase() === other.contract?.toLowerCase()

/** Facts of the account itself, those inside batches too: what another account does in its name is none of them. */
const ownFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => {
    if (fact.is !== 'batch') return [fact]
    return fact.by === undefined ? ownFacts(fact.facts) : []
  })

/** What a fact says that leaves the account. */
const lossesOf = (fact: Fact): readonly BalanceChange[] => {
  if (fact.is === 'transfer' && fact.from === undefined && fact.mayBeCollectible) {
    const { value: collectible, contract } = fact.figure
    return [{ figure: fact.figure }, { figure: { value: 1n, contract }, collectible }]
  }
  if (fact.is === 'transfer' || fact.is === 'burn')
    return fact.from === undefined ? [{ figure: fact.figure }] : []
  if (fact.is === 'swap') return fact.pays === undefined ? [] : [{ figure: fact.pays }]
  if (fact.is === 'known-call') return fact.deposit === undefined ? [] : [{ figure: fact.deposit }]
  if (fact.is === 'unknown-call') return fact.figure === undefined ? [] : [{ figure: fact.figure }]
  if (fact.is !== 'collectible' || fact.from !== undefined) return []
  return [{ figure: { value: fact.count, contract: fact.collection }, collectible: fact.id }]
}

const isSameThing = (one: BalanceChange, other: BalanceChange): boolean =>
  isSameAsset(one.figure, other.figure) && one.collectible === other.collectible

/** Whether it is said that all of an asset leaves. */
const isAllSaid = (own: readonly Fact[], { figure }: BalanceChange): boolean =>
  own.some((fact) => fact.is === 'transfer-all' && fact.of && isSameAsset({ ...figure, ...fact.of }, figure))

/**
 * Whether something leaves in the run that the facts do not name: under calls that nobody knows too, which name no more than
 * the coins that go along. Fees are no part of a run's changes.
 */
export function hasHiddenLoss(facts: readonly Fact[], simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs') return false
  const own = ownFacts(facts)
  const said = own.flatMap(lossesOf)
  return simulation.changes.some((change) => {
    if (change.figure.value >= 0n || isAllSaid(own, change)) return false
    const most = said
      .filter((one) => isSameThing(one, change))
      .reduce((sum, { figure }) => sum + figure.value, 0n)
    return -change.figure.value > most
  })
}

/** What a right is over and who gets it; undefined for a fact that gives none. */
const grantKey = (fact: Fact): string | undefined => {
  const key = (over: string | undefined, to: string | undefined) => `${over ?? ''} ${to ?? ''}`.toLowerCase()
  const isNft = fact.is === 'approval' && fact.mayBeCollectible === true
  if ((fact.is === 'approval' || fact.is === 'permit') && (isNft || fact.figure.value > 0n))
    return key(fact.figure.contract, fact.spender)
  if (fact.is === 'approval-for-all' && fact.isGranted) return key(fact.collection, fact.operator)
  return fact.is === 'authority' ? key(fact.right, fact.to) : undefined
}

type Approval = Extract<Fact, { is: 'approval' }>

/** Whether an approval that the run reports is of the very NFT, or of at most the amount, that a fact names. */
function coversGrant(
  said: Approval | Extract<Fact, { is: 'permit' }>,
  { collectible, figure }: Approval,
): boolean {
  if (collectible !== undefined)
    return said.is === 'approval' && said.mayBeCollectible
      ? said.figure.value === collectible
      : said.collectible === collectible
  return said.collectible === undefined && (said.isUnlimited || said.figure.value >= figure.value)
}

/** Whether a fact of the request names a right that the run gives, at least as large. */
function names(said: Fact, grant: Fact): boolean {
  const key = grantKey(grant)
  if (key === undefined || key !== grantKey(said)) return false
  if (said.is === 'authority' && grant.is === 'authority')
    return said.contract?.toLowerCase() === grant.contract?.toLowerCase()
  if ((said.is === 'approval' || said.is === 'permit') && grant.is === 'approval')
    return coversGrant(said, grant)
  return true
}

/** Whether the run hands out a right that the request does not name, or names smaller. */
export function hasHiddenGrant(facts: readonly Fact[], simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs') return false
  const own = ownFacts(facts)
  return simulation.grants.some((grant) => grantKey(grant) && !own.some((one) => names(one, grant)))
}
