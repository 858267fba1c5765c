import { GenesisProvider } from '@acala-network/chopsticks-core'
import { u8aToHex } from '@polkadot/util'
import { chainSpec } from '@substrate/connect-known-chains/rococo_v2_2_asset_hub'
import * as z from '#shared/zod.ts'
import { blockHashKey, encodeUint, fundAccounts, storageKey } from './genesis-storage.ts'
import { polkadotCurrency, polkadotGenesisHash } from './local-genesis.ts'
import type { ChainIdentity } from './node-options.ts'

const specSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.object({
    tokenDecimals: z.int(),
    tokenSymbol: z.string(),
    ss58Format: z.optional(z.int()),
  }),
  genesis: z.object({ raw: z.object({ top: z.record(z.string(), z.string()) }) }),
})

type Hash = `0x${string}`

/** A genesis with its own hash, and so its own CAIP-2 id. In chopsticks the hash is always 0x4545…. */
export class LocalGenesis extends GenesisProvider {
  readonly #hash: Hash

  /**
   * Also writes to the storage the hash, against which the runtime verifies signed payloads, and the time. Without a time
   * chopsticks reads the clock once for the slot of the first block and once for its timestamp, and the runtime rejects a
   * block between whose reads a slot began.
   */
  constructor(spec: ConstructorParameters<typeof GenesisProvider>[0], hash: Hash) {
    spec.genesis.raw.top[blockHashKey(0)] = hash
    spec.genesis.raw.top[storageKey('Timestamp', 'Now')] = u8aToHex(encodeUint(Date.now(), 64))
    super(spec)
    this.#hash = hash
  }

  override get blockHash(): Hash {
    return this.#hash
  }
}

/** Initial balance of every funded account of the local chains, in whole units of the native currency. */
export const initialUnits = 10_000n

/**
 * Creates the genesis of Rococo Asset Hub (statemine v900) in which `accounts` (SS58) are funded. The runtime is read from
 * the package of known chains when the node starts; it is not in this repository. With an identity, the chain has the
 * genesis hash and the native currency of another chain, and signatures are valid for that hash.
 */
export function createLocalGenesis(accounts: readonly string[], identity?: ChainIdentity): GenesisProvider {
  const spec = z.parse(specSchema, JSON.parse(chainSpec))
  if (identity !== undefined) {
    const { symbol, decimals, prefix } = identity
    spec.properties = { tokenDecimals: decimals, tokenSymbol: symbol, ss58Format: prefix }
  }
  const { genesisHash, decimals } = identity ?? { genesisHash: polkadotGenesisHash, ...polkadotCurrency }
  const free = initialUnits * 10n ** BigInt(decimals)
  // One other pallet, because the account also has a token that allows it to exist.
  fundAccounts(spec.genesis.raw.top, accounts, { free, sufficients: 1, lastField: 0n })
  return new LocalGenesis(spec, genesisHash)
}
