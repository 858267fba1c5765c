import { AccountRole, type Address, address, type Instruction } from '@solana/kit'
import * as z from '#shared/zod.ts'
import type { SvmAccount } from '../chains/solana/accounts.ts'
import { systemProgram } from '../chains/solana/addresses.ts'
import { callSvm, sendSvm } from '../chains/solana/send-svm.ts'
import { createTokenAccount, mintTo } from '../chains/solana/token-instructions.ts'
import { mintAuthority, type SvmMint } from '../chains/solana/tokens.ts'

/** Covers every fee and the rent of a token account, in lamports. */
const reserveLamports = 10_000_000n

/** Transfers native currency between accounts: the System program's Transfer instruction. */
function transferInstruction(from: Address, to: Address, lamports: bigint): Instruction {
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

/** Node of the local Solana chain and the token to pay in; undefined means the native currency. */
export type SvmPayment = { readonly rpcUrl: string; readonly mint: SvmMint | undefined }

/**
 * Pays base units to an account in a real transaction. The payer is funded first by an airdrop; tokens are minted.
 * Resolves with the signature once the transaction has executed.
 * @throws Error when the account is not an address of the chain, or the transaction fails.
 */
export async function paySvm(
  payer: SvmAccount,
  { rpcUrl, mint }: SvmPayment,
  account: string,
  value: bigint,
): Promise<string> {
  const to = address(account)
  const lamports = reserveLamports + (mint ? 0n : value)
  await callSvm(rpcUrl, 'requestAirdrop', [payer.address, Number(lamports)], z.string())
  if (!mint) return sendSvm(rpcUrl, [transferInstruction(payer.address, to, value)], [payer])
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
