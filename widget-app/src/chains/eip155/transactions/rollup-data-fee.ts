import { encodeFunctionData } from 'viem/utils'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { bytesSchema, type Hex } from '../hex.ts'
import { isExecutionError } from '../simulate/is-execution-error.ts'
import { decodeUint } from '../tokens/erc20.ts'
import type { TransferCall } from '../tokens/transfer-call.ts'

type DataCalls = readonly Pick<TransferCall, 'data'>[]

const uint256 = [{ name: '', type: 'uint256' }] as const
const abi = [
  {
    ...{ type: 'function', name: 'getL1FeeUpperBound', stateMutability: 'view', outputs: uint256 },
    inputs: [{ name: 'unsignedTxSize', type: 'uint256' }],
  },
  {
    ...{ type: 'function', name: 'getL1Fee', stateMutability: 'view', outputs: uint256 },
    inputs: [{ name: '_data', type: 'bytes' }],
  },
] as const

/** Bytes of an EIP-1559 transaction without its call data and signature; rounded up. */
const envelopeBytes = 120

/** GasPriceOracle of the OP Stack: the same predeployed address on each of its chains, empty on all others. */
const opStack = (calls: DataCalls) => {
  const size = calls.reduce((sum, { data }) => sum + BigInt(envelopeBytes + (data.length - 2) / 2), 0n)
  const data = encodeFunctionData({ abi, functionName: 'getL1FeeUpperBound', args: [size] })
  return { to: '0x420000000000000000000000000000000000000F', data }
}

/** L1GasPriceOracle of Scroll, which has a price for bytes. Bytes that are not known yet count as ones that do not compress. */
const scroll = (calls: DataCalls) => {
  const bytes: Hex = `0x${calls.map(({ data }) => 'a7'.repeat(envelopeBytes) + data.slice(2)).join('')}`
  const data = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [bytes] })
  return { to: '0x5300000000000000000000000000000000000002', data }
}

/** Mainnet, Sepolia. */
const scrollChains: ReadonlySet<string> = new Set(['eip155:534352', 'eip155:534351'])

/**
 * What a rollup charges, at its present prices, for publishing calls in addition to their gas, in wei; of the OP Stack an upper bound. 0 on a
 * chain without such a fee, or with one that is part of its gas; undefined if the chain's contract does not state it.
 * @throws WidgetError `http/*`; ProviderRpcError of the node
 */
export async function rollupDataFee(
  rpc: JsonRpc,
  chain: ChainId,
  calls: DataCalls,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const oracle = (scrollChains.has(chain) ? scroll : opStack)(calls)
  try {
    const result = await rpc('eth_call', [oracle, 'latest'], bytesSchema, { signal })
    return result === '0x' && !scrollChains.has(chain) ? 0n : decodeUint(result)
  } catch (error) {
    if (isProviderRpcError(error) && isExecutionError(error)) return undefined
    throw error
  }
}
