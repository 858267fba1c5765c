import { GenesisProvider } from '@acala-network/chopsticks-core'
import { bnToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, decodeAddress, xxhashAsU8a } from '@polkadot/util-crypto'
import { chainSpec } from '@substrate/connect-known-chains/rococo_v2_2_asset_hub'
import * as z from 'zod/mini'
import { polkadotCurrency, polkadotGenesisHash } from './local-genesis.ts'

const specSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.object({ tokenDecimals: z.int(), tokenSymbol: z.string() }),
  genesis: z.object({ raw: z.object({ top: z.record(z.string(), z.string()) }) }),
})

const le = (value: number | bigint, bitLength: 32 | 128): Uint8Array =>
  bnToU8a(BigInt(value), { bitLength, isLe: true })

const storageKey = (pallet: string, item: string, ...rest: readonly Uint8Array[]): string =>
  u8aToHex(u8aConcat(xxhashAsU8a(pallet, 128), xxhashAsU8a(item, 128), ...rest))

/**
 * `System.Account` of the runtime: nonce, consumers, providers, sufficients; free, reserved, misc and fee frozen. The
 * coins are one reason for the account to exist, its tokens another.
 */
function accountInfo(free: bigint): string {
  const references = [0, 0, 1, 1].map((count) => le(count, 32))
  const balances = [free, 0n, 0n, 0n].map((amount) => le(amount, 128))
  return u8aToHex(u8aConcat(...references, ...balances))
}

/** What every funded account has at the start, in planck. */
const genesisBalance = 10_000n * 10n ** BigInt(polkadotCurrency.decimals)

/** A genesis of chopsticks always has the hash 0x4545…: with one of its own the chain has its own CAIP-2 id. */
class LocalGenesis extends GenesisProvider {
  override get blockHash(): typeof polkadotGenesisHash {
    return polkadotGenesisHash
  }
}

/**
 * The genesis of Rococo Asset Hub (statemine v900) with the given accounts (SS58) funded. The runtime comes out of the
 * package of known chains when the node starts; nothing of it is in this repository.
 */
export function localGenesis(accounts: readonly string[]): GenesisProvider {
  const spec = z.parse(specSchema, JSON.parse(chainSpec))
  const { top } = spec.genesis.raw
  for (const account of accounts) {
    const publicKey = decodeAddress(account)
    top[storageKey('System', 'Account', blake2AsU8a(publicKey, 128), publicKey)] = accountInfo(genesisBalance)
  }
  const issued = genesisBalance * BigInt(accounts.length)
  top[storageKey('Balances', 'TotalIssuance')] = u8aToHex(le(issued, 128))
  // The runtime checks signed payloads against this entry.
  top[storageKey('System', 'BlockHash', xxhashAsU8a(le(0, 32), 64), le(0, 32))] = polkadotGenesisHash
  return new LocalGenesis(spec)
}
