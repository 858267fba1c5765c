import type { Address } from '@solana/kit'
import { type SvmAccount, svmAccount } from './accounts.ts'
import { tokenProgram } from './addresses.ts'

/** A mint of the local Solana chain, at the same address in every run. */
export type SvmMint = {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly key: SvmAccount
  readonly program: Address
  /** Initial balance of each funded account, in base units. */
  readonly granted: bigint
}

/** Mint authority of every token. It also pays for seeding. */
export const mintAuthority = svmAccount('mint authority')

/** Initial lamports of each funded account. */
export const grantedLamports = 25_000_000_000n

/** The tokens of the local chain. */
export const svmMints: readonly SvmMint[] = [
  {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    key: svmAccount('mint USDC'),
    program: tokenProgram,
    granted: 1_500_000_000n,
  },
  {
    symbol: 'BARN',
    name: 'Barnacle',
    decimals: 9,
    key: svmAccount('mint BARN'),
    program: tokenProgram,
    granted: 4_200_000_500_000_000n,
  },
]
