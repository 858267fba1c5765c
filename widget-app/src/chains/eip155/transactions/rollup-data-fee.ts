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

/**
 * What an OP Stack rollup charges at most, at its present prices, for publishing calls in addition to their gas, in wei; 0 on any other
 * chain; undefined if the contract does not state it. @throws WidgetError `http/*`, the reason of `signal`
 */
export async function rollupDataFee(
  rpc: JsonRpc,
  calls: readonly Pick<TransferCall, 'data'>[],
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const size = calls.reduce((sum, { data }) => sum + BigInt(envelopeBytes + (data.length - 2) / 2), 0n)
  const data = encodeFunctionData({ abi, functionName: 'getL1FeeUpperBound', args: [size] })
  try {
    const result = await rpc('eth_call', [{ to: gasPriceOracle, data }, 'latest'], bytesSchema, { signal })
    return result === '0x' ? 0n : decodeUint(result)
  } catch (error) {
    if (isWidgetError(error)) throw error
    signal?.throwIfAborted()
    return undefined
  }
}
