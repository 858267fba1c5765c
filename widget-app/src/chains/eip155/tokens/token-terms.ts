import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../../chain-adapter.ts'
import type { TokenTerms } from '../../fee-estimate.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { lessBy, type Moved, moveInRun } from './simulate-token-transfer.ts'
import { transferCall } from './transfer-call.ts'

/**
 * What a transfer moves. For a transfer to the sender itself, the single balance shows the token's fee, which counts as not
 * received.
 */
async function moveOf(rpc: JsonRpc, transfer: Transfer): Promise<Moved | undefined> {
  const { from, to, value, asset } = transfer
  const [giver, receiver] = [parseAddress(from), parseAddress(to)]
  const run = { chain: asset.chain, transfer: transferCall(transfer), giver, receiver }
  const moved = await moveInRun(rpc, run, new AbortController().signal)
  if (giver !== receiver || moved?.leaves === undefined) return moved
  return { leaves: value, arrives: lessBy(value, moved.leaves) }
}

/** How the token treats a transfer; undefined if exactly the amount leaves and arrives, except for rounding. */
export async function tokenTerms(rpc: JsonRpc, transfer: Transfer): Promise<TokenTerms | undefined> {
  const { value } = transfer
  const { leaves, arrives } = (await moveOf(rpc, transfer)) ?? {}
  if (leaves === undefined) return { arrives: undefined }
  const more = leaves > value && !isRoundingDifference(leaves, value) ? { leaves } : undefined
  const isWhole = arrives !== undefined && isRoundingDifference(value, arrives)
  return isWhole && more === undefined ? undefined : { arrives, ...more }
}

/**
 * The error of a rejected transfer. If the cause is a fee that the sender pays in addition to the amount, the reason is
 * `token-fee`: half of the amount can be sent, and more than that leaves.
 */
export async function withTokenFee(rpc: JsonRpc, transfer: Transfer, refusal: unknown): Promise<unknown> {
  if (!isWidgetError(refusal, 'send/failed') || transfer.value < 2n) return refusal
  const half = { ...transfer, value: transfer.value / 2n }
  const moved = await moveOf(rpc, half)
  if (moved?.leaves === undefined || moved.leaves <= half.value) return refusal
  const words = 'The token takes a fee on top of the amount'
  return new WidgetError('send/failed', words, { cause: refusal, data: { reason: 'token-fee' } })
}
