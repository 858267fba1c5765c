import * as z from 'zod/mini'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { SentBundle, SentVerdict } from '../contract.ts'
import { parseAddress } from './address.ts'
import { transactionSchema } from './chain-records.ts'
import { type ExecutedCall, executionOf } from './executed-calls.ts'
import { isSameHex } from './hex.ts'
import type { OpenRpc } from './rpc.ts'

/** Waits before each look, in milliseconds: a node may be behind the one that showed the receipt. */
const looksMs: readonly number[] = [0, 500, 1_000, 2_000, 4_000]

const isSameCall = (made: ExecutedCall, asked: SentBundle['calls'][number]): boolean =>
  isSameHex(made.to, asked.to) && made.value === asked.value && isSameHex(made.data, asked.data)

/** How many of the calls were made, each as asked and in their order; others may be between them. */
function countInOrder(made: readonly ExecutedCall[], asked: SentBundle['calls']): number {
  let count = 0
  for (const call of made) {
    const next = asked[count]
    if (next && isSameCall(call, next)) count += 1
  }
  return count
}

/**
 * Compares the calls that a bundle (EIP-5792) really was with those that were asked for, by the transactions of its
 * receipts, from our own node (channel D8). `added`: all of them were made, and others that the wallet added. `unverifiable`:
 * no standard reads the transactions, or the node does not show them.
 * @throws WidgetError `send/mismatch` (`data.made`: how many of the calls were made as asked) when one is missing or other;
 * the signal's reason.
 */
export async function verifyBundle(
  { openRpc, clock }: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  { account, chain, hashes, calls }: SentBundle,
  signal: AbortSignal,
): Promise<SentVerdict> {
  // Of a new contract the chain shows the transaction alone.
  if (calls.some(({ to }) => to === undefined)) return 'unverifiable'
  const rpc = openRpc({ id: chain })
  const owner = parseAddress(account)
  const look = async (hash: string) => {
    for (const delayMs of looksMs) {
      if (delayMs > 0) await sleep(clock, delayMs, signal)
      const found = await rpc('eth_getTransactionByHash', [hash], z.nullable(transactionSchema), {
        signal,
      }).catch(() => null)
      signal.throwIfAborted()
      if (found) return found
    }
    return undefined
  }
  const made: ExecutedCall[] = []
  let isBatch = false
  for (const hash of hashes) {
    const found = await look(hash)
    const execution = found && executionOf(found, owner)
    if (!execution || execution.is === 'unreadable') return 'unverifiable'
    made.push(...execution.calls)
    isBatch ||= execution.is === 'batch'
  }
  const count = countInOrder(made, calls)
  if (count === calls.length) return made.length === count ? 'verified' : 'added'
  // A transaction to a contract that is no account's may carry several calls in words of its own.
  if (!isBatch && made.length < calls.length) return 'unverifiable'
  const data = { differs: ['calls'], hash: hashes.at(-1), made: count }
  throw new WidgetError('send/mismatch', 'The wallet carried out something else than was asked', { data })
}
