import type {
  BalanceChange,
  DecodedAmount,
  Description,
  Fact,
  Simulation,
} from '#widget/chains/request-facts.ts'

/** Whether two amounts are of the same asset. */
export const isSameAsset = (one: DecodedAmount, other: DecodedAmount): boolean =>
  one.contract?.toLowerCase() === other.contract?.toLowerCase()

/** Facts of the account itself, those inside batches too: what another account does in its name is none of them. */
const ownFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => {
    if (fact.is !== 'batch') return [fact]
    return fact.by === undefined ? ownFacts(fact.facts) : []
  })

/** Something that leaves the account, to whom where that is known. */
type Loss = BalanceChange & { readonly to?: string | undefined }

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** Whether a fact sends an asset to the account itself; tokens also to another token account of the account's (Solana). */
const isToSelf = (
  { to, tokenAccount }: Pick<Extract<Fact, { is: 'transfer' | 'transfer-all' }>, 'to' | 'tokenAccount'>,
  contract: string | undefined,
  account: string,
): boolean => isSame(to, account) || (contract !== undefined && isSame(tokenAccount?.owner, account))

/** What a fact says that leaves the account; what it sends itself does not, and what a router pays is not its own. */
function lossesOf(fact: Fact, account: string): readonly Loss[] {
  switch (fact.is) {
    case 'transfer': {
      const { figure, to } = fact
      if (fact.from !== undefined || isToSelf(fact, figure.contract, account)) return []
      const nft = { figure: { value: 1n, contract: figure.contract }, collectible: figure.value, to }
      return fact.mayBeCollectible ? [{ figure, to }, nft] : [{ figure, to }]
    }
    case 'collectible': {
      if (fact.from !== undefined || isSame(fact.to, account)) return []
      const figure = { value: fact.count, contract: fact.collection }
      return [{ figure, collectible: fact.id, to: fact.to }]
    }
    case 'burn':
      return fact.from === undefined ? [{ figure: fact.figure }] : []
    case 'swap':
      return fact.pays === undefined || fact.payer !== undefined ? [] : [{ figure: fact.pays }]
    case 'known-call':
      return [fact.deposit, fact.locked].flatMap((figure) => (figure === undefined ? [] : [{ figure }]))
    case 'unknown-call':
      return fact.figure === undefined ? [] : [{ figure: fact.figure, to: fact.to }]
    default:
      return []
  }
}

/** What a fact says that comes to the account, at least. */
const gainsOf = (fact: Fact, account: string): readonly BalanceChange[] =>
  fact.is === 'swap' && fact.gets && (fact.to === undefined || isSame(fact.to, account))
    ? [{ figure: fact.gets }]
    : []

const isSameThing = (one: BalanceChange, other: BalanceChange): boolean =>
  isSameAsset(one.figure, other.figure) && one.collectible === other.collectible

/** How much of the same thing some changes come to. */
const sumOf = (changes: readonly BalanceChange[], thing: BalanceChange): bigint =>
  changes.filter((one) => isSameThing(one, thing)).reduce((sum, { figure }) => sum + figure.value, 0n)

/** Whether it is said that all of an asset leaves the account. */
const isAllSaid = (own: readonly Fact[], { figure }: BalanceChange, account: string): boolean =>
  own.some(
    (fact) =>
      fact.is === 'transfer-all' &&
      fact.of &&
      !isToSelf(fact, fact.of.contract, account) &&
      isSameAsset({ ...figure, ...fact.of }, figure),
  )

/**
 * Whether something leaves in the run that the facts do not name: under calls that nobody knows too, which name no more than
 * the coins that go along. What the same facts bring back is set off against what they name. Fees are no part of a run's
 * changes.
 */
export function hasUndeclaredLoss(
  { facts, account }: Description,
  simulation: Simulation | undefined,
): boolean {
  if (simulation?.is !== 'runs') return false
  const own = ownFacts(facts)
  const losses = own.flatMap((fact) => lossesOf(fact, account))
  const gains = own.flatMap((fact) => gainsOf(fact, account))
  return simulation.changes.some((change) => {
    const { value } = change.figure
    return (
      value < 0n && !isAllSaid(own, change, account) && -value > sumOf(losses, change) - sumOf(gains, change)
    )
  })
}

/** Whether the run brings less than the facts promise: what they name as leaving is set off. */
export function hasMissingGain({ facts, account }: Description, simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs' || simulation.isPartial) return false
  const own = ownFacts(facts)
  const losses = own.flatMap((fact) => lossesOf(fact, account))
  const gains = own.flatMap((fact) => gainsOf(fact, account))
  return gains.some((gain) => sumOf(simulation.changes, gain) < sumOf(gains, gain) - sumOf(losses, gain))
}

/**
 * Whether all that leaves in the run goes where the facts say: a named transfer does not stand for the same amount that goes
 * to somebody else. What a swap pays goes wherever its router sends it. False where the chain reports no receivers.
 */
export function isDeclared({ facts, account }: Description, simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs' || simulation.moves === undefined || simulation.moves.hasUnread) return false
  const { sent } = simulation.moves
  const losses = ownFacts(facts).flatMap((fact) => lossesOf(fact, account))
  const free = losses.filter(({ to }) => to === undefined)
  const beyondNamed = (move: Loss): bigint => {
    const isTo = ({ to }: Loss) => isSame(to, move.to)
    const beyond = sumOf(sent.filter(isTo), move) - sumOf(losses.filter(isTo), move)
    return beyond > 0n ? beyond : 0n
  }
  return sent.every((move) => {
    const receivers = new Set(sent.filter((one) => isSameThing(one, move)).map(({ to }) => to.toLowerCase()))
    const beyond = [...receivers].reduce((sum, to) => sum + beyondNamed({ ...move, to }), 0n)
    return beyond <= sumOf(free, move)
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

/** Whether a fact of the request names a right that the run gives, at least as large: no approval of an amount is one for all. */
function names(said: Fact, grant: Fact): boolean {
  const key = grantKey(grant)
  if (key === undefined || key !== grantKey(said)) return false
  if (said.is === 'authority' && grant.is === 'authority')
    return said.contract?.toLowerCase() === grant.contract?.toLowerCase()
  if ((said.is === 'approval' || said.is === 'permit') && grant.is === 'approval')
    return coversGrant(said, grant)
  return grant.is !== 'approval-for-all' || said.is === 'approval-for-all'
}

/** Whether the run hands out a right that the request does not name, or names smaller. */
export function hasUndeclaredAuthority(facts: readonly Fact[], simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs') return false
  const own = ownFacts(facts)
  return simulation.grants.some((grant) => grantKey(grant) && !own.some((one) => names(one, grant)))
}
