import { enablePolkadot } from './injected-web3.ts'
import { registerSolana } from './standard-wallet.ts'

/** What dApps of Polkadot and Solana find; a file of its own, for the pages that have use for it. */
export const announcedWallets = { enablePolkadot, registerSolana } as const
