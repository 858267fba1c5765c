import { feeMultiplierPercent } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { Transfer, WeightFee } from '../../chain-adapter.ts'
import { existentialDeposit, readAccount } from '../account-state.ts'
import type { ChainNode, Nodes } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'
import { type TransferCall, transferCall } from './transfer-call.ts'
import { requireTransferable } from './transfer-preconditions.ts'

const infoSchema = () => z.object({ partialFee: amountSchema() })

/** The runtime's current fee, with a margin of 1.2 (SPEC §9) for changes in the next blocks. */
export const composeFee = (partialFee: bigint): WeightFee => ({
  tip: 0n,
  expectedFee: partialFee,
  maxFee: (partialFee * feeMultiplierPercent + 99n) / 100n,
})

/** The runtime's fee for an extrinsic (`TransactionPaymentApi_query_info`), with a dummy signature. */
async function readFee({ api }: ChainNode, { extrinsic, from }: TransferCall): Promise<bigint> {
  const queryInfo = api.call.transactionPaymentApi?.queryInfo
  if (queryInfo === undefined) throw new WidgetError('chain/unsupported', 'The chain tells no fees')
  const { genesisHash, runtimeVersion } = api
  // The length of the era counts, so it is mortal; its start does not matter.
  const era = api.registry.createType('ExtrinsicEra', { current: 1, period: 64 })
  const signed = extrinsic.signFake(from, {
    blockHash: genesisHash,
    genesisHash,
    runtimeVersion,
    era,
    nonce: 1,
  })
  const bytes = signed.toU8a()
  return infoSchema().parse((await queryInfo(bytes, bytes.length)).toJSON()).partialFee
}

/**
 * Verifies that the chain would execute a transfer, by the state of both accounts.
 * @throws WidgetError `send/failed` (`data.reason` as in `transfer-preconditions.ts`), `http/*`; ProviderRpcError of the
 * node.
 */
export async function requireExecutable(
  node: ChainNode,
  { from, to, value }: TransferCall,
  fee: WeightFee,
): Promise<void> {
  const [sender, receiver] = await Promise.all([readAccount(node, from), readAccount(node, to)])
  requireTransferable({
    sender,
    receiver,
    existentialDeposit: existentialDeposit(node),
    value,
    fee: fee.maxFee,
  })
}

/**
 * Whether the decoding of a chain's calls depends on more than one server; true if servers disagree, because sending then
 * rejects.
 */
async function isEncodingConfirmed(node: ChainNode, { id }: Network): Promise<boolean> {
  const { hasPins } = await import('../decode/pinned-calls.ts')
  if (hasPins(id)) return true
  const source = await node.source(new AbortController().signal).catch(() => undefined)
  return source !== 'single'
}

/**
 * Estimates the fee of a transfer.
 * @throws WidgetError `send/failed` (`data.reason`) if the chain would fail the transfer, `chain/unsupported`, `http/*` if
 * it cannot be reached; ProviderRpcError of the node.
 */
export async function estimateFee(nodes: Nodes, transfer: Transfer, network: Network): Promise<WeightFee> {
  const node = await nodes.open(network)
  const call = transferCall(node, transfer)
  const [partialFee, isConfirmed] = await Promise.all([
    readFee(node, call),
    isEncodingConfirmed(node, network),
  ])
  const fee = composeFee(partialFee)
  await requireExecutable(node, call, fee)
  return isConfirmed ? fee : { ...fee, isUnconfirmed: true }
}
