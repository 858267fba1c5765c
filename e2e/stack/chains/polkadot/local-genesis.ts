import { createHash } from 'node:crypto'

/** Returns a constant hash of no real network, so that no signature for it is valid elsewhere. */
const deriveGenesisHash = (chain: string) =>
  `0x${createHash('sha256').update(`drawbridge local world: ${chain}`).digest('hex')}` as const

/** CAIP-2 id: the first 32 hex digits of the genesis hash (CASA namespace `polkadot`). */
const toChainId = (genesisHash: string) => `polkadot:${genesisHash.slice(2, 34)}`

/** Genesis hash of the local chain, which has the runtime of Rococo Asset Hub. */
export const polkadotGenesisHash = deriveGenesisHash('polkadot')
export const polkadotChainId = toChainId(polkadotGenesisHash)

/** Native currency of the chain. */
export const polkadotCurrency = { name: 'Rococo', symbol: 'ROC', decimals: 12 } as const

/** Minimum balance of an account, in planck. */
export const polkadotExistentialDeposit = 3_333_333n

/** A token of the Assets pallet with the id 1984 and 6 decimals, as USDt on Polkadot Asset Hub. */
export const polkadotUsdt = { id: 1984, name: 'Tether USD', symbol: 'USDt', decimals: 6 } as const

/** Genesis hash of the local Acala chain, which starts at the first connection. */
export const acalaGenesisHash = deriveGenesisHash('acala')
export const acalaChainId = toChainId(acalaGenesisHash)
export const acalaCurrency = { name: 'Acala', symbol: 'ACA', decimals: 12 } as const

/** Address prefix of Acala (SS58). */
export const acalaPrefix = 10
