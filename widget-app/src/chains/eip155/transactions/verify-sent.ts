import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentVerdict, SentVerification, SubmittedTransaction, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { type SentTransaction, sentTransactionSchema } from '../chain-records.ts'
import { addedAuthorizations } from '../decode/added-authorizations.ts'
import { isSameHex, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ExecutedCall, type Execution, executionOf } from '../simulate/executed-calls.ts'
import { noCodeFromPoll, readAccountCode } from '../tokens/account-code.ts'
import { transferCall } from '../tokens/transfer-call.ts'
import {
  differences,
  type FeeTerms,
  isPriceWithin,
  largeFee,
  type RequestedCall,
  type RequestedPrices,
} from './transaction-differences.ts'

/**
 * Delays before each poll: short at first, because a mismatch must be reported within 2 s (channel T3), about half a minute
 * in total.
 */
export const initialPollDelaysMs: readonly number[] = [0, 250, 500]
export const laterPollDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

const mismatch = (differs: readonly string[], hash: string) =>
  new WidgetError('send/mismatch', 'The wallet sent something else than was asked', {
    data: { differs, hash },
  })

/** Operations that need more gas than this pay for part of it even if it is unused. */
const operationMaxGas = 15_000_000n

/** Whether the fee is within the bound; undefined if the node does not return the usual price. */
export async function isFeeWithin(
  rpc: JsonRpc,
  fee: FeeTerms,
  requested: RequestedPrices,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const price = largeFee(fee)
  if (price === undefined || isPriceWithin(price, requested, 0n)) return true
  const suggested = await rpc('eth_gasPrice', [], quantitySchema, { signal }).catch(() => undefined)
  return suggested === undefined ? undefined : isPriceWithin(price, requested, suggested)
}

/** Whether what an account pays is within the bound: the fee of its transaction, or of its operation (ERC-4337). */
export async function isAccountFeeWithin(
  rpc: JsonRpc,
  included: SentTransaction,
  execution: Execution,
  requested: RequestedPrices & { readonly from: string },
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const operation = execution.is === 'batch' ? execution.fee : undefined
  if (operation && largeFee(operation) !== undefined && operation.gas > operationMaxGas) return false
  const fees = [
    ...(operation ? [operation] : []),
    ...(isSameHex(included.from, requested.from) ? [included] : []),
  ]
  const within = await Promise.all(fees.map((fee) => isFeeWithin(rpc, fee, requested, signal)))
  return within.includes(false) ? false : within.includes(undefined) ? undefined : true
}

const toVerification = (verdict: SentVerdict): SentVerification => ({ verdict, added: [] })

/** Whether the requested call is one of the calls. */
const isExecuted = (
  { calls }: { readonly calls: readonly ExecutedCall[] },
  requested: RequestedCall,
): boolean =>
  calls.some(
    ({ to, value, data }) =>
      isSameHex(to, requested.to) && value === requested.value && isSameHex(data, requested.data),
  )

/**
 * Verifies the calls that an account with code executed: the requested call, and others in addition. A transaction that
 * follows no standard cannot be verified.
 * @throws WidgetError `send/mismatch`.
 */
async function verifyExecution(
  rpc: JsonRpc,
  included: SentTransaction,
  execution: Execution,
  requested: RequestedCall,
  signal: AbortSignal,
): Promise<SentVerification> {
  if (execution.is !== 'batch') return toVerification('unverifiable')
  if (!isExecuted(execution, requested)) throw mismatch(['calls'], included.hash)
  const isWithin = await isAccountFeeWithin(rpc, included, execution, requested, signal)
  if (isWithin === false) throw mismatch(['fee'], included.hash)
  const { authorizations = [] } = requested
  const added = await addedAuthorizations(included, authorizations, requested.from)
  if (added.length > 0) return { verdict: 'added', added }
  const isMissing = (included.authorizationList?.length ?? 0) < authorizations.length
  if (isWithin === undefined || isMissing) return toVerification('unverifiable')
  return toVerification(execution.calls.length === 1 ? 'verified' : 'added')
}

/** Differences that an account with code may have: it sends through other accounts, or calls itself (ERC-4337, EIP-7702). */
const allowedWrappedDifferences: readonly string[] = [
  'from',
  'to',
  'value',
  'data',
  'type',
  'nonce',
  'authorisations',
]

/** Result of one poll of the transaction; `poll` counts from 0. @throws WidgetError `send/mismatch`. */
async function verifyPoll(
  rpc: JsonRpc,
  included: SentTransaction,
  requested: RequestedCall,
  poll: number,
  signal: AbortSignal,
): Promise<SentVerification | 'unread'> {
  const differs = differences(included, requested)
  const { hash } = included
  if (differs.length === 0) {
    const isWithin = await isFeeWithin(rpc, included, requested, signal)
    if (isWithin === false) throw mismatch(['fee'], hash)
    return toVerification(isWithin ? 'verified' : 'unverifiable')
  }
  const isWrapped =
    differs.every((name) => allowedWrappedDifferences.includes(name)) &&
    (differs.includes('from') || isSameHex(included.to ?? undefined, requested.from))
  if (!isWrapped) throw mismatch(differs, hash)
  const code = await readAccountCode(rpc, requested.from, included, signal)
  if (code === undefined) return 'unread'
  const execution = executionOf(included, parseAddress(requested.from))
  if (code === 'code') return verifyExecution(rpc, included, execution, requested, signal)
  // The wallet upgrades the account in this transaction or an earlier one: only the block shows whether it had code.
  const isPending = code === 'pending' || poll < noCodeFromPoll
  if (isPending && execution.is === 'batch' && isExecuted(execution, requested)) return 'unread'
  throw mismatch(differs, hash)
}

/** Polls for a transaction by its hash after each delay, and verifies it. @throws as `verifySent`. */
export async function verifySentCall(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  hash: string,
  requested: RequestedCall,
  network: { readonly id: ChainId },
  signal: AbortSignal,
  pollDelaysMs: readonly number[],
): Promise<SentVerification> {
  const rpc = ports.openRpc(network)
  const fetchTransaction = () =>
    rpc('eth_getTransactionByHash', [hash], z.nullable(sentTransactionSchema), { signal }).catch(() => null)
  for (const [poll, delayMs] of pollDelaysMs.entries()) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const included = await fetchTransaction()
    signal.throwIfAborted()
    const result = included === null ? 'unread' : await verifyPoll(rpc, included, requested, poll, signal)
    if (result !== 'unread') return result
  }
  return toVerification('unverifiable')
}

/**
 * Verifies a sent transaction, fetched by hash from the widget's node, against the requested transfer (channel D8). Detects
 * pages and extensions that changed the request on its way to the wallet.
 * @throws WidgetError `send/mismatch` (`data.differs`: from, to, value, data, chain, type, nonce, authorisations,
 * accessList, fee, calls); the signal's reason.
 */
export async function verifySent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  transaction: SubmittedTransaction,
  transfer: Transfer,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> {
  const requested = { ...transferCall(transfer), chain: transfer.asset.chain }
  const pollDelaysMs = [...initialPollDelaysMs, ...laterPollDelaysMs]
  return (await verifySentCall(ports, transaction.hash, requested, network, signal, pollDelaysMs)).verdict
}
