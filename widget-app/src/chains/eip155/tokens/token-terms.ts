import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../../chain-adapter.ts'
import type { TokenTerms } from '../../fee-estimate.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { decrease, type MovedAmounts, simulateTokenTransfer } from './simulate-token-transfer.ts'
import { transferCall } from './transfer-call.ts'

/**
 * What a transfer moves. For a transfer to the sender itself, the single balance shows the token's fee, which counts as not
 * received.
 */
async function movedAmounts(rpc: JsonRpc, transfer: Transfer): Promise<MovedAmounts | undefined> {
  const { from, to, value, asset } = transfer
  const [sender, recipient] = [parseAddress(from), parseAddress(to)]
  const simulation = {
    chain: asset.chain,
    transfer: transferCall(transfer),
    giver: sender,
    receiver: recipient,
  }
  const moved = await simulateTokenTransfer(rpc, simulation, new AbortController().signal)
  if (sender !== recipient || moved?.leaves === undefined) return moved
  return { leaves: value, arrives: decrease(value, moved.leaves) }
}

/** How the token treats a transfer; undefined if exactly the amount leaves and arrives, except for rounding. */
export async function tokenTerms(rpc: JsonRpc, transfer: Transfer): Promise<TokenTerms | undefined> {
  const { value } = transfer
  const { leaves, arrives } = (await movedAmounts(rpc, transfer)) ?? {}
  if (leaves === undefined) return { arrives: undefined }
  const extraLoss = leaves > value && !isRoundingDifference(leaves, value) ? { leaves } : undefined
  const isFullAmount = arrives !== undefined && isRoundingDifference(value, arrives)
  return isFullAmount && extraLoss === undefined ? undefined : { arrives, ...extraLoss }
}

/**
 * The error of a rejected transfer. If the cause is a fee that the sender pays in addition to the amount, the reason is
 * `token-fee`: half of the amount can be sent, and more than that leaves.
 */
export async function withTokenFee(rpc: JsonRpc, transfer: Transfer, rejection: unknown): Promise<unknown> {
  if (!isWidgetError(rejection, 'send/failed') || transfer.value < 2n) return rejection
  const half = { ...transfer, value: transfer.value / 2n }
  const moved = await movedAmounts(rpc, half)
  if (moved?.leaves === undefined || moved.leaves <= half.value) return rejection
  const message = 'The token takes a fee on top of the amount'
  return new WidgetError('send/failed', message, { cause: rejection, data: { reason: 'token-fee' } })
}
