import { getBuildApprove, postBuildTransaction } from '#shared/api/convert-calls.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type {
  CallSimulation,
  ChainAdapter,
  ContractCall,
  ContractCalls,
} from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { ApiBase, HttpPorts } from '#widget/lib/http.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { keyOf } from '../draft.ts'
import type { SwapParameters } from '../model.ts'
import { accountOf } from '../model.ts'

/** What calls are built and decoded with. */
export type BuildPorts = {
  readonly http: HttpPorts
  readonly api: ApiBase
  readonly adapter: ChainAdapter
}

/** The built calls differ from what the user accepted. */
export const callsMismatchError = (what: string) => new WidgetError('swap/not-as-agreed', what)

/** The address after `eip155:1:`. @throws WidgetError for an account of another chain. */
function addressIn(network: Network, id: string): string {
  if (!id.startsWith(`${network.id}:`)) throw callsMismatchError('The transaction is for another chain')
  return id.slice(network.id.length + 1)
}

export const isSameAddress = (a: string, b: string | undefined): boolean =>
  a.toLowerCase() === b?.toLowerCase()

/** Validates that an approval is of exactly the value of the token to sell. */
function validateApproval(facts: readonly Fact[], parameters: SwapParameters, value: bigint): string {
  const [fact] = facts
  if (facts.length !== 1 || fact?.is !== 'approval')
    throw callsMismatchError('The approval is something else')
  const isExact = fact.figure.value === value && !fact.isUnlimited
  if (!isExact || !isSameAddress(fact.figure.contract ?? '', parameters.from.asset.address))
    throw callsMismatchError('The approval is not of exactly this amount')
  return fact.spender
}

/**
 * Validates a decodable swap; an undecodable one relies on the service, as its quote does. Returns whether the call contains
 * the minimum received.
 */
function validateSwap(
  facts: readonly Fact[],
  parameters: SwapParameters,
  { from: account, to: contract }: ContractCall,
): boolean {
  let containsMinimum = false
  for (const fact of facts) {
    const isKnown = fact.is === 'swap' || fact.is === 'unknown-call' || fact.is === 'known-call'
    if (!isKnown) throw callsMismatchError('The transaction does more than swap')
    if (fact.is === 'unknown-call' && !isSameAddress(contract, fact.to))
      throw callsMismatchError('It calls something else besides')
    if (fact.is !== 'swap') continue
    const { pays, gets, to } = fact
    if (to !== undefined && !isSameAddress(to, account))
      throw callsMismatchError('The calls send the bought tokens to another account')
    if (pays && (pays.value > parameters.amount || keyOf(pays.contract) !== parameters.from.key))
      throw callsMismatchError('It costs something else')
    if (gets && keyOf(gets.contract) !== parameters.to.key)
      throw callsMismatchError('Another token would come')
    if (gets && gets.value < parameters.minimum)
      throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')
    containsMinimum ||= gets !== undefined
  }
  return containsMinimum
}

/** Percent with at most two decimals, as the service expects it. */
const percent = (basisPoints: bigint): number => Number(basisPoints) / 100

/**
 * Validates the balance changes of an estimate against the swap parameters.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`.
 */
export function validateChanges(
  changes: readonly DecodedAmount[] | undefined,
  { from, to, amount, minimum }: SwapParameters,
): void {
  if (changes === undefined) return
  let received = 0n
  for (const { contract, value } of changes) {
    const key = keyOf(contract)
    if (value < 0n && (key !== from.key || -value > amount))
      throw callsMismatchError('It costs something else')
    if (key === to.key) received = value
  }
  if (received < minimum) throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')
}

/** What a step may do in addition to the swap itself. */
export type AllowedSimulation = {
  /** Whether it is the approval alone: no balance may decrease. */
  readonly isApproval: boolean
  /** The spender, and how much of the token to sell it may get an allowance for, in base units. */
  readonly spender: string
  readonly value: bigint
}

/**
 * Validates that simulated calls grant no other authority than accepted, and change no other balance. A partial simulation
 * proves a loss, but not a missing gain.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`.
 */
export function verifySimulation(
  { changes, grants, isComplete }: CallSimulation,
  parameters: SwapParameters,
  { isApproval, spender, value }: AllowedSimulation,
): void {
  const isAccepted = (grant: Fact): boolean =>
    grant.is === 'approval' &&
    isSameAddress(grant.spender, spender) &&
    keyOf(grant.figure.contract) === parameters.from.key &&
    grant.figure.value <= value
  if (!grants.every(isAccepted)) throw callsMismatchError('It gives a right that was not agreed to')
  if (isApproval) {
    if (changes.some((change) => change.value < 0n)) throw callsMismatchError('The approval costs something')
  } else validateChanges(changes, isComplete ? parameters : { ...parameters, minimum: 0n })
}

/** A call as the service built it, with its gas limit if the service returns one. */
export type BuiltCall = { readonly call: ContractCall; readonly gas: bigint | undefined }

/** The adapter's functions for contract calls. @throws WidgetError `chain/unsupported` if it has none. */
export function callsOf({ contractCalls }: ChainAdapter): ContractCalls {
  if (contractCalls === undefined) throw new WidgetError('chain/unsupported', texts.swapsNotSupported)
  return contractCalls
}

/**
 * Builds the call of a swap; while an approval is missing, it disables the service's own estimate.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`, `http/*`.
 */
export async function buildSwap(
  ports: BuildPorts,
  parameters: SwapParameters,
  needsApproval: boolean,
  signal: AbortSignal,
): Promise<BuiltCall & { readonly containsMinimum: boolean }> {
  const { connection, network, from, to, amount } = parameters
  const [account] = connection.accounts
  const { tx } = await fetchEndpoint(ports.http, ports.api, postBuildTransaction, {
    params: {},
    query: {},
    body: {
      amount: amount.toString(),
      [namespaceOf(network.id)]: { slippage: percent(parameters.slippageBasisPoints) },
      projectId: ports.api.common.projectId,
      from: from.id,
      to: to.id,
      userAddress: accountOf(network.id, account),
      ...(needsApproval ? { disableEstimate: true } : {}),
    },
    // Building a transaction changes nothing.
    idempotent: true,
    readsRejection: true,
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
  if (!isSameAddress(addressIn(network, tx.from), account) || call.value !== value)
    throw callsMismatchError('It costs something else')
  const facts = await callsOf(ports.adapter).decode(connection, call, signal)
  const containsMinimum = validateSwap(facts, parameters, call)
  return { call, gas: 'eip155' in tx ? tx.eip155.gas : undefined, containsMinimum }
}

/**
 * Builds an approval of exactly `value` of the token to sell; zero revokes an earlier one.
 * @throws WidgetError `swap/not-as-agreed`, `http/*`.
 */
export async function buildApproval(
  ports: BuildPorts,
  parameters: SwapParameters,
  value: bigint,
  signal: AbortSignal,
): Promise<BuiltCall & { readonly spender: string }> {
  const { connection, network, from, to } = parameters
  const [account] = connection.accounts
  const { tx } = await fetchEndpoint(ports.http, ports.api, getBuildApprove, {
    params: {},
    query: {
      userAddress: accountOf(network.id, account),
      from: from.id,
      to: to.id,
      amount: value.toString(),
    },
    readsRejection: true,
    signal,
  })
  const call: ContractCall = {
    chain: network.id,
    from: account,
    to: addressIn(network, tx.to),
    data: tx.data,
    value: tx.value,
  }
  if (call.value !== 0n || !isSameAddress(addressIn(network, tx.from), account))
    throw callsMismatchError('The approval costs something')
  const facts = await callsOf(ports.adapter).decode(connection, call, signal)
  const spender = validateApproval(facts, parameters, value)
  return { call, spender, gas: tx.eip155.gas }
}
