import { GenesisProvider } from '@acala-network/chopsticks-core'
import { chainSpec } from '@substrate/connect-known-chains/rococo_v2_2_asset_hub'
import * as z from 'zod/mini'
import { blockHashKey, fundAccounts } from './genesis-storage.ts'
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

/** A genesis of chopsticks always has the hash 0x4545…: with one of its own the chain has its own CAIP-2 id. */
export class LocalGenesis extends GenesisProvider {
  readonly #hash: Hash

  /** Takes the hash also into the storage: the runtime checks signed payloads against that entry. */
  constructor(spec: ConstructorParameters<typeof GenesisProvider>[0], hash: Hash) {
    spec.genesis.raw.top[blockHashKey(0)] = hash
    super(spec)
    this.#hash = hash
  }

  override get blockHash(): Hash {
    return this.#hash
  }
}

/** What every funded account of the local chains has at the start, in coins. */
export const coinsAtStart = 10_000n

/**
 * The genesis of Rococo Asset Hub (statemine v900) with the given accounts (SS58) funded. The runtime comes out of the
 * package of known chains when the node starts; nothing of it is in this repository. With an identity the chain has the
 * genesis hash and the currency of another one, and that hash is what signatures are valid for.
 */
export function localGenesis(accounts: readonly string[], identity?: ChainIdentity): GenesisProvider {
  const spec = z.parse(specSchema, JSON.parse(chainSpec))
  if (identity !== undefined) {
    const { symbol, decimals, prefix } = identity
    spec.properties = { tokenDecimals: decimals, tokenSymbol: symbol, ss58Format: prefix }
  }
  const { genesisHash, decimals } = identity ?? { genesisHash: polkadotGenesisHash, ...polkadotCurrency }
  const free = coinsAtStart * 10n ** BigInt(decimals)
  // The coins are one reason for the account to exist, its tokens another.
  fundAccounts(spec.genesis.raw.top, accounts, { free, sufficients: 1, last: 0n })
  return new LocalGenesis(spec, genesisHash)
}
