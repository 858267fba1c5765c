import { type Address, address } from '@solana/kit'

/** Programs and sysvars by their fixed addresses. */
export const systemProgram = address('11111111111111111111111111111111')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
export const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export const tokenPrograms: readonly Address[] = [tokenProgram, token2022Program]

/** Native programs, which get 3,000 compute units each when a transaction requests no limit (SIMD-170). */
export const builtinPrograms: readonly Address[] = [
  systemProgram,
  computeBudgetProgram,
  address('Vote111111111111111111111111111111111111111'),
  address('Stake11111111111111111111111111111111111111'),
  address('AddressLookupTab1e1111111111111111111111111'),
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
  address('BPFLoaderUpgradeab1e11111111111111111111111'),
]
