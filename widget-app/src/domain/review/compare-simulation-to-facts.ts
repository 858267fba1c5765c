import type { BalanceChange, DecodedAmount, Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'

/** Whether two amounts are of the same asset. */
export const isSameAsset = (one: DecodedAmount, other: DecodedAmount): boolean =>
  one.contract?.toLowerCase() === other.contract?.toLowerCase()

/** Facts of the account itself, also inside batches; not those that another account executes in a batch. */
const ownFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => {
    if (fact.is !== 'batch') return [fact]
    return fact.by === undefined ? ownFacts(fact.facts) : []
  })

/** An asset that leaves the account, with its recipient if known. */
type Loss = BalanceChange & { readonly to?: string | undefined }

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** Whether a fact sends an asset to the account itself; tokens also to another token account of it (Solana). */
const isToSelf = (
  { to, tokenAccount }: Pick<Extract<Fact, { is: 'transfer' | 'transfer-all' }>, 'to' | 'tokenAccount'>,
  contract: string | undefined,
  account: string,
): boolean => isSame(to, account) || (contract !== undefined && isSame(tokenAccount?.owner, account))

/** The losses that a fact declares. Transfers to the account itself are none, and neither is what a router pays. */
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

/** The minimum gains that a fact declares. */
const gainsOf = (fact: Fact, account: string): readonly BalanceChange[] =>
  fact.is === 'swap' && fact.gets && (fact.to === undefined || isSame(fact.to, account))
    ? [{ figure: fact.gets }]
    : []

const isSameBalance = (one: BalanceChange, other: BalanceChange): boolean =>
  isSameAsset(one.figure, other.figure) && one.collectible === other.collectible

/** Sum of the changes of one asset. */
const sumByAsset = (changes: readonly BalanceChange[], asset: BalanceChange): bigint =>
  changes.filter((one) => isSameBalance(one, asset)).reduce((sum, { figure }) => sum + figure.value, 0n)

/** Whether the facts declare that all of an asset leaves the account. */
const declaresAll = (accountFacts: readonly Fact[], { figure }: BalanceChange, account: string): boolean =>
  accountFacts.some(
    (fact) =>
      fact.is === 'transfer-all' &&
      fact.of &&
      !isToSelf(fact, fact.of.contract, account) &&
      isSameAsset({ ...figure, ...fact.of }, figure),
  )

/**
 * Whether the simulation shows a loss that the facts do not declare. Under unknown calls too, which declare only the native
 * amount they send. Declared gains offset declared losses. Fees are not part of a simulation's changes.
 */
export function hasUndeclaredLoss(
  { facts, account }: Description,
  simulation: Simulation | undefined,
): boolean {
  if (simulation?.is !== 'runs') return false
  const accountFacts = ownFacts(facts)
  const losses = accountFacts.flatMap((fact) => lossesOf(fact, account))
  const gains = accountFacts.flatMap((fact) => gainsOf(fact, account))
  return simulation.changes.some((change) => {
    const { value } = change.figure
    return (
      value < 0n &&
      !declaresAll(accountFacts, change, account) &&
      -value > sumByAsset(losses, change) - sumByAsset(gains, change)
    )
  })
}

/** Whether the simulation shows smaller gains than the facts promise; declared losses are offset. */
export function hasMissingGain({ facts, account }: Description, simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs' || simulation.isPartial) return false
  const accountFacts = ownFacts(facts)
  const losses = accountFacts.flatMap((fact) => lossesOf(fact, account))
  const gains = accountFacts.flatMap((fact) => gainsOf(fact, account))
  return gains.some(
    (gain) => sumByAsset(simulation.changes, gain) < sumByAsset(gains, gain) - sumByAsset(losses, gain),
  )
}

/**
 * Whether all losses in the simulation go to the declared recipients: a declared transfer does not cover the same amount to
 * another recipient. What a swap pays goes wherever its router sends it. False if the chain reports no recipients.
 */
export function isDeclared({ facts, account }: Description, simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs' || simulation.moves === undefined || simulation.moves.hasUnread) return false
  const { sent } = simulation.moves
  const losses = ownFacts(facts).flatMap((fact) => lossesOf(fact, account))
  const withoutRecipient = losses.filter(({ to }) => to === undefined)
  const undeclaredAmount = (move: Loss): bigint => {
    const isTo = ({ to }: Loss) => isSame(to, move.to)
    const undeclared = sumByAsset(sent.filter(isTo), move) - sumByAsset(losses.filter(isTo), move)
    return undeclared > 0n ? undeclared : 0n
  }
  return sent.every((move) => {
    const recipients = new Set(
      sent.filter((one) => isSameBalance(one, move)).map(({ to }) => to.toLowerCase()),
    )
    const undeclared = [...recipients].reduce((sum, to) => sum + undeclaredAmount({ ...move, to }), 0n)
    return undeclared <= sumByAsset(withoutRecipient, move)
  })
}

/** Key of a grant by its subject and its grantee; undefined for a fact that grants nothing. */
const grantKey = (fact: Fact): string | undefined => {
  const key = (over: string | undefined, to: string | undefined) => `${over ?? ''} ${to ?? ''}`.toLowerCase()
  const isNft = fact.is === 'approval' && fact.mayBeCollectible === true
  if ((fact.is === 'approval' || fact.is === 'permit') && (isNft || fact.figure.value > 0n))
    return key(fact.figure.contract, fact.spender)
  if (fact.is === 'approval-for-all' && fact.isGranted) return key(fact.collection, fact.operator)
  return fact.is === 'authority' ? key(fact.right, fact.to) : undefined
}

type Approval = Extract<Fact, { is: 'approval' }>

/** Whether an approval in the simulation is for the same NFT, or for at most the amount, that a fact declares. */
function coversGrant(
  declared: Approval | Extract<Fact, { is: 'permit' }>,
  { collectible, figure }: Approval,
): boolean {
  if (collectible !== undefined)
    return declared.is === 'approval' && declared.mayBeCollectible
      ? declared.figure.value === collectible
      : declared.collectible === collectible
  return declared.collectible === undefined && (declared.isUnlimited || declared.figure.value >= figure.value)
}

/**
 * Whether a fact of the request declares an authority that the simulation grants, at least as large: an approval of an
 * amount is none for all.
 */
function declaresGrant(declared: Fact, grant: Fact): boolean {
  const key = grantKey(grant)
  if (key === undefined || key !== grantKey(declared)) return false
  if (declared.is === 'authority' && grant.is === 'authority')
    return declared.contract?.toLowerCase() === grant.contract?.toLowerCase()
  if ((declared.is === 'approval' || declared.is === 'permit') && grant.is === 'approval')
    return coversGrant(declared, grant)
  return grant.is !== 'approval-for-all' || declared.is === 'approval-for-all'
}

/** Whether the simulation grants an authority that the request does not declare, or declares smaller. */
export function hasUndeclaredAuthority(facts: readonly Fact[], simulation: Simulation | undefined): boolean {
  if (simulation?.is !== 'runs') return false
  const accountFacts = ownFacts(facts)
  return simulation.grants.some(
    (grant) => grantKey(grant) && !accountFacts.some((one) => declaresGrant(one, grant)),
  )
}
