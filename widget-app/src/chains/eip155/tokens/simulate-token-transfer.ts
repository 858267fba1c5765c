import type { ChainId } from '#shared/caip/chain-id.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Hex } from '../hex.ts'
import { simulateCalls } from '../simulate/simulate.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'
import type { TransferCall } from './transfer-call.ts'

/** The call of a token transfer on its chain, with sender and recipient. */
type TokenTransfer = {
  readonly chain: ChainId
  readonly transfer: TransferCall
  readonly giver: Hex
  readonly receiver: Hex
}

/**
 * Base units that a transfer takes from the sender and adds to the recipient; undefined if a balance moves in the other
 * direction.
 */
export type MovedAmounts = { readonly leaves: bigint | undefined; readonly arrives: bigint | undefined }

/** By how much a balance fell; undefined if it grew. */
export const decrease = (before: bigint, after: bigint): bigint | undefined =>
  after > before ? undefined : before - after

/**
 * What a token transfer would move: its simulation between two reads of both balances. Undefined if no node simulates it, or
 * the token does not report the balances.
 */
export async function simulateTokenTransfer(
  rpc: JsonRpc,
  { chain, transfer, giver: sender, receiver: recipient }: TokenTransfer,
  signal: AbortSignal,
): Promise<MovedAmounts | undefined> {
  const reads = [sender, recipient].map((owner) => ({
    ...{ to: transfer.to, value: 0n, data: encodeBalanceOf(owner) },
  }))
  const simulation = { chain, from: transfer.from, calls: [...reads, transfer, ...reads] }
  const results = await simulateCalls(rpc, simulation, signal).catch(() => undefined)
  signal.throwIfAborted()
  if (results?.length !== simulation.calls.length || results.some(({ status }) => status !== 1n))
    return undefined
  const [senderBefore, before, , senderAfter, after] = results.map(({ returnData }) => decodeUint(returnData))
  if (senderBefore === undefined || before === undefined || senderAfter === undefined || after === undefined)
    return undefined
  return { leaves: decrease(senderBefore, senderAfter), arrives: decrease(after, before) }
}
