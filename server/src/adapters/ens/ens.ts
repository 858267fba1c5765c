import { base58Encode } from '@polkadot/util-crypto/base58'
import {
  type Address,
  bytesToHex,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  isAddressEqual,
  namehash,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { normalize, packetToBytes } from 'viem/ens'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { type EvmChain, readContracts } from '../../chain-clients/read-contracts.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { NameService, ResolvedName } from '../../ports/sources/name-services.ts'

/**
 * ENS contracts. One of the two is sufficient; the universal resolver, which also supports wildcards (ENSIP-10), is
 * preferred.
 */
export type EnsOptions = {
  readonly chain: EvmChain
  readonly contract: { readonly universalResolver: Address } | { readonly registry: Address }
  /** Coin types to read: Ethereum and Solana by default. */
  readonly coinTypes?: readonly number[]
}

/** ENS's deployments on Ethereum (https://docs.ens.domains/learn/deployments). Never tested against Ethereum. */
export const ensOnEthereum = {
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
} as const

const universalAbi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string, address, address)',
])
const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
])

const ethereumCoinType = 60
const solanaCoinType = 501
/** Coin types of other EVM chains have this bit (ENSIP-11). */
const evmBit = 0x80000000
const nameMaxLength = 255

/** The normalized name (ENSIP-15); undefined for an invalid one. */
function normalizeName(text: string): string | undefined {
  if (text.length > nameMaxLength || !/[^.]\.[^.]/.test(text)) return undefined
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}

/** An address in the canonical form of its chain (ENSIP-9); undefined for invalid bytes. */
function addressOf(coinType: number, bytes: Hex): string | undefined {
  const isEvm = coinType === ethereumCoinType || coinType >= evmBit
  if (isEvm && size(bytes) === 20)
    return isAddressEqual(getAddress(bytes), zeroAddress) ? undefined : getAddress(bytes)
  if (coinType === solanaCoinType && size(bytes) === 32) return base58Encode(hexToBytes(bytes))
  return undefined
}

/** Decodes a call's result; undefined after a revert and for data that does not decode. */
function tryDecode<Value>(result: EvmResult | undefined, decode: (data: Hex) => Value): Value | undefined {
  if (result?.is !== 'returned' || result.data === '0x') return undefined
  try {
    return decode(result.data)
  } catch {
    return undefined
  }
}

/**
 * ENS names, resolved on-chain only: a name that needs a gateway (CCIP-Read) is absent, because its owner would choose the
 * URLs that this server fetches.
 */
export function createEnsNames(
  rpc: ChainRpc,
  { chain, contract, coinTypes = [ethereumCoinType, solanaCoinType] }: EnsOptions,
): NameService {
  const read = (calls: readonly { to: Address; data: Hex }[]) =>
    readContracts(rpc, chain, calls, { acceptsReverts: true })

  /** @throws Error if there is no contract: an empty result says nothing about a name. */
  const requireContract = (result: EvmResult | undefined) => {
    if (result?.is === 'returned' && result.data === '0x')
      throw new Error(`There is no ENS on ${chain.chainId}`)
  }

  async function resolverOf(registry: Address, name: string): Promise<Address | undefined> {
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'resolver', args: [namehash(name)] })
    const [result] = await read([{ to: registry, data }])
    requireContract(result)
    const resolver = tryDecode(result, (returned) =>
      decodeFunctionResult({ abi: registryAbi, functionName: 'resolver', data: returned }),
    )
    return resolver === undefined || isAddressEqual(resolver, zeroAddress) ? undefined : resolver
  }

  /** Results of calls to a name's resolver; undefined without a resolver. */
  async function recordsOf(
    name: string,
    calls: readonly Hex[],
  ): Promise<readonly (Hex | undefined)[] | undefined> {
    if (!('universalResolver' in contract)) {
      const resolver = await resolverOf(contract.registry, name)
      if (resolver === undefined) return undefined
      const results = await read(calls.map((data) => ({ to: resolver, data })))
      return results.map((result) => tryDecode(result, (data) => data))
    }
    const packet = bytesToHex(packetToBytes(name))
    const results = await read(
      calls.map((data) => ({
        to: contract.universalResolver,
        data: encodeFunctionData({
          abi: universalAbi,
          functionName: 'resolveWithGateways',
          args: [packet, data, []],
        }),
      })),
    )
    results.forEach(requireContract)
    const records = results.map((result) =>
      tryDecode(
        result,
        (data) => decodeFunctionResult({ abi: universalAbi, functionName: 'resolveWithGateways', data })[0],
      ),
    )
    return records.every((record) => record === undefined) ? undefined : records
  }

  async function resolve(text: string): Promise<ResolvedName | undefined> {
    const name = normalizeName(text)
    if (name === undefined) return undefined
    const node = namehash(name)
    const records = await recordsOf(name, [
      encodeFunctionData({ abi: resolverAbi, functionName: 'text', args: [node, 'avatar'] }),
      ...coinTypes.map((coinType) =>
        encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, BigInt(coinType)] }),
      ),
    ])
    if (records === undefined) return undefined
    const [avatar, ...accounts] = records.map(
      (data): EvmResult | undefined => data && { is: 'returned', data },
    )
    const addresses = coinTypes.flatMap((coinType, at) => {
      const bytes = tryDecode(accounts[at], (data) =>
        decodeFunctionResult({ abi: resolverAbi, functionName: 'addr', data }),
      )
      const account = bytes && addressOf(coinType, bytes)
      return account === undefined ? [] : [[coinType, account] as const]
    })
    const avatarUri = tryDecode(avatar, (data) =>
      decodeFunctionResult({ abi: resolverAbi, functionName: 'text', data }),
    )
    return { name, addresses: Object.fromEntries(addresses), avatar: avatarUri || undefined }
  }

  /** The reverse record of an account (ENSIP-3), not verified yet. */
  async function claimedName(account: Address): Promise<string | undefined> {
    if ('universalResolver' in contract) {
      const args = [account, BigInt(ethereumCoinType), []] as const
      const data = encodeFunctionData({ abi: universalAbi, functionName: 'reverseWithGateways', args })
      const [result] = await read([{ to: contract.universalResolver, data }])
      requireContract(result)
      return tryDecode(
        result,
        (data) => decodeFunctionResult({ abi: universalAbi, functionName: 'reverseWithGateways', data })[0],
      )
    }
    const reverse = `${account.slice(2).toLowerCase()}.addr.reverse`
    const data = encodeFunctionData({ abi: resolverAbi, functionName: 'name', args: [namehash(reverse)] })
    const [record] = (await recordsOf(reverse, [data])) ?? []
    return tryDecode(record && { is: 'returned', data: record }, (returned) =>
      decodeFunctionResult({ abi: resolverAbi, functionName: 'name', data: returned }),
    )
  }

  return {
    isName: (text) => normalizeName(text) !== undefined,
    resolve,
    reverseResolve: async (address) => {
      if (!isAddress(address, { strict: false })) return undefined
      const account = getAddress(address.toLowerCase())
      const claimed = await claimedName(account)
      // A name that is not normalized can look like another name.
      if (claimed === undefined || normalizeName(claimed) !== claimed) return undefined
      const resolved = await resolve(claimed)
      return resolved?.addresses[ethereumCoinType] === account ? resolved : undefined
    },
  }
}
