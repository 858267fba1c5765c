import type { ChainId } from '#shared/caip/chain-id.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Hex } from '../hex.ts'
import { runAsSent } from '../simulate/simulate.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'
import type { TransferCall } from './transfer-call.ts'

/** The call of a token's transfer on its chain, the account that gives the tokens, and the one that gets them. */
type TokenRun = {
  readonly chain: ChainId
  readonly transfer: TransferCall
  readonly giver: Hex
  readonly receiver: Hex
}

/** Base units that a transfer takes from one account and brings to the other; undefined where a balance moves the other way. */
export type Moved = { readonly leaves: bigint | undefined; readonly arrives: bigint | undefined }

/** What a balance lost; undefined where it grew. */
export const lessBy = (had: bigint, has: bigint): bigint | undefined => (has > had ? undefined : had - has)

/**
 * What a transfer of a token would move: a run of it between two reads of both balances. Undefined where no node runs it,
 * or the token does not report the balances.
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
