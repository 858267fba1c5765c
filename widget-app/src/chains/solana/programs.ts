import { type Address, address } from '@solana/web3.js'

/** Programs by their addresses, which are the same on every cluster. */
export const systemProgram = address('11111111111111111111111111111111')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The token program and its successor; both keep the same layout and take the same transfers. */
export const tokenPrograms: readonly Address[] = [tokenProgram, token2022Program]

/** The mint of wrapped coins, the same on every cluster; not what stands for coins in token ids, which ends in 1. */
export const wrappedSol = address('So11111111111111111111111111111111111111112')

/** What the chain wants to lie in a token account of 165 bytes, in lamports. */
export const tokenAccountRent = 2_039_280n

/** Programs that move nothing; wallets add them to what they are asked to sign (memos, Phantom's Lighthouse checks). */
export const harmlessPrograms: readonly Address[] = [
  computeBudgetProgram,
  address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
  address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
]
