import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'

/** Whether a genesis hash is that of a chain: CAIP-2 names it by the first 32 hex digits (CASA namespace `polkadot`). */
export const isGenesisOf = (chain: ChainId, genesisHash: string): boolean =>
  genesisHash.slice(2, 34).toLowerCase() === chainReference(chain).toLowerCase()
