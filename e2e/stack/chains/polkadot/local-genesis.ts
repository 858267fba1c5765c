import { createHash } from 'node:crypto'

/** Genesis hash of the local chain: fixed, and of no real network, so that nothing signed here is valid elsewhere. */
export const polkadotGenesisHash =
  `0x${createHash('sha256').update('drawbridge local world: polkadot').digest('hex')}` as const

/** CAIP-2 id: the first 32 hex digits of the genesis hash (CASA namespace `polkadot`). */
export const polkadotChainId = `polkadot:${polkadotGenesisHash.slice(2, 34)}`

/** What the chain's own currency is called, and how many digits it has. */
export const polkadotCurrency = { name: 'Rococo', symbol: 'ROC', decimals: 12 } as const

/** What an account must hold to exist, in planck. */
export const polkadotExistentialDeposit = 3_333_333n

/** A token of the Assets pallet that, as USDt on Polkadot Asset Hub, has the id 1984 and 6 decimals. */
export const polkadotDollar = { id: 1984, name: 'Tether USD', symbol: 'USDt', decimals: 6 } as const
