import type { Network } from '#shared/config/network.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { BalanceChange, Fact } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import type { Calls } from '../decode/decode-request.ts'
import { grantedAuthorities } from '../decode/granted-authorities.ts'
import { newApprovals } from '../decode/new-approvals.ts'
import { bytesSchema, isSameHex, quantitySchema, toQuantity } from '../hex.ts'
import { type BundledToken, tokenReader } from '../tokens/token-metadata.ts'
import { revertReason } from '../tokens/transfer-revert-reason.ts'
import { rollupDataFee } from '../transactions/rollup-data-fee.ts'
import { balanceChanges, reportsNativeTransfers, simulatedTransfers } from './balance-changes.ts'
import {
  affordableGas,
  blockOverrides,
  effectivePrice,
  gasPerCall,
  minOf,
  priceMembers,
  readConditions,
  type SimulationConditions,
} from './simulation-conditions.ts'
import { simulationLogSchema } from './simulation-logs.ts'

const callSchema = z.object({
  status: quantitySchema,
  gasUsed: quantitySchema,
  returnData: bytesSchema,
  logs: z.array(simulationLogSchema),
})
const blocksSchema = z.array(z.object({ calls: z.array(callSchema) }))

type CallResult = z.output<typeof callSchema>

/** Terms of a transaction that affect its execution. */
type ExecutionTerms = Pick<
  CanonicalTransaction,
  'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList' | 'authorizations'
>

/** What is simulated: calls in order, and the terms of the transaction if it is one. */
export type SimulationInput = Calls & { readonly terms?: ExecutionTerms | undefined }

const emptyTerms: ExecutionTerms = {
  gas: undefined,
  gasPrice: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  accessList: undefined,
  authorizations: undefined,
}

/**
 * One way to simulate the request. The first is the most accurate; each later one is for a node that rejects the earlier.
 */
type Attempt = {
  /** The node checks fees, nonce and sender as for a transaction; without it some nodes have no base fee. */
  readonly validation: boolean
  /** Gas limit of each call. */
  readonly gas: bigint
  /**
   * Native currency that the account gets for the fee, in wei, because another account pays it (EIP-7702, ERC-4337, a Safe).
   */
  readonly feeGrant: bigint
}

/** Minimum gas of a transaction. */
const minGas = 21_000n

function attemptsOf(
  { calls, terms = emptyTerms }: SimulationInput,
  conditions: SimulationConditions,
): readonly Attempt[] {
  const sent = calls.reduce((sum, { value }) => sum + value, 0n)
  const price = effectivePrice(conditions, terms)
  const requestedGas = gasPerCall(conditions, terms, calls.length)
  const affordable = affordableGas(conditions, price, sent, calls.length) ?? requestedGas
  const lent = requestedGas * price * BigInt(calls.length)
  const affordableGasLimit = minOf(affordable, requestedGas)
  return [
    ...(affordableGasLimit < minGas ? [] : [{ validation: true, gas: affordableGasLimit, feeGrant: 0n }]),
    { validation: true, gas: requestedGas, feeGrant: lent },
    { validation: false, gas: requestedGas, feeGrant: lent },
  ]
}

/** The delegate to which the account will delegate with this transaction (EIP-7702). */
const pendingDelegate = ({ authorizations = [] }: ExecutionTerms) =>
  authorizations.findLast(({ signature }) => signature === undefined)?.address

function paramsOf(
  input: SimulationInput,
  conditions: SimulationConditions,
  { validation, gas, feeGrant }: Attempt,
) {
  const { from, calls, terms = emptyTerms } = input
  const price = priceMembers(conditions, terms, effectivePrice(conditions, terms))
  const delegate = pendingDelegate(terms)
  const state = {
    ...(feeGrant === 0n ? {} : { balance: toQuantity(conditions.balance + feeGrant) }),
    ...(delegate === undefined ? {} : { code: `0xef0100${delegate.slice(2).toLowerCase()}` }),
  }
  const block = {
    blockOverrides: blockOverrides(conditions.head),
    ...(Object.keys(state).length === 0 ? {} : { stateOverrides: { [from]: state } }),
    calls: calls.map(({ to, value, data }) => ({
      from,
      ...(to === undefined ? {} : { to }),
      ...(terms.accessList === undefined ? {} : { accessList: terms.accessList }),
      value: toQuantity(value),
      input: data,
      gas: toQuantity(gas),
      ...price,
    })),
  }
  return [{ blockStateCalls: [block], traceTransfers: true, validation }, 'latest']
}

const isInsufficientFunds = (error: unknown): boolean =>
  isProviderRpcError(error) && /insufficient|balance/i.test(error.message)

type Results = { readonly calls: readonly CallResult[]; readonly attempt: Attempt }

const ranOutOfGas = ({ calls, attempt }: Results): boolean =>
  calls.some(({ status, gasUsed }) => status === 0n && gasUsed * 64n >= attempt.gas * 63n)

/** Simulates each attempt until the node accepts one; undefined if the account has insufficient funds for all. */
async function runAttempts(
  rpc: JsonRpc,
  input: SimulationInput,
  conditions: SimulationConditions,
  signal: AbortSignal,
): Promise<Results | undefined> {
  const attempts = attemptsOf(input, conditions)
  let lastError: unknown
  for (const attempt of attempts) {
    try {
      const params = paramsOf(input, conditions, attempt)
      const blocks = await rpc('eth_simulateV1', params, blocksSchema, { signal })
      const results = { calls: blocks.flatMap(({ calls }) => calls), attempt }
      // The call may need more gas than the account can pay.
      if (attempt.feeGrant > 0n || !ranOutOfGas(results)) return results
      lastError = undefined
    } catch (error) {
      if (!isProviderRpcError(error) || isProviderRpcError(error, providerCodes.methodNotFound)) throw error
      lastError = error
    }
  }
  if (isInsufficientFunds(lastError)) return undefined
  throw lastError
}

/**
 * Simulates the calls as the wallet's transaction would execute them, and returns the node's result of each.
 * @throws as `simulate`.
 */
export async function simulateCalls(
  rpc: JsonRpc,
  input: SimulationInput,
  signal: AbortSignal,
): Promise<readonly CallResult[] | undefined> {
  return (await runAttempts(rpc, input, await readConditions(rpc, input.from, signal), signal))?.calls
}

/** Native value that the calls themselves send, for a node that reports no native transfers. */
const sentNativeValue = ({ from, calls }: SimulationInput): bigint =>
  calls.reduce((sum, { to, value }) => (isSameHex(to, from) ? sum : sum + value), 0n)

/**
 * Simulates the calls in order on the latest block (`eth_simulateV1`), as the wallet's transaction would execute them: with
 * its gas price, base fee, coinbase and origin, and with the account's real balance. Balance changes and authorities are
 * what the contracts report, native currency what the node reports.
 * @throws ProviderRpcError of a node without the method; WidgetError `http/*`.
 */
export async function simulate(
  rpc: JsonRpc,
  input: SimulationInput,
  network: Network,
  signal: AbortSignal,
  pinned: BundledToken,
  second?: JsonRpc,
): Promise<Simulation> {
  const { from, calls, terms = emptyTerms } = input
  const conditions = await readConditions(rpc, from, signal)
  const [firstCall, ...others] = calls
  const insufficientFunds = { is: 'fails', reason: 'insufficient-funds' } as const
  if (firstCall && others.length === 0 && firstCall.value > conditions.balance) return insufficientFunds
  // A fee that cannot be read is unknown, and hides no effects of the calls.
  const readingDataFee = rollupDataFee(rpc, input.chain, calls, signal).catch(() => undefined)
  const results = await runAttempts(rpc, input, conditions, signal)
  if (results === undefined) return insufficientFunds
  const failed = results.calls.find(({ status }) => status === 0n)
  if (failed) return { is: 'fails', reason: revertReason(failed.returnData) }
  const logs = results.calls.flatMap((call) => call.logs)
  const lacksNativeTransfers = sentNativeValue(input) > 0n && !reportsNativeTransfers(logs, from)
  const reported = balanceChanges(logs, from)
  const sent: BalanceChange = { figure: { value: -sentNativeValue(input), contract: undefined } }
  const granted = grantedAuthorities(logs, from, (contract) => pinned(contract) !== undefined)
  const reader = tokenReader(rpc, network, signal, { bundledToken: pinned, second })
  const [changes, grants, dataFee] = await Promise.all([
    Promise.all(
      (lacksNativeTransfers ? [sent, ...reported] : reported).map((change) => reader.change(change)),
    ),
    newApprovals(rpc, granted, logs, from, signal).then(
      (list): Promise<readonly Fact[]> => Promise.all(list.map((grant) => reader.grant(grant))),
    ),
    readingDataFee,
  ])
  const gas = results.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return {
    is: 'runs',
    changes,
    fee: gas * effectivePrice(conditions, terms) + (dataFee ?? 0n),
    dataFee: dataFee ?? 'unknown',
    grants,
    moves: simulatedTransfers(
      results.calls.map((call, at) => ({ called: calls[at]?.to, logs: call.logs })),
      from,
    ),
    isPartial: lacksNativeTransfers || results.attempt.feeGrant > 0n || results.calls.length < calls.length,
  }
}
