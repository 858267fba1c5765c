import type { ChainId } from '#shared/caip/chain-id.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'
import type { Hex } from './hex.ts'
import { runAsSent } from './simulate.ts'
import type { TransferCall } from './transfer-call.ts'

/** The call of a token's transfer, on its chain, and the account that gets the tokens. */
type TokenRun = { readonly chain: ChainId; readonly transfer: TransferCall; readonly receiver: Hex }

/**
 * What a transfer of a token would bring its receiver: a run of it between two reads of the receiver's balance. Undefined
 * where no node runs it, or the token does not report the balance.
 */
export async function arrivalInRun(
  rpc: JsonRpc,
  { chain, transfer, receiver }: TokenRun,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const read = { to: transfer.to, value: 0n, data: encodeBalanceOf(receiver) }
  const run = { chain, from: transfer.from, calls: [read, transfer, read] }
  const results = await runAsSent(rpc, run, signal).catch(() => undefined)
  signal.throwIfAborted()
  const [before, moved, after] = results ?? []
  if (before?.status !== 1n || moved?.status !== 1n || after?.status !== 1n) return undefined
  const [had, has] = [decodeUint(before.returnData), decodeUint(after.returnData)]
  if (had === undefined || has === undefined) return undefined
  // A receiver that has less afterwards got no amount that could be named.
  return has < had ? undefined : has - had
}
