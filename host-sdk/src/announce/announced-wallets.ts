import { enablePolkadot } from './injected-web3.ts'
import { registerSolana } from './standard-wallet.ts'

/** The announced wallets for Polkadot and Solana, in a file of their own: only pages with such dApps load it. */
export const announcedWallets = { enablePolkadot, registerSolana } as const
