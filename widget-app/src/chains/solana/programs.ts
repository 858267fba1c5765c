import { type Address, address } from '@solana/web3.js'

/** Programs by their addresses, which are the same on every cluster. */
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

/** The account in which the chain keeps its time. */
export const clockSysvar = address('SysvarC1ock11111111111111111111111111111111')

/** The first loaders; what they load cannot be changed afterwards. */
export const firstLoaders: readonly Address[] = [
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
]

/** Programs that check a signature which is in their own data. */
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

/** Lighthouse: wallets add its assertions to what they sign, so that a transaction fails where it would take more. */
export const lighthouseProgram = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')

/** The token program and its successor; both keep the same layout and take the same transfers. */
export const tokenPrograms: readonly Address[] = [tokenProgram, token2022Program]

/** The mint of wrapped coins, the same on every cluster; not what stands for coins in token ids, which ends in 1. */
export const wrappedSol = address('So11111111111111111111111111111111111111112')

/** What the chain wants to lie in a token account of 165 bytes, in lamports. */
export const tokenAccountRent = 2_039_280n

/** The most that the chain wants in a token account with the extensions of Token-2022, in lamports: up to 430 bytes. */
export const tokenAccountMost = 4_000_000n

/** Programs that move nothing; wallets add them to what they are asked to sign. */
export const harmlessPrograms: readonly Address[] = [computeBudgetProgram, ...memoPrograms, lighthouseProgram]
