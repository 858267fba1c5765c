import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentVerdict, SentVerification, SubmittedTransaction, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { type SentTransaction, sentTransactionSchema } from '../chain-records.ts'
import { addedAuthorisations } from '../decode/added-authorizations.ts'
import { isSameHex, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ExecutedCall, type Execution, executionOf } from '../simulate/executed-calls.ts'
import { noCodeSinceLook, readAccountCode } from '../tokens/account-code.ts'
import { transferCall } from '../tokens/transfer-call.ts'
import {
  type AskedCall,
  type AskedPrices,
  differences,
  type FeeTerms,
  isPriceWithin,
  largeFee,
} from './transaction-differences.ts'

/**
 * Delays before each poll: short at first, because a mismatch must be reported within 2 s (channel T3), about half a minute
 * in total.
 */
export const earlyLooksMs: readonly number[] = [0, 250, 500]
export const lateLooksMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

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
  asked: AskedPrices,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const price = largeFee(fee)
  if (price === undefined || isPriceWithin(price, asked, 0n)) return true
  const suggested = await rpc('eth_gasPrice', [], quantitySchema, { signal }).catch(() => undefined)
  return suggested === undefined ? undefined : isPriceWithin(price, asked, suggested)
}

/** Whether what an account pays is within the bound: the fee of its transaction, or of its operation (ERC-4337). */
export async function isOwnFeeWithin(
  rpc: JsonRpc,
  found: SentTransaction,
  execution: Execution,
  asked: AskedPrices & { readonly from: string },
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const operation = execution.is === 'batch' ? execution.fee : undefined
  if (operation && largeFee(operation) !== undefined && operation.gas > operationMaxGas) return false
  const fees = [...(operation ? [operation] : []), ...(isSameHex(found.from, asked.from) ? [found] : [])]
  const within = await Promise.all(fees.map((fee) => isFeeWithin(rpc, fee, asked, signal)))
  return within.includes(false) ? false : within.includes(undefined) ? undefined : true
}

const compared = (verdict: SentVerdict): SentVerification => ({ verdict, added: [] })

/** Whether the requested call is one of the calls. */
const isMade = ({ calls }: { readonly calls: readonly ExecutedCall[] }, asked: AskedCall): boolean =>
  calls.some(
    ({ to, value, data }) => isSameHex(to, asked.to) && value === asked.value && isSameHex(data, asked.data),
  )

/**
 * Verifies the calls that an account with code executed: the requested call, and others in addition. A transaction that
 * follows no standard cannot be verified.
 * @throws WidgetError `send/mismatch`.
 */
async function judgeInner(
  rpc: JsonRpc,
  found: SentTransaction,
  execution: Execution,
  asked: AskedCall,
  signal: AbortSignal,
): Promise<SentVerification> {
  if (execution.is !== 'batch') return compared('unverifiable')
  if (!isMade(execution, asked)) throw mismatch(['calls'], found.hash)
  const isWithin = await isOwnFeeWithin(rpc, found, execution, asked, signal)
  if (isWithin === false) throw mismatch(['fee'], found.hash)
  const { authorisations = [] } = asked
  const added = await addedAuthorisations(found, authorisations, asked.from)
  if (added.length > 0) return { verdict: 'added', added }
  const isMissing = (found.authorizationList?.length ?? 0) < authorisations.length
  if (isWithin === undefined || isMissing) return compared('unverifiable')
  return compared(execution.calls.length === 1 ? 'verified' : 'added')
}

/** Differences that an account with code may have: it sends through other accounts, or calls itself (ERC-4337, EIP-7702). */
const ofWrapped: readonly string[] = ['from', 'to', 'value', 'data', 'type', 'nonce', 'authorisations']

/** Result of one poll of the transaction; `poll` counts from 0. @throws WidgetError `send/mismatch`. */
async function judge(
  rpc: JsonRpc,
  found: SentTransaction,
  asked: AskedCall,
  at: number,
  signal: AbortSignal,
): Promise<SentVerification | 'unread'> {
  const differs = differences(found, asked)
  const { hash } = found
  if (differs.length === 0) {
    const isWithin = await isFeeWithin(rpc, found, asked, signal)
    if (isWithin === false) throw mismatch(['fee'], hash)
    return compared(isWithin ? 'verified' : 'unverifiable')
  }
  const isWrapped =
    differs.every((name) => ofWrapped.includes(name)) &&
    (differs.includes('from') || isSameHex(found.to ?? undefined, asked.from))
  if (!isWrapped) throw mismatch(differs, hash)
  const code = await readAccountCode(rpc, asked.from, found, signal)
  if (code === undefined) return 'unread'
  const execution = executionOf(found, parseAddress(asked.from))
  if (code === 'code') return judgeInner(rpc, found, execution, asked, signal)
  // The wallet upgrades the account in this transaction or an earlier one: only the block shows whether it had code.
  const isOpen = code === 'pending' || at < noCodeSinceLook
  if (isOpen && execution.is === 'batch' && isMade(execution, asked)) return 'unread'
  throw mismatch(differs, hash)
}

/** Polls for a transaction by its hash after each delay, and verifies it. @throws as `verifySent`. */
export async function compareSent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  hash: string,
  asked: AskedCall,
  network: { readonly id: ChainId },
  signal: AbortSignal,
  looksMs: readonly number[],
): Promise<SentVerification> {
  const rpc = ports.openRpc(network)
  const look = () =>
    rpc('eth_getTransactionByHash', [hash], z.nullable(sentTransactionSchema), { signal }).catch(() => null)
  for (const [at, delayMs] of looksMs.entries()) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const found = await look()
    signal.throwIfAborted()
    const comparison = found === null ? 'unread' : await judge(rpc, found, asked, at, signal)
    if (comparison !== 'unread') return comparison
  }
  return compared('unverifiable')
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
  const asked = { ...transferCall(transfer), chain: transfer.asset.chain }
  const looksMs = [...earlyLooksMs, ...lateLooksMs]
  return (await compareSent(ports, transaction.hash, asked, network, signal, looksMs)).verdict
}
