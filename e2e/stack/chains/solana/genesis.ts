import { createHash } from 'node:crypto'
import { toBase58 } from './wire-transaction.ts'

/** Genesis hash of the local chain. It is of no real network, and the same in every run. */
export const genesisHash = toBase58(createHash('sha256').update('drawbridge local world: solana').digest())

/** CAIP-2 id of the local chain: the first 32 characters of its genesis hash. */
export const svmChainId = `solana:${genesisHash.slice(0, 32)}`
