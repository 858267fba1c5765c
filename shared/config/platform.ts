import { oneOf } from '../wire-schema.ts'

/** Ecosystems of wallets (SPEC §3). */
export const platformSchema = oneOf('polkadot', 'ethereum', 'solana')
