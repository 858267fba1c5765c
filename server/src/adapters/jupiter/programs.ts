import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'

/** Programs by their mainnet addresses; a swap may invoke no others. */
export const jupiterProgram = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
export const systemProgram = address('11111111111111111111111111111111')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Mint of wrapped SOL. */
export const wrappedSol = address('So11111111111111111111111111111111111111112')

const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]

/** Whether an address is a program that owns token accounts. */
export const isTokenProgram = (program: Address | undefined): program is Address =>
  program !== undefined && tokenPrograms.includes(program)

/** The associated token account of an owner (https://spl.solana.com/associated-token-account). */
export async function associatedAccount(owner: Address, mint: Address, program: Address): Promise<Address> {
  const encoder = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [encoder.encode(owner), encoder.encode(program), encoder.encode(mint)],
  })
  return account
}
