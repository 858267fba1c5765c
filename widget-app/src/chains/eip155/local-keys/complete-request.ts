import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { CompleteOptions, CompleteRequest } from '../../local-keys.ts'
import type { SponsorPort } from '../../sponsorship.ts'
import { bundleParam, type CanonicalBundle } from '../canonical/canonical-bundle.ts'
import {
  type CanonicalTransaction,
  omitUndefined,
  transactionParam,
} from '../canonical/canonical-transaction.ts'
import { invalid } from '../canonical/canonical-values.ts'
import { callOfBundle, transactionOfBundle } from '../canonical/own-batch.ts'
import type { OperationRequest, SponsoredFields } from '../canonical/sponsored-fields.ts'
import { sponsoredTransactionParam } from '../canonical/sponsored-transaction.ts'
import { quantitySchema, toQuantity } from '../hex.ts'
import { requestSponsorship } from '../sponsorship/request-sponsorship.ts'
import type { WatchPorts } from '../sponsorship/watch-operation.ts'
import { toSendError } from '../tokens/transfer-revert-reason.ts'
import { composeFee, type GasPrices, readPrices, withMargin } from '../transactions/fee.ts'
import { delegatedState, readBatchSupport } from './batch-support.ts'
import { type ChosenNonces, readNextNonce } from './chosen-nonces.ts'
import { serializeComplete } from './serialize-transaction.ts'
import { parseSignable } from './signable-request.ts'

/** Gas of a transfer to an account without code; it never varies. */
const plainTransferGas = 21_000n

/** The most gas of one transaction (EIP-7825): the margin never exceeds it. */
const transactionGasMax = 2n ** 24n

/** The same with a margin, because the state may change until the transaction is executed. */
function gasWithMargin(estimate: bigint): bigint {
  if (estimate <= plainTransferGas) return estimate
  const gas = withMargin(estimate)
  return gas <= transactionGasMax || estimate > transactionGasMax ? gas : transactionGasMax
}

const failureSchema = () => z.object({ reason: z.string() })

/** The error of a transaction that the chain would not execute, with the decoded reason; other errors unchanged. */
function executionError(error: unknown): unknown {
  const failure = toSendError(error, false)
  if (!isWidgetError(failure, 'send/failed')) return error
  const data = failureSchema().safeParse(failure.data).data
  return new ProviderRpcError(providerCodes.server, failure.message, data)
}

/** Gas that an authorization costs in addition to what the transaction executes (EIP-7702). */
const authorizationGas = 25_000n

/** Estimates a transaction; one that upgrades its account, as if the account was upgraded already. */
async function estimateGas(
  rpc: JsonRpc,
  transaction: CanonicalTransaction,
  upgrades: boolean,
): Promise<bigint> {
  const { from, to, value, data, accessList } = transaction
  const call = omitUndefined({ from, to, value: toQuantity(value), data, accessList })
  const params = upgrades ? [call, 'latest', delegatedState(from)] : [call]
  try {
    const estimate = await rpc('eth_estimateGas', params, quantitySchema)
    return gasWithMargin(upgrades ? estimate + authorizationGas : estimate)
  } catch (error) {
    throw executionError(error)
  }
}

type Pricing = Pick<CanonicalTransaction, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** The price per gas of the network with its margin; the gas does not matter. */
const pricePerGas = (prices: GasPrices): bigint => composeFee(0n, prices, 0n).maxFeePerGas

const lower = (first: bigint, second: bigint | undefined): bigint =>
  second !== undefined && second < first ? second : first

/** Type and prices: as requested, and otherwise by the network. @throws ProviderRpcError −32602 for fees of another type. */
async function pricingOf(rpc: JsonRpc, transaction: CanonicalTransaction): Promise<Pricing> {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList } = transaction
  const none = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
  const withOnePrice = accessList === undefined ? 0n : 1n
  if (gasPrice !== undefined) return { type: type ?? withOnePrice, gasPrice, ...none }
  const prices = await readPrices(rpc)
  const hasFees = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (prices.baseFee === undefined && (hasFees || type === 2n)) throw invalid('type')
  if (prices.baseFee === undefined || (type !== undefined && type < 2n))
    return { type: type ?? withOnePrice, gasPrice: pricePerGas(prices), ...none }
  const tip = maxPriorityFeePerGas ?? lower(prices.tip, maxFeePerGas)
  const { baseFee } = prices
  return {
    type: 2n,
    gasPrice: undefined,
    maxFeePerGas: maxFeePerGas ?? pricePerGas({ baseFee, tip }),
    maxPriorityFeePerGas: tip,
  }
}

/** @throws ProviderRpcError −32000 if the account cannot pay amount and fee: no node would accept the transaction. */
function requireFunds(transaction: CanonicalTransaction, balance: bigint): void {
  const { value, gas = 0n, gasPrice, maxFeePerGas } = transaction
  if (value + gas * (gasPrice ?? maxFeePerGas ?? 0n) <= balance) return
  throw new ProviderRpcError(providerCodes.server, 'insufficient funds for the amount and its fee', {
    reason: 'insufficient-funds',
  })
}

async function completeTransaction(rpc: JsonRpc, transaction: CanonicalTransaction, upgrades = false) {
  const { from, gas, nonce } = transaction
  const [completeGas, pricing, completeNonce, balance] = await Promise.all([
    gas ?? estimateGas(rpc, transaction, upgrades),
    pricingOf(rpc, transaction),
    nonce ?? readNextNonce(rpc, from),
    rpc('eth_getBalance', [from, 'latest'], quantitySchema),
  ])
  const complete = { ...transaction, gas: completeGas, nonce: completeNonce, ...pricing }
  requireFunds(complete, balance)
  return complete
}

const noFields = {
  ...{ gas: undefined, gasPrice: undefined, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined },
  ...{ nonce: undefined, type: undefined, accessList: undefined, authorizations: undefined },
}

/** A dApp's own paymaster is not used: only the operator's pays (`request-sponsorship.ts`). @throws ProviderRpcError 5700. */
function withoutPaymaster(bundle: CanonicalBundle): CanonicalBundle {
  if (bundle.paymaster !== undefined && !bundle.paymaster.optional)
    throw new ProviderRpcError(
      bundleCodes.unsupportedCapability,
      'The wallet does not support the capability paymasterService',
    )
  return { ...bundle, paymaster: undefined }
}

/** A node, and the operator's sponsorship, if there is any. */
type CompletePorts = Omit<WatchPorts, 'sponsor'> & {
  readonly sponsor: SponsorPort | undefined
  readonly nonces: Pick<ChosenNonces, 'add'>
}

/** The fields of an operation for which the operator pays; undefined: the user does. @throws as `requestSponsorship`. */
async function sponsoredFields(
  { sponsor, ...ports }: CompletePorts,
  request: Omit<OperationRequest, 'fields'>,
  isWanted: boolean,
): Promise<SponsoredFields | undefined> {
  if (sponsor === undefined) return undefined
  const { from, chain } = request
  const isOffered = isWanted && sponsor.nameOf(chain) !== undefined
  if (!isOffered && sponsor.open(from, chain).length === 0) return undefined
  return requestSponsorship({ ...ports, sponsor }, request, isOffered)
}

/**
 * The request as a user operation; undefined if the user pays. Gas and prices of the request are the user's offer to pay, and are
 * not needed; a nonce or a list is what no operation has.
 */
async function sponsorTransaction(
  ports: CompletePorts,
  transaction: CanonicalTransaction,
  isSmartAccount: boolean,
): Promise<CanonicalTransaction | undefined> {
  const { from, chain, to, value, data, nonce, accessList } = transaction
  const isWanted = isSmartAccount && nonce === undefined && accessList === undefined
  const calls = [{ to, value, data }]
  const operation = await sponsoredFields(ports, { from, chain, calls }, isWanted)
  return operation && { ...noFields, from, chain, to, value, data, operation }
}

/**
 * The bundle with the fields of its one transaction. A single call needs no code of the account; several upgrade it, unless
 * it is already.
 * @throws ProviderRpcError 4200 where the account cannot execute batches, 5700.
 */
async function completeBundle(
  ports: CompletePorts,
  requested: CanonicalBundle,
  isSmartAccount: boolean,
): Promise<CanonicalBundle> {
  const { rpc } = ports
  const bundle = { ...withoutPaymaster(requested), transaction: undefined, operation: undefined }
  const { from, chain, calls } = bundle
  const operation = await sponsoredFields(ports, { from, chain, calls }, isSmartAccount)
  if (operation) return { ...bundle, operation }
  const support = calls.length === 1 ? 'supported' : await readBatchSupport(rpc, from)
  if (support === 'unsupported')
    throw new ProviderRpcError(
      providerCodes.unsupportedMethod,
      'The wallet cannot execute calls atomically on this network',
    )
  const upgrades = support === 'ready'
  const call = { from, chain, ...callOfBundle(bundle) }
  const { type, ...fields } = await completeTransaction(rpc, { ...noFields, ...call }, upgrades)
  if (type === undefined || (upgrades && type !== 2n)) throw invalid('type')
  const { nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields
  const fees = { gasPrice, maxFeePerGas, maxPriorityFeePerGas }
  return { ...bundle, transaction: { type: upgrades ? 4n : type, nonce, gas, ...fees } }
}

/**
 * `LocalKeys.complete` on EVM chains: nonce (pending), gas (estimated, times 1.2 for a call), type 2 with fees of 1.2 times
 * the network's price (SPEC §9), or a gas price where blocks have no base fee. Requested fields stay. Where the operator pays, a
 * request gets the fields of a user operation instead.
 */
export async function completeRequest(
  ports: CompletePorts,
  connection: Connection,
  request: RpcRequest,
  { isSmartAccount = true }: CompleteOptions = {},
): Promise<CompleteRequest> {
  const parsed = parseSignable(connection, request)
  if (parsed.is === 'bundle') {
    const bundle = await completeBundle(ports, parsed.bundle, isSmartAccount)
    // Rejects before the review what could not be signed after it.
    if (!bundle.operation) ports.nonces.add(transactionOfBundle(bundle))
    return { method: request.method, params: [bundleParam(bundle)] }
  }
  if (parsed.is !== 'transaction') return parsed.request
  const requested = { ...parsed.transaction, operation: undefined }
  const operation = parsed.isSent ? await sponsorTransaction(ports, requested, isSmartAccount) : undefined
  if (operation) return { method: request.method, params: [sponsoredTransactionParam(operation)] }
  const complete = await completeTransaction(ports.rpc, requested)
  // Rejects before the review what could not be signed after it.
  serializeComplete(complete)
  if (parsed.transaction.nonce === undefined) ports.nonces.add(complete)
  return { method: request.method, params: [transactionParam(complete)] }
}
