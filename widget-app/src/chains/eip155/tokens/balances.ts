import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { AssetAmount } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { checksummed, parseAddress } from '../address.ts'
import { bytesSchema, type Hex, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { decodeText, decodeUint, encodeBalanceOf, encodeTokenFact } from './erc20.ts'

/** Multicall3 at its address on almost every EVM chain (multicall3.com). */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const abi = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  },
] as const

const tokensPerRead = 50
const decimalsMax = 36n
const symbolMaxLength = 16
const nameMaxLength = 64

type TokenRead = { readonly target: Hex; readonly callData: Hex }

/** Batches many reads; `undefined` for each failed read, or for all if the chain has no Multicall3. */
async function readBatch(
  rpc: JsonRpc,
  reads: readonly TokenRead[],
): Promise<(Hex | undefined)[] | undefined> {
  const calls = reads.map((read) => ({ ...read, allowFailure: true }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
  try {
    const result = await rpc('eth_call', [{ to: multicall3, data }, 'latest'], bytesSchema)
    const results = decodeFunctionResult({ abi, functionName: 'aggregate3', data: result })
    return results.map((item) => (item.success ? item.returnData : undefined))
  } catch (error) {
    // An unreachable node fails all; any other error means that the chain has no Multicall3.
    if (isWidgetError(error)) throw error
    return undefined
  }
}

/** Sequential: a node should not get two hundred requests at once, and other reads of the view are waiting. */
async function readSequentially(rpc: JsonRpc, reads: readonly TokenRead[]): Promise<(Hex | undefined)[]> {
  const results: (Hex | undefined)[] = []
  for (const { target, callData } of reads) {
    try {
      results.push(await rpc('eth_call', [{ to: target, data: callData }, 'latest'], bytesSchema))
    } catch (error) {
      if (!(error instanceof ProviderRpcError)) throw error
      results.push(undefined)
    }
  }
  return results
}

type ReadResults = readonly (Hex | undefined)[]

const toText = (item: Hex | undefined, maxLength: number): string =>
  item === undefined ? '' : sanitizeText(decodeText(item) ?? '', maxLength)

/** A token's balance from its four results; `undefined` for a contract that does not behave like an ERC-20. */
function readToken(network: Network, address: string, results: ReadResults): AssetAmount | undefined {
  const [balance, decimals, symbol, name] = results
  const value = balance && decodeUint(balance)
  const decimalPlaces = decimals && decodeUint(decimals)
  if (value === undefined || decimalPlaces === undefined || decimalPlaces > decimalsMax) return undefined
  const displaySymbol = toText(symbol, symbolMaxLength)
  if (displaySymbol === '') return undefined
  const displayName = toText(name, nameMaxLength) || displaySymbol
  const asset = {
    chain: network.id,
    address,
    symbol: displaySymbol,
    name: displayName,
    decimals: Number(decimalPlaces),
  }
  return { asset, value }
}

/** Native balance in wei. Rejects with WidgetError `http/*` or the node's ProviderRpcError. */
export const nativeBalance = (openRpc: OpenRpc, address: string, network: Network): Promise<bigint> =>
  openRpc(network)('eth_getBalance', [parseAddress(address), 'latest'], quantitySchema)

/**
 * Balances of tokens by contract address, in their order, through Multicall3 or one by one. Contracts that do not behave
 * like an ERC-20 (no balance, no symbol, more than 36 decimals) are left out.
 */
export async function tokenBalances(
  openRpc: OpenRpc,
  owner: string,
  network: Network,
  tokens: readonly string[],
): Promise<readonly AssetAmount[]> {
  const rpc = openRpc(network)
  const balanceOf = encodeBalanceOf(parseAddress(owner))
  const facts = [balanceOf, ...(['decimals', 'symbol', 'name'] as const).map(encodeTokenFact)]
  const targets = [...new Set(tokens.map(checksummed).filter((token) => token !== undefined))]

  const readBatchOf = async (batch: readonly Hex[]): Promise<(AssetAmount | undefined)[]> => {
    const reads = batch.flatMap((target) => facts.map((callData) => ({ target, callData })))
    const batched = await readBatch(rpc, reads)
    const results = batched?.length === reads.length ? batched : await readSequentially(rpc, reads)
    return batch.map((address, index) =>
      readToken(network, address, results.slice(index * facts.length, (index + 1) * facts.length)),
    )
  }

  const found: (AssetAmount | undefined)[] = []
  for (let start = 0; start < targets.length; start += tokensPerRead) {
    found.push(...(await readBatchOf(targets.slice(start, start + tokensPerRead))))
  }
  return found.filter((amount) => amount !== undefined)
}
