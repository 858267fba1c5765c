import { AccountRole, type Address, address, type Instruction } from '@solana/kit'
import * as z from 'zod/mini'
import type { SvmAccount } from '../chains/solana/accounts.ts'
import { systemProgram } from '../chains/solana/addresses.ts'
import { callSvm, sendSvm } from '../chains/solana/send-svm.ts'
import { createTokenAccount, mintTo } from '../chains/solana/token-instructions.ts'
import { mintAuthority, type SvmMint } from '../chains/solana/tokens.ts'

/** More than any fee, and than what a token account must hold; in lamports. */
const spareLamports = 10_000_000n

/** Coins from one account to another: Transfer of the System program. */
function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  const accounts = [
    { address: from, role: AccountRole.WRITABLE_SIGNER },
    { address: to, role: AccountRole.WRITABLE },
  ]
  return { programAddress: systemProgram, accounts, data }
}

/** Where to pay on the local Solana chain, and in which token; without one in coins. */
export type SvmPayment = { readonly rpcUrl: string; readonly mint: SvmMint | undefined }

/**
 * Pays base units to an account by a real transaction, for which the payer gets the coins; tokens are minted for it.
 * Resolves with the signature once it has been run.
 * @throws Error when the account is none, or the transaction fails.
 */
export async function paySvm(
  payer: SvmAccount,
  { rpcUrl, mint }: SvmPayment,
  account: string,
  value: bigint,
): Promise<string> {
  const to = address(account)
  const lamports = spareLamports + (mint ? 0n : value)
  await callSvm(rpcUrl, 'requestAirdrop', [payer.address, Number(lamports)], z.string())
  if (!mint) return sendSvm(rpcUrl, [transfer(payer.address, to, value)], [payer])
  const { key, program } = mint
  return sendSvm(
    rpcUrl,
    [
      await createTokenAccount(payer.address, to, { address: key.address, program }),
      await mintTo(mintAuthority.address, to, mint, value),
    ],
    [payer, mintAuthority],
  )
}
