import type { ChainId } from '#shared/caip/chain-id.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../contract.ts'
import type { TokenTerms } from '../fee-estimate.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { parseAddress } from './address.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'
import type { Hex } from './hex.ts'
import { runAsSent } from './simulate.ts'
import { type TransferCall, transferCall } from './transfer-call.ts'

/** The call of a token's transfer on its chain, the account that gives the tokens, and the one that gets them. */
type TokenRun = {
  readonly chain: ChainId
  readonly transfer: TransferCall
  readonly giver: Hex
  readonly receiver: Hex
}

/** Base units that a transfer takes from one account and brings to the other; undefined where a balance moves the other way. */
type Moved = { readonly leaves: bigint | undefined; readonly arrives: bigint | undefined }

const lessBy = (had: bigint, has: bigint): bigint | undefined => (has > had ? undefined : had - has)

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

/** What a transfer moves; to oneself the one balance shows what the token takes, which counts as not having arrived. */
async function moveOf(rpc: JsonRpc, transfer: Transfer): Promise<Moved | undefined> {
  const { from, to, value, asset } = transfer
  const [giver, receiver] = [parseAddress(from), parseAddress(to)]
  const run = { chain: asset.chain, transfer: transferCall(transfer), giver, receiver }
  const moved = await moveInRun(rpc, run, new AbortController().signal)
  if (giver !== receiver || moved?.leaves === undefined) return moved
  return { leaves: value, arrives: lessBy(value, moved.leaves) }
}

/** How the token treats a transfer; undefined where exactly the amount leaves and arrives. */
export async function tokenTerms(rpc: JsonRpc, transfer: Transfer): Promise<TokenTerms | undefined> {
  const { value } = transfer
  const { leaves, arrives } = (await moveOf(rpc, transfer)) ?? {}
  if (leaves === undefined) return { arrives: undefined }
  const more = leaves > value ? { leaves } : undefined
  return arrives === value && more === undefined ? undefined : { arrives, ...more }
}

/**
 * The refusal of a transfer, by its cause where that is a fee which the sender pays on top of the amount: half of the
 * amount can be sent, and more than that leaves.
 */
export async function withTokenFee(rpc: JsonRpc, transfer: Transfer, refusal: unknown): Promise<unknown> {
  if (!isWidgetError(refusal, 'send/failed') || transfer.value < 2n) return refusal
  const half = { ...transfer, value: transfer.value / 2n }
  const moved = await moveOf(rpc, half)
  if (moved?.leaves === undefined || moved.leaves <= half.value) return refusal
  const words = 'The token takes a fee on top of the amount'
  return new WidgetError('send/failed', words, { cause: refusal, data: { reason: 'token-fee' } })
}
