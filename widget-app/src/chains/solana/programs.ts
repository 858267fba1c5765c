import { type Address, address } from '@solana/web3.js'

/** Program addresses, which are the same on every cluster. */
export const systemProgram = address('11111111111111111111111111111111')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const stakeProgram = address('Stake11111111111111111111111111111111111111')
export const voteProgram = address('Vote111111111111111111111111111111111111111')
export const lookupTableProgram = address('AddressLookupTab1e1111111111111111111111111')
export const upgradeableLoader = address('BPFLoaderUpgradeab1e11111111111111111111111')
export const loaderV4 = address('LoaderV411111111111111111111111111111111111')

/** The account in which the chain stores its time. */
export const clockSysvar = address('SysvarC1ock11111111111111111111111111111111')

/** The first loaders; programs that they load are immutable. */
export const firstLoaders: readonly Address[] = [
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
]

/** Programs that verify a signature in their own data. */
export const signaturePrograms: readonly Address[] = [
  address('Ed25519SigVerify111111111111111111111111111'),
  address('KeccakSecp256k11111111111111111111111111111'),
  address('Secp256r1SigVerify1111111111111111111111111'),
]

/** The memo program that the widget uses, and its predecessor. */
export const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
export const memoPrograms: readonly Address[] = [
  memoProgram,
  address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
]

/** Lighthouse: wallets add its assertions to what they sign, so that a transaction fails if it would take more. */
export const lighthouseProgram = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')

/** SPL Token and Token-2022; both have the same account layout and transfer instructions. */
export const tokenPrograms: readonly Address[] = [tokenProgram, token2022Program]

/** The mint of wrapped SOL, the same on every cluster. It ends in 2; the placeholder for SOL in token ids ends in 1. */
export const wrappedSol = address('So11111111111111111111111111111111111111112')

/** Rent-exempt minimum of a token account of 165 bytes, in lamports. */
export const tokenAccountRent = 2_039_280n

/** Upper bound of the rent-exempt minimum of a token account with Token-2022 extensions (up to 430 bytes), in lamports. */
export const maxTokenAccountRent = 4_000_000n

/** Programs that move nothing; wallets add them to what they sign. */
export const harmlessPrograms: readonly Address[] = [computeBudgetProgram, ...memoPrograms, lighthouseProgram]
