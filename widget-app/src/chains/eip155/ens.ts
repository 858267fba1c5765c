import { namehash, normalize, packetToBytes } from 'viem/ens'
import { bytesToHex, decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { coinTypeOf } from '#shared/names/coin-type.ts'
import type { ResolvedName } from '../chain-adapter.ts'
import { checksummed } from './address.ts'
import { bytesSchema, type Hex, isSameHex } from './hex.ts'
import type { OpenRpc } from './rpc.ts'

/** ENS is on Ethereum, for names on any chain. */
const ethereum = { id: parseChainId('eip155:1') }
const ethereumCoinType = 60

/** ENS's universal resolver (docs.ens.domains/resolvers/universal). */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

const abi = [
  {
    type: 'function',
    name: 'resolveWithGateways',
    stateMutability: 'view',
    inputs: [
      { name: 'name', type: 'bytes' },
      { name: 'data', type: 'bytes' },
      { name: 'gateways', type: 'string[]' },
    ],
    outputs: [
      { name: 'result', type: 'bytes' },
      { name: 'resolver', type: 'address' },
    ],
  },
  {
    type: 'function',
    name: 'reverseWithGateways',
    stateMutability: 'view',
    inputs: [
      { name: 'account', type: 'bytes' },
      { name: 'coinType', type: 'uint256' },
      { name: 'gateways', type: 'string[]' },
    ],
    outputs: [
      { name: 'primary', type: 'string' },
      { name: 'resolver', type: 'address' },
      { name: 'reverseResolver', type: 'address' },
    ],
  },
  { type: 'error', name: 'ResolverNotFound', inputs: [{ name: 'name', type: 'bytes' }] },
  {
    type: 'error',
    name: 'ResolverNotContract',
    inputs: [
      { name: 'name', type: 'bytes' },
      { name: 'resolver', type: 'address' },
    ],
  },
  { type: 'error', name: 'UnsupportedResolverProfile', inputs: [{ name: 'selector', type: 'bytes4' }] },
  {
    type: 'error',
    name: 'ReverseAddressMismatch',
    inputs: [
      { name: 'primary', type: 'string' },
      { name: 'primaryAddress', type: 'bytes' },
    ],
  },
] as const

const recordAbi = [
  {
    type: 'function',
    name: 'addr',
    stateMutability: 'view',
    inputs: [
      { name: 'node', type: 'bytes32' },
      { name: 'coinType', type: 'uint256' },
    ],
    outputs: [{ name: 'account', type: 'bytes' }],
  },
  {
    type: 'function',
    name: 'text',
    stateMutability: 'view',
    inputs: [
      { name: 'node', type: 'bytes32' },
      { name: 'key', type: 'string' },
    ],
    outputs: [{ name: 'value', type: 'string' }],
  },
] as const

/** Whether the resolver reverted because there is no such name, record or primary name. */
function isNotFound(error: unknown): boolean {
  if (!isProviderRpcError(error)) return false
  const data = bytesSchema.safeParse(error.data)
  if (!data.success) return false
  try {
    decodeErrorResult({ abi, data: data.data })
    return true
  } catch {
    return false
  }
}

/**
 * Calls the universal resolver; undefined if there is no record. Gateways of offchain names (CCIP-Read) are not called: such
 * a name fails.
 */
async function callResolver(openRpc: OpenRpc, data: Hex, signal: AbortSignal): Promise<Hex | undefined> {
  try {
    return await openRpc(ethereum)('eth_call', [{ to: universalResolver, data }, 'latest'], bytesSchema, {
      signal,
    })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function readRecord(
  openRpc: OpenRpc,
  name: string,
  data: Hex,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const args = [bytesToHex(packetToBytes(name)), data, []] as const
  const call = encodeFunctionData({ abi, functionName: 'resolveWithGateways', args })
  const response = await callResolver(openRpc, call, signal)
  if (response === undefined) return undefined
  const [result] = decodeFunctionResult({ abi, functionName: 'resolveWithGateways', data: response })
  return result === '0x' ? undefined : result
}

/** Normalizes a name (ENSIP-15). @throws WidgetError `name/invalid`. */
function normalizeName(name: string): string {
  try {
    return normalize(name)
  } catch (cause) {
    throw new WidgetError('name/invalid', 'No name is written like this', { cause })
  }
}

async function readAddress(
  openRpc: OpenRpc,
  name: string,
  coinType: number,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const args = [namehash(name), BigInt(coinType)] as const
  const record = encodeFunctionData({ abi: recordAbi, functionName: 'addr', args })
  const response = await readRecord(openRpc, name, record, signal)
  return (
    response && checksummed(decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data: response }))
  )
}

async function readAvatar(openRpc: OpenRpc, name: string, signal: AbortSignal): Promise<string | undefined> {
  const record = encodeFunctionData({
    abi: recordAbi,
    functionName: 'text',
    args: [namehash(name), 'avatar'],
  })
  try {
    const response = await readRecord(openRpc, name, record, signal)
    return response && decodeFunctionResult({ abi: recordAbi, functionName: 'text', data: response })
  } catch {
    // A missing avatar is not an error; an abort is reported by the lookup itself.
    return undefined
  }
}

/**
 * Resolves a name (EIP-137, ENSIP-9 and 15): its address on that chain, otherwise its address on Ethereum.
 * @throws WidgetError `name/invalid`, `http/*`; the node's ProviderRpcError, also for offchain names.
 */
export async function resolveName(
  openRpc: OpenRpc,
  input: string,
  chain: ChainId,
  signal: AbortSignal,
): Promise<ResolvedName> {
  const name = normalizeName(input)
  const coinType = coinTypeOf(chain) ?? ethereumCoinType
  const chainAddress = await readAddress(openRpc, name, coinType, signal)
  const address =
    chainAddress ??
    (coinType === ethereumCoinType ? undefined : await readAddress(openRpc, name, ethereumCoinType, signal))
  const avatar = address && (await readAvatar(openRpc, name, signal))
  signal.throwIfAborted()
  return { name, address, avatar }
}

/**
 * The primary name of an account (ENSIP-3), if it resolves to the account; undefined for a name that is not normalized,
 * because that would be another name.
 * @throws WidgetError `http/*`; the node's ProviderRpcError.
 */
export async function reverseName(
  openRpc: OpenRpc,
  address: string,
  chain: ChainId,
  signal: AbortSignal,
): Promise<ResolvedName | undefined> {
  const account = checksummed(address)
  if (account === undefined) return undefined
  const args = [account, BigInt(ethereumCoinType), []] as const
  const response = await callResolver(
    openRpc,
    encodeFunctionData({ abi, functionName: 'reverseWithGateways', args }),
    signal,
  )
  if (response === undefined) return undefined
  const [primary] = decodeFunctionResult({ abi, functionName: 'reverseWithGateways', data: response })
  try {
    const resolved = await resolveName(openRpc, primary, chain, signal)
    return resolved.name === primary && isSameHex(resolved.address, account) ? resolved : undefined
  } catch (error) {
    if (error instanceof WidgetError && error.code === 'name/invalid') return undefined
    throw error
  }
}
