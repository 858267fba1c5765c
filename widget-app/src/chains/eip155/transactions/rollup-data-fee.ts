import { encodeFunctionData } from 'viem/utils'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { bytesSchema } from '../hex.ts'
import { decodeUint } from '../tokens/erc20.ts'
import type { TransferCall } from '../tokens/transfer-call.ts'

/** GasPriceOracle of the OP Stack: the same predeployed address on each of its chains, empty on all others. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'

const abi = [
  {
    type: 'function',
    name: 'getL1FeeUpperBound',
    stateMutability: 'view',
    inputs: [{ name: 'unsignedTxSize', type: 'uint256' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

/** Bytes of an EIP-1559 transaction without its call data and signature; rounded up. */
const envelopeBytes = 120

/** What an OP Stack rollup charges for publishing a transaction, in addition to gas, in wei; 0 on any other chain. */
export async function rollupDataFee(rpc: JsonRpc, call: TransferCall): Promise<bigint> {
  const size = BigInt(envelopeBytes + (call.data.length - 2) / 2)
  const data = encodeFunctionData({ abi, functionName: 'getL1FeeUpperBound', args: [size] })
  try {
    return decodeUint(await rpc('eth_call', [{ to: gasPriceOracle, data }, 'latest'], bytesSchema)) ?? 0n
  } catch (error) {
    // A node that rejects the call has no such contract; one that is unreachable fails the whole estimate.
    if (isWidgetError(error)) throw error
    return 0n
  }
}
