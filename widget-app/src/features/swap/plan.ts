import { getBuildApprove, getConvertAllowance, postBuildTransaction } from '#shared/api/convert.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, Connection, ContractCall, FeeEstimate } from '#widget/chains/contract.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { type ApiBase, type HttpPorts, refusalOf, request } from '#widget/lib/http.ts'
import { keyOf } from './draft.ts'
import type { Quote, Wish } from './quote.ts'
import { accountOf } from './tokens.ts'

/** What a person agrees to. */
export type Order = Wish & {
  readonly connection: Connection
  readonly network: Network
  readonly quote: Quote
  readonly slippageBasisPoints: bigint
  /** Base units of the token to get. */
  readonly minimum: bigint
}

/** A call ready for the wallet, with its fee. */
export type PricedCall = { readonly call: ContractCall; readonly fee: FeeEstimate }

/** An order as calls. While an approval is missing the swap cannot be tried on the chain, and its fee is an estimate. */
export type Plan = {
  readonly order: Order
  readonly approval: PricedCall | undefined
  readonly swap: ContractCall
  /** The exact fee of the swap; undefined before its approval. */
  readonly swapFee: FeeEstimate | undefined
  /** Both calls together, in wei. */
  readonly expectedFee: bigint
  readonly maxFee: bigint
}

export type PlanPorts = {
  readonly http: HttpPorts
  readonly api: ApiBase
  readonly adapter: ChainAdapter
}

const notAsAgreed = (what: string) => new WidgetError('swap/not-as-agreed', what)

/** What follows `eip155:1:`. @throws WidgetError for an account of another chain. */
function addressIn(network: Network, id: string): string {
  if (!id.startsWith(`${network.id}:`)) throw notAsAgreed('The transaction is for another chain')
  return id.slice(network.id.length + 1)
}

const isSame = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()

/** What a call says it does, as the review of a dApp's request would read it. */
async function factsOf(adapter: ChainAdapter, connection: Connection, call: ContractCall) {
  const { from, to, data, value } = call
  const params = [{ from, to, data, value: `0x${value.toString(16)}` }]
  const read = await adapter.readRequest?.(
    connection,
    { method: 'eth_sendTransaction', params },
    new AbortController().signal,
  )
  return read?.facts ?? []
}

/** Refuses an approval of anything but exactly the amount of the token that is given. */
function checkApproval(facts: readonly Fact[], order: Order): string {
  const [fact] = facts
  if (facts.length !== 1 || fact?.is !== 'approval') throw notAsAgreed('The approval is something else')
  const isExact = fact.figure.value === order.amount && !fact.isUnlimited
  if (!isExact || !isSame(fact.figure.contract ?? '', order.from.asset.address))
    throw notAsAgreed('The approval is not of exactly this amount')
  return fact.spender
}

/** Refuses a swap that says it does something else; one that cannot be read is the service's word, as its quote is. */
function checkSwap(facts: readonly Fact[], order: Order, account: string): void {
  for (const fact of facts) {
    const isKnown = fact.is === 'swap' || fact.is === 'unknown-call' || fact.is === 'known-call'
    if (!isKnown) throw notAsAgreed('The transaction does more than swap')
    if (fact.is !== 'swap') continue
    const { pays, gets, to } = fact
    if (to !== undefined && !isSame(to, account)) throw notAsAgreed('Somebody else would receive it')
    if (pays && (pays.value > order.amount || keyOf(pays.contract) !== order.from.key))
      throw notAsAgreed('It costs something else')
    if (gets && keyOf(gets.contract) !== order.to.key) throw notAsAgreed('Another token would come')
    if (gets && gets.value < order.minimum)
      throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')
  }
}

/** Percent with at most two decimals, as the service takes it. */
const percent = (basisPoints: bigint): number => Number(basisPoints) / 100

async function buildSwap(ports: PlanPorts, order: Order, needsApproval: boolean, signal: AbortSignal) {
  const { connection, network, from, to, amount } = order
  const [account] = connection.accounts
  const { tx } = await request(ports.http, ports.api, postBuildTransaction, {
    params: {},
    query: {},
    body: {
      amount: amount.toString(),
      eip155: { slippage: percent(order.slippageBasisPoints) },
      projectId: ports.api.common.projectId,
      from: from.id,
      to: to.id,
      userAddress: accountOf(network.id, account),
      ...(needsApproval ? { disableEstimate: true } : {}),
    },
    // Building moves nothing.
    idempotent: true,
    readsRefusal: true,
    signal,
  })
  const call: ContractCall = {
    chain: network.id,
    from: account,
    to: addressIn(network, tx.to),
    data: tx.data,
    value: tx.amount,
  }
  const value = from.asset.address === undefined ? amount : 0n
  if (!isSame(addressIn(network, tx.from), account) || call.value !== value)
    throw notAsAgreed('It costs something else')
  checkSwap(await factsOf(ports.adapter, connection, call), order, account)
  return { call, gas: tx.eip155.gas }
}

async function buildApproval(ports: PlanPorts, order: Order, signal: AbortSignal) {
  const { connection, network, from, to, amount } = order
  const [account] = connection.accounts
  const { tx } = await request(ports.http, ports.api, getBuildApprove, {
    params: {},
    query: {
      userAddress: accountOf(network.id, account),
      from: from.id,
      to: to.id,
      amount: amount.toString(),
    },
    readsRefusal: true,
    signal,
  })
  const call: ContractCall = {
    chain: network.id,
    from: account,
    to: addressIn(network, tx.to),
    data: tx.data,
    value: tx.value,
  }
  if (call.value !== 0n || !isSame(addressIn(network, tx.from), account))
    throw notAsAgreed('The approval costs something')
  const spender = checkApproval(await factsOf(ports.adapter, connection, call), order)
  return { call, spender }
}

/** The fee of a call that cannot be tried yet, by the prices of one that can. */
function feeLike({ fee }: PricedCall, gas: bigint): { expectedFee: bigint; maxFee: bigint } {
  const base = 'gas' in fee && fee.gas > 0n ? fee.gas : 1n
  const share = (part: bigint) => (part * gas + base - 1n) / base
  return { expectedFee: share(fee.expectedFee), maxFee: share(fee.maxFee) }
}

/**
 * Builds the calls of an order: an approval of exactly the amount where the allowance does not suffice, and the swap;
 * both are checked against what was agreed to, and tried on the chain as far as that goes.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`, `send/failed` when the chain would refuse it, `http/*`,
 * `chain/unsupported` for a chain without contract calls.
 */
export async function makePlan(ports: PlanPorts, order: Order, signal: AbortSignal): Promise<Plan> {
  try {
    return await plan(ports, order, signal)
  } catch (cause) {
    const reason = refusalOf(cause)
    throw reason === undefined ? cause : new WidgetError('http/status', reason, { cause })
  }
}

async function plan(ports: PlanPorts, order: Order, signal: AbortSignal): Promise<Plan> {
  const { contractCalls } = ports.adapter
  if (!contractCalls) throw new WidgetError('chain/unsupported', texts.swapsNotSupported)
  const { network, from, amount, connection } = order
  const user = accountOf(network.id, connection.accounts[0])
  const allowed =
    from.asset.address === undefined
      ? amount
      : (
          await request(ports.http, ports.api, getConvertAllowance, {
            params: {},
            query: { tokenAddress: from.id, userAddress: user },
            signal,
          })
        ).allowance
  if (allowed >= amount) {
    const { call } = await buildSwap(ports, order, false, signal)
    const fee = await contractCalls.estimate(call, network)
    const { expectedFee, maxFee } = fee
    return { order, approval: undefined, swap: call, swapFee: fee, expectedFee, maxFee }
  }
  const [swap, approval] = await Promise.all([
    buildSwap(ports, order, true, signal),
    buildApproval(ports, order, signal),
  ])
  if (!isSame(approval.spender, swap.call.to)) throw notAsAgreed('Somebody else would be let take it')
  const priced: PricedCall = {
    call: approval.call,
    fee: await contractCalls.estimate(approval.call, network),
  }
  const rough = feeLike(priced, swap.gas)
  return {
    order,
    approval: priced,
    swap: swap.call,
    swapFee: undefined,
    expectedFee: priced.fee.expectedFee + rough.expectedFee,
    maxFee: priced.fee.maxFee + rough.maxFee,
  }
}
