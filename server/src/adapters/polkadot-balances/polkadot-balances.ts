import { decodeAddress } from '@polkadot/util-crypto/address'
import * as z from '../../../../shared/zod.ts'
import { callChain } from '../../chain-clients/call-chain.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { type Balance, type BalanceSource, InvalidAddressError } from '../../ports/sources/balances.ts'
import { accountKey, assetKey, decodeAccount, decodeAsset } from './storage.ts'

/** A token of an asset hub's Assets pallet. Anyone can create one called USDT, so its metadata comes from the operator. */
export type PolkadotAsset = {
  readonly id: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

/** A relay chain, or an asset hub with tokens. */
export type PolkadotBalanceChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly native: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly iconUrl?: string
  }
  /** Empty on chains without the Assets pallet. */
  readonly assets: readonly PolkadotAsset[]
}

const keyLength = 32
/** Maximum number of keys per call. */
const keysPerCall = 500

const hex = () => z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const hashSchema = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const changesSchema = z.array(z.object({ changes: z.array(z.tuple([hex(), z.nullable(hex())])) }))

/** @throws InvalidAddressError unless the text is the SS58 form of a key; with the prefix of any chain. */
function parseAddress(text: string): Uint8Array {
  try {
    const key = text.startsWith('0x') ? new Uint8Array() : decodeAddress(text)
    if (key.length === keyLength) return key
  } catch {
    // Not SS58, or a wrong checksum.
  }
  throw new InvalidAddressError(text)
}

/** Values by key, all at one block; keys without a value are null. */
async function readStorage(rpc: ChainRpc, chainId: string, keys: readonly string[], isFresh: boolean) {
  const options = { isFresh }
  const block = await callChain(
    rpc,
    chainId,
    { method: 'chain_getBlockHash', params: [] },
    hashSchema,
    options,
  )
  const values = new Map<string, string | null>()
  for (let start = 0; start < keys.length; start += keysPerCall) {
    const params = [keys.slice(start, start + keysPerCall), block]
    const call = { method: 'state_queryStorageAt', params }
    for (const { changes } of await callChain(rpc, chainId, call, changesSchema, options))
      for (const [key, value] of changes) values.set(key.toLowerCase(), value)
  }
  // A key that the node did not return is unknown, not empty.
  return (key: string): string | null => {
    const value = values.get(key)
    if (value === undefined)
      throw new ChainCallError({ chainId, method: 'state_queryStorageAt' }, 'a storage key is missing')
    return value
  }
}

/**
 * Reads the native currency and tokens of the Assets pallet from the storage of relay chains and asset hubs, without their
 * runtime metadata: the keys and the layouts of the two values are fixed. The native amount is free plus reserved, which
 * includes staked and locked amounts.
 */
export function createPolkadotBalances(
  rpc: ChainRpc,
  chains: readonly PolkadotBalanceChain[],
): BalanceSource {
  const chainOf = new Map(chains.map((chain) => [chain.chainId, chain]))
  return {
    chainIds: () => [...chainOf.keys()],
    balances: async (chainId, address, freshTokenIds) => {
      const chain = chainOf.get(chainId)
      if (chain === undefined) throw new UnsupportedChainError(chainId)
      const account = parseAddress(address)
      const isFresh = freshTokenIds.some((id) => id.startsWith(`${chainId}:`))
      const assets = chain.assets.map((asset) => ({ asset, key: assetKey(asset.id, account) }))
      const systemKey = accountKey(account)
      const storageValueAt = await readStorage(
        rpc,
        chainId,
        [systemKey, ...assets.map(({ key }) => key)],
        isFresh,
      )
      const tokenBalances = assets.flatMap(({ asset: { id, ...metadata }, key }): readonly Balance[] => {
        const amount = decodeAsset(storageValueAt(key))
        return amount === 0n ? [] : [{ chainId, tokenId: `${chainId}:${id}`, ...metadata, amount }]
      })
      return [
        { chainId, ...chain.native, amount: decodeAccount(storageValueAt(systemKey)) },
        ...tokenBalances,
      ]
    },
  }
}
