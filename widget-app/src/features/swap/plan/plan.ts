import { getConvertAllowance } from '#shared/api/convert-calls.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCall, ContractCalls, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { fetchEndpoint, rejectionReasonOf } from '#widget/lib/http.ts'
import { accountOf, type SwapParameters } from '../model.ts'
import {
  type BuildPorts,
  type BuiltCall,
  buildApproval,
  buildSwap,
  callsMismatchError,
  callsOf,
  isSameAddress,
  validateChanges,
  verifySimulation,
} from './validate-built-calls.ts'

/** The ports of `createPlan`. */
export type PlanPorts = BuildPorts & {
  /** Whether the wallet executes several calls as one bundle. */
  readonly canBundle: boolean
}

/**
 * Token allowance for the swap's contract; 0 revokes it. The fee is known only for the first missing approval: later calls
 * cannot be estimated before it.
 */
export type TokenApproval = {
  readonly call: ContractCall
  readonly value: bigint
  readonly fee: FeeEstimate | undefined
}

/** A swap as calls. While an approval is missing the swap cannot be estimated on the chain, and its fee is approximate. */
export type Plan = {
  readonly parameters: SwapParameters
  /** In their order: none, exactly the amount, or zero before that, for tokens that require a revocation first. */
  readonly approvals: readonly TokenApproval[]
  readonly swap: ContractCall
  /** The exact fee of the swap; undefined before its approval. */
  readonly swapFee: FeeEstimate | undefined
  /** Total of all calls, in wei. */
  readonly expectedFee: bigint
  readonly maxFee: bigint
  /** The wallet executes all calls atomically. */
  readonly isBundle: boolean
  /** The swap's call contains the minimum received; otherwise the service is trusted for it. */
  readonly containsMinimum: boolean
}

type Fees = { readonly expectedFee: bigint; readonly maxFee: bigint }

/** The fee of a call that cannot be estimated yet, by the gas prices of one that can. */
function scaleFee(fee: FeeEstimate, gas: bigint | undefined): Fees {
  if (gas === undefined) throw new WidgetError('http/invalid-response', 'The transaction has no gas')
  const base = 'gas' in fee && fee.gas > 0n ? fee.gas : 1n
  const share = (part: bigint) => (part * gas + base - 1n) / base
  return { expectedFee: share(fee.expectedFee), maxFee: share(fee.maxFee) }
}

const sumOf = (...fees: readonly Fees[]): Fees => ({
  expectedFee: fees.reduce((sum, one) => sum + one.expectedFee, 0n),
  maxFee: fees.reduce((sum, one) => sum + one.maxFee, 0n),
})

/**
 * Builds the calls of a swap: an approval of exactly the amount if the allowance does not suffice, and the swap; validates
 * all against the swap parameters, and estimates them on the chain as far as possible.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`, `send/failed` if the chain would fail it, `http/*`,
 * `chain/unsupported` for a chain without contract calls.
 */
export async function createPlan(
  ports: PlanPorts,
  parameters: SwapParameters,
  signal: AbortSignal,
): Promise<Plan> {
  try {
    return await planSwap(ports, parameters, signal)
  } catch (cause) {
    const reason = rejectionReasonOf(cause)
    throw reason === undefined ? cause : new WidgetError('http/status', reason, { cause })
  }
}

/** The current allowance of the swap's contract. The native currency needs none. */
async function allowanceOf(
  ports: PlanPorts,
  parameters: SwapParameters,
  signal: AbortSignal,
): Promise<bigint> {
  const { network, from, amount, connection } = parameters
  if (from.asset.address === undefined || !callsOf(ports.adapter).needsAllowance) return amount
  const userAddress = accountOf(network.id, connection.accounts[0])
  const query = { tokenAddress: from.id, userAddress }
  return (await fetchEndpoint(ports.http, ports.api, getConvertAllowance, { params: {}, query, signal }))
    .allowance
}

type MissingApprovals = {
  readonly approvals: readonly TokenApproval[]
  /** The fee of the first. */
  readonly fee: FeeEstimate
  /** The total of all. */
  readonly fees: Fees
}

/**
 * The missing approvals. Some tokens (USDT) fail to change an existing allowance: if the estimate shows that, it is revoked
 * first.
 */
async function priceApprovals(
  parameters: SwapParameters,
  calls: ContractCalls,
  { call, gas }: BuiltCall,
  revokeAllowance: (() => Promise<BuiltCall>) | undefined,
): Promise<MissingApprovals> {
  const { network, amount } = parameters
  try {
    const fee = await calls.estimate(call, network)
    return { approvals: [{ call, value: amount, fee }], fee, fees: fee }
  } catch (error) {
    if (!revokeAllowance || !isWidgetError(error, 'send/failed')) throw error
    const reset = await revokeAllowance()
    const fee = await calls.estimate(reset.call, network)
    const approvals = [
      { call: reset.call, value: 0n, fee },
      { call, value: amount, fee: undefined },
    ]
    return { approvals, fee, fees: sumOf(fee, scaleFee(fee, gas)) }
  }
}

async function planSwap(ports: PlanPorts, parameters: SwapParameters, signal: AbortSignal): Promise<Plan> {
  const calls = callsOf(ports.adapter)
  const allowed = await allowanceOf(ports, parameters, signal)
  if (allowed >= parameters.amount) {
    const { call: swap, containsMinimum } = await buildSwap(ports, parameters, false, signal)
    const [{ changes, ...fee }, simulation] = await Promise.all([
      calls.estimate(swap, parameters.network),
      // If the estimate is not a simulation, simulate in addition; if the node cannot simulate, the service is trusted.
      calls.needsAllowance
        ? calls.simulate([swap], parameters.network, signal).catch(() => undefined)
        : undefined,
    ])
    validateChanges(changes, parameters)
    if (simulation)
      verifySimulation(simulation, parameters, { isApproval: false, spender: swap.to, value: 0n })
    const { expectedFee, maxFee } = fee
    return {
      parameters,
      approvals: [],
      swap,
      swapFee: fee,
      expectedFee,
      maxFee,
      isBundle: false,
      containsMinimum,
    }
  }
  const built = buildSwap(ports, parameters, true, signal)
  const approve = async (value: bigint) => {
    const [{ call }, approval] = await Promise.all([built, buildApproval(ports, parameters, value, signal)])
    if (!isSameAddress(approval.spender, call.to))
      throw callsMismatchError('The calls allow another account to spend tokens')
    return approval
  }
  const revokeAllowance = allowed === 0n ? undefined : () => approve(0n)
  const missing = await priceApprovals(parameters, calls, await approve(parameters.amount), revokeAllowance)
  const { call: swap, gas, containsMinimum } = await built
  const { approvals, fees, fee } = missing
  const isBundle = ports.canBundle && calls.bundles !== undefined
  const all = sumOf(fees, scaleFee(fee, gas))
  return { parameters, approvals, swap, swapFee: undefined, ...all, isBundle, containsMinimum }
}
