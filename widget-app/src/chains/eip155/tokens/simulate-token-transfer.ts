import type { ChainId } from '#shared/caip/chain-id.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Hex } from '../hex.ts'
import { runAsSent } from '../simulate/simulate.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'
import type { TransferCall } from './transfer-call.ts'

/** The call of a token transfer on its chain, with sender and recipient. */
type TokenRun = {
  readonly chain: ChainId
  readonly transfer: TransferCall
  readonly giver: Hex
  readonly receiver: Hex
}

/**
 * Base units that a transfer takes from the sender and adds to the recipient; undefined if a balance moves in the other
 * direction.
 */
export type Moved = { readonly leaves: bigint | undefined; readonly arrives: bigint | undefined }

/** By how much a balance fell; undefined if it grew. */
export const lessBy = (had: bigint, has: bigint): bigint | undefined => (has > had ? undefined : had - has)

/**
 * What a token transfer would move: its simulation between two reads of both balances. Undefined if no node simulates it, or
 * the token does not report the balances.
 */
export async function moveInRun(
  rpc: JsonRpc,
  { chain, transfer, giver, receiver }: TokenRun,
  signal: AbortSignal,
): Promise<Moved | undefined> {
  const reads = [giver, receiver].map((owner) => ({
    ...{ to: transfer.to, value: 0n, data: encodeBalanceOf(owner) },
  }))
  const run = { chain, from: transfer.from, calls: [...reads, transfer, ...reads] }
  const results = await runAsSent(rpc, run, signal).catch(() => undefined)
  signal.throwIfAborted()
  if (results?.length !== run.calls.length || results.some(({ status }) => status !== 1n)) return undefined
  const [gave, had, , gives, has] = results.map(({ returnData }) => decodeUint(returnData))
  if (gave === undefined || had === undefined || gives === undefined || has === undefined) return undefined
  return { leaves: lessBy(gave, gives), arrives: lessBy(has, had) }
}
