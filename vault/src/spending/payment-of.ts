import { assetIdOf } from '#shared/caip/asset-id.ts'
import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import type { Review, SimulationState } from '#widget/domain/review-queue/reviews.ts'

/** A payment that a spending limit can cover. */
export type Payment = {
  /** CAIP-19 id of what is paid. */
  readonly asset: string
  /**
   * What counts against the limit, in base units: at most this leaves the account, unless the price of a rollup's data rises before
   * the chain executes the payment.
   */
  readonly amount: bigint
  /** What the request transfers, in base units. */
  readonly paid: bigint
  /** Symbol and decimals of the asset, as the chain reports them; undefined for the native currency. */
  readonly token: { readonly symbol: string; readonly decimals: number } | undefined
}

/** Whether a request is a payment that a limit can cover; `reading`: not known yet. */
export type PaymentState =
  | { readonly is: 'payment'; readonly payment: Payment }
  | { readonly is: 'reading' | 'other' }

const other = { is: 'other' } as const
const reading = { is: 'reading' } as const

/** Terms of a transaction that leave its effect as it is. All others need the window. */
const harmlessTerms: ReadonlySet<TermName> = new Set(['fee', 'gas-limit', 'nonce', 'sponsored'])

const isTerm = (fact: Fact): fact is Extract<Fact, { is: 'term' }> => fact.is === 'term'

type Transfer = Extract<Fact, { is: 'transfer' }>

/**
 * The only transfer of a request, if nothing else but harmless terms is in it. A batch, an approval, a delegation, a message or a call
 * of any other kind has more effects than a transfer, and an NFT no amount.
 */
function onlyTransfer(facts: readonly Fact[]): Transfer | undefined {
  const [transfer, ...others] = facts.filter((fact) => !isTerm(fact))
  if (transfer?.is !== 'transfer' || others.length > 0) return undefined
  if (!facts.filter(isTerm).every(({ name }) => harmlessTerms.has(name))) return undefined
  const { from, source, beyond, isToProgram, tokenAccount, mayBeCollectible, reportedAs } = transfer
  const unusual = [from, source, beyond, isToProgram, tokenAccount, mayBeCollectible, reportedAs]
  return unusual.every((one) => one === undefined) ? transfer : undefined
}

/** Whether a complete simulation shows that the account loses the transfer's asset only, at most `most`, and grants nothing. */
function losesOnly(
  simulation: Extract<SimulationState, { is: 'runs' }>,
  { figure }: Transfer,
  most: bigint,
): boolean {
  const { changes, grants, moves, isPartial } = simulation
  if (isPartial || grants.length > 0 || moves?.hasUnread) return false
  return changes.every(
    (change) =>
      change.collectible === undefined &&
      (change.figure.value >= 0n ||
        (change.figure.contract?.toLowerCase() === figure.contract?.toLowerCase() &&
          -change.figure.value <= most)),
  )
}

/** The fee that the account pays at most, in base units of the native currency; undefined if the request fixes none. */
function feeOf(facts: readonly Fact[]): bigint | undefined {
  const terms = facts.filter(isTerm)
  if (terms.some(({ name }) => name === 'sponsored')) return 0n
  return terms.find(({ name }) => name === 'fee')?.figure?.value
}

/** The next power of two: a small change of a price leaves the amount as it is, which would otherwise have to be counted again. */
const roundedUp = (fee: bigint): bigint => (fee === 0n ? 0n : 1n << BigInt((fee - 1n).toString(2).length))

/**
 * Whether a request is a payment that a spending limit can cover: one transfer of the account's own native currency or token by a
 * transaction that this wallet sends, which the review has read completely, which warns of nothing, and whose simulation shows no other
 * loss. Of the native currency the fees count too. What is not proved to be one is `other`.
 */
export function paymentOf({
  connection,
  request,
  decoding,
  simulation,
  risks,
}: Pick<Review, 'connection' | 'request' | 'decoding' | 'simulation' | 'risks'>): PaymentState {
  // Any other method returns what is signed to the site.
  if (connection.namespace !== 'eip155' || request.method !== 'eth_sendTransaction') return other
  if (risks.length > 0 || decoding.is === 'unreadable') return other
  if (decoding.is === 'reading') return reading
  const { account, chain, facts } = decoding.description
  const transfer = onlyTransfer(facts)
  const fee = feeOf(facts)
  const [own] = connection.accounts
  if (transfer === undefined || fee === undefined || chain !== connection.chain) return other
  if (account.toLowerCase() !== own.toLowerCase()) return other
  const { figure, leaves = 0n } = transfer
  const asset = assetIdOf(chain, figure.contract?.toLowerCase())
  const surplus = leaves - figure.value
  const taken = figure.value + (surplus > 0n ? surplus : 0n)
  if (asset === undefined || figure.value <= 0n) return other
  if (simulation.is === 'running') return reading
  if (simulation.is !== 'runs' || !losesOnly(simulation, transfer, taken)) return other
  if (figure.contract !== undefined && figure.asset === undefined) return reading
  if (figure.asset?.isUnconfirmed || figure.asset?.isImitation) return other
  const payment = { asset, paid: figure.value, token: figure.asset }
  if (figure.contract !== undefined) return { is: 'payment', payment: { ...payment, amount: taken } }
  const { dataFee } = simulation
  if (typeof dataFee !== 'bigint') return other
  return { is: 'payment', payment: { ...payment, amount: taken + fee + roundedUp(dataFee) } }
}
