import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'

/** Whether a genesis hash belongs to a chain: its CAIP-2 id has the first 32 hex digits (CASA namespace `polkadot`). */
export const isGenesisOf = (chain: ChainId, genesisHash: string): boolean =>
  genesisHash.slice(2, 34).toLowerCase() === chainReference(chain).toLowerCase()
