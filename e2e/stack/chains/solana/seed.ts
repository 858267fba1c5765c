import type { Address } from '@solana/kit'
import * as z from '#shared/zod.ts'
import { poolLamports, seedPools } from './seed-pools.ts'
import { callSvm, sendSvm } from './send-svm.ts'
import {
  createMintAccount,
  createTokenAccount,
  initializeMint,
  mintLength,
  mintTo,
} from './token-instructions.ts'
import { grantedLamports, mintAuthority, type SvmMint, svmMints } from './tokens.ts'

/** The accounts to fund, and the mints to create. */
export type SvmSeed = {
  readonly rpcUrl: string
  readonly accounts: readonly string[]
  readonly mints?: readonly SvmMint[]
}

const ownersPerTransaction = 3

/**
 * Creates the mints of an empty chain and funds accounts with SOL and tokens, by real transactions.
 * @throws Error when a transaction fails.
 */
export async function seedSvm({ rpcUrl, accounts, mints = svmMints }: SvmSeed): Promise<void> {
  const owners = z.parse(z.array(z.custom<Address>((value) => typeof value === 'string')), accounts)
  const airdrop = (address: string, amount = grantedLamports) =>
    callSvm(rpcUrl, 'requestAirdrop', [address, Number(amount)], z.string())
  await Promise.all([
    airdrop(mintAuthority.address, grantedLamports + poolLamports),
    ...owners.map((owner) => airdrop(owner)),
  ])

  const rent = BigInt(await callSvm(rpcUrl, 'getMinimumBalanceForRentExemption', [mintLength], z.int()))
  const payer = mintAuthority.address
  for (const mint of mints) {
    const createMint = [createMintAccount(payer, mint, rent), initializeMint(mint, payer)]
    await sendSvm(rpcUrl, createMint, [mintAuthority, mint.key])
    for (let start = 0; start < owners.length; start += ownersPerTransaction) {
      const grants = owners
        .slice(start, start + ownersPerTransaction)
        .map(async (owner) => [
          await createTokenAccount(payer, owner, { address: mint.key.address, program: mint.program }),
          await mintTo(payer, owner, mint, mint.granted),
        ])
      await sendSvm(rpcUrl, (await Promise.all(grants)).flat(), [mintAuthority])
    }
  }
  await seedPools(rpcUrl)
}
