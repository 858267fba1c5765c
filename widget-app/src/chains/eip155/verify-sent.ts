import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { SentVerdict, SubmittedTransaction, Transfer } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { parseAddress } from './address.ts'
import { type SentTransaction, sentTransactionSchema } from './chain-records.ts'
import { executionOf } from './executed-calls.ts'
import { bytesSchema, isSameHex, quantitySchema } from './hex.ts'
import type { OpenRpc } from './rpc.ts'
import { type AskedCall, differences, isPriceWithin, largeFee } from './sent-differences.ts'
import { transferCall } from './transfer-call.ts'

/** Waits before each look: dense at first, because an alarm is due within 2 s (channel T3), about half a minute in all. */
export const earlyLooksMs: readonly number[] = [0, 250, 500]
export const lateLooksMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

const mismatch = (differs: readonly string[], hash: string) =>
  new WidgetError('send/mismatch', 'The wallet sent something else than was asked', {
    data: { differs, hash },
  })

/** Whether the fee is within the bound; undefined where the node does not say what is usual. */
export async function isFeeWithin(
  rpc: JsonRpc,
  found: SentTransaction,
  asked: AskedCall,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const price = largeFee(found)
  if (price === undefined || isPriceWithin(price, asked, 0n)) return true
  const suggested = await rpc('eth_gasPrice', [], quantitySchema, { signal }).catch(() => undefined)
  return suggested === undefined ? undefined : isPriceWithin(price, asked, suggested)
}

/**
 * Whether an account with code made the call that was asked for, by what the transaction called it with, and others beside
 * it. A transaction that no standard reads cannot be verified.
 */
function judgeInner(found: SentTransaction, asked: AskedCall): SentVerdict | 'other' {
  const execution = executionOf(found, parseAddress(asked.from))
  if (execution.is !== 'batch') return 'unverifiable'
  const isMade = execution.calls.some(
    ({ to, value, data }) => isSameHex(to, asked.to) && value === asked.value && isSameHex(data, asked.data),
  )
  if (!isMade) return 'other'
  return execution.calls.length === 1 ? 'verified' : 'added'
}

/** Differences that an account with code may have: it sends through others, or calls itself (ERC-4337, EIP-7702). */
const ofWrapped: readonly string[] = ['from', 'to', 'value', 'data', 'type', 'nonce', 'authorisations']

/** What one look at the transaction says. @throws WidgetError `send/mismatch`. */
async function judge(
  rpc: JsonRpc,
  found: SentTransaction,
  asked: AskedCall,
  signal: AbortSignal,
): Promise<SentVerdict | 'unread'> {
  const differs = differences(found, asked)
  const { hash } = found
  if (differs.length === 0) {
    const isWithin = await isFeeWithin(rpc, found, asked, signal)
    if (isWithin === false) throw mismatch(['fee'], hash)
    return isWithin ? 'verified' : 'unverifiable'
  }
  const isWrapped =
    differs.every((name) => ofWrapped.includes(name)) &&
    (differs.includes('from') || isSameHex(found.to ?? undefined, asked.from))
  if (!isWrapped) throw mismatch(differs, hash)
  const code = await rpc('eth_getCode', [asked.from, 'latest'], bytesSchema, { signal }).catch(
    () => undefined,
  )
  if (code === undefined) return 'unread'
  const inner = code === '0x' ? 'other' : judgeInner(found, asked)
  if (inner === 'other') throw mismatch(code === '0x' ? differs : ['calls'], hash)
  return inner
}

/** Looks for a transaction by its hash after each of the waits, and compares it. @throws as `verifySent`. */
export async function compareSent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  hash: string,
  asked: AskedCall,
  network: { readonly id: ChainId },
  signal: AbortSignal,
  looksMs: readonly number[],
): Promise<SentVerdict> {
  const rpc = ports.openRpc(network)
  const look = () =>
    rpc('eth_getTransactionByHash', [hash], z.nullable(sentTransactionSchema), { signal }).catch(() => null)
  for (const delayMs of looksMs) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const found = await look()
    signal.throwIfAborted()
    const verdict = found === null ? 'unread' : await judge(rpc, found, asked, signal)
    if (verdict !== 'unread') return verdict
  }
  return 'unverifiable'
}

/**
 * Compares a sent transaction, fetched by hash from our own node, with the transfer that was asked for (channel D8): it
 * catches pages and extensions that changed the request on its way to the wallet.
 * @throws WidgetError `send/mismatch` (`data.differs`: from, to, value, data, chain, type, nonce, authorisations, accessList,
 * fee, calls); the signal's reason.
 */
export async function verifySent(
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  transaction: SubmittedTransaction,
  transfer: Transfer,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> {
  const asked = { ...transferCall(transfer), chain: transfer.asset.chain }
  return compareSent(ports, transaction.hash, asked, network, signal, [...earlyLooksMs, ...lateLooksMs])
}
