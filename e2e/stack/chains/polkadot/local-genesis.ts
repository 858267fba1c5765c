import { createHash } from 'node:crypto'

/** Fixed, and of no real network, so that nothing signed here is valid elsewhere. */
const localGenesisHash = (chain: string) =>
  `0x${createHash('sha256').update(`drawbridge local world: ${chain}`).digest('hex')}` as const

/** CAIP-2 id: the first 32 hex digits of the genesis hash (CASA namespace `polkadot`). */
const chainIdOf = (genesisHash: string) => `polkadot:${genesisHash.slice(2, 34)}`

/** Genesis hash of the local chain, which has the runtime of Rococo Asset Hub. */
export const polkadotGenesisHash = localGenesisHash('polkadot')
export const polkadotChainId = chainIdOf(polkadotGenesisHash)

/** What the chain's own currency is called, and how many digits it has. */
export const polkadotCurrency = { name: 'Rococo', symbol: 'ROC', decimals: 12 } as const

/** What an account must hold to exist, in planck. */
export const polkadotExistentialDeposit = 3_333_333n

/** A token of the Assets pallet that, as USDt on Polkadot Asset Hub, has the id 1984 and 6 decimals. */
export const polkadotDollar = { id: 1984, name: 'Tether USD', symbol: 'USDt', decimals: 6 } as const

/** The other local chain: Acala, which runs once somebody asks for it. */
export const acalaGenesisHash = localGenesisHash('acala')
export const acalaChainId = chainIdOf(acalaGenesisHash)
export const acalaCurrency = { name: 'Acala', symbol: 'ACA', decimals: 12 } as const

/** With which Acala writes addresses (SS58). */
export const acalaPrefix = 10
