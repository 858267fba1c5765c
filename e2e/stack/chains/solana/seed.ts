import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit'
import * as z from 'zod/mini'
import { rpcResponse } from '#shared/api/rpc.ts'
import type { SvmAccount } from './accounts.ts'
import {
  createMintAccount,
  initializeMint,
  mintLength,
  mintTo,
  openTokenAccount,
} from './token-instructions.ts'
import { grantedLamports, mintAuthority, type SvmMint, svmMints } from './tokens.ts'

/** Who gets coins and tokens, and which tokens there are. */
export type SvmSeed = {
  readonly rpcUrl: string
  readonly accounts: readonly string[]
  readonly mints?: readonly SvmMint[]
}

const latestBlockhash = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
})
const ownersPerTransaction = 3

async function call<Result extends z.ZodMiniType>(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  result: Result,
): Promise<z.output<Result>> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = z.parse(rpcResponse, await response.json())
  if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
  return z.parse(result, answer.result)
}

type Signers = readonly [SvmAccount, ...SvmAccount[]]

/** Signs instructions, the first signer paying. */
export async function signSvm(rpcUrl: string, instructions: readonly Instruction[], signers: Signers) {
  const { value } = await call(rpcUrl, 'getLatestBlockhash', [], latestBlockhash)
  const lifetime = {
    blockhash: blockhash(value.blockhash),
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(signers[0].address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const unsigned = compileTransaction(message)
  const bytes = Uint8Array.from(unsigned.messageBytes)
  const signatures = { ...unsigned.signatures }
  for (const signer of signers) signatures[signer.address] = signatureBytes(signer.sign(bytes))
  const signed = { ...unsigned, signatures }
  const send = () =>
    call(
      rpcUrl,
      'sendTransaction',
      [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }],
      z.string(),
    )
  return { signature: getSignatureFromTransaction(signed), send }
}

/**
 * Signs instructions, the first signer paying, and sends them; resolves with the signature once they have been run.
 * @throws Error with the node's words when they fail.
 */
export const sendSvm = async (
  rpcUrl: string,
  instructions: readonly Instruction[],
  signers: Signers,
): Promise<string> => (await signSvm(rpcUrl, instructions, signers)).send()

/**
 * Gives an empty chain its mints, and accounts their coins and tokens, by real transactions.
 * @throws Error when a transaction fails.
 */
export async function seedSvm({ rpcUrl, accounts, mints = svmMints }: SvmSeed): Promise<void> {
  const owners = z.parse(z.array(z.custom<Address>((value) => typeof value === 'string')), accounts)
  const airdrop = (address: string) =>
    call(rpcUrl, 'requestAirdrop', [address, Number(grantedLamports)], z.string())
  await Promise.all([mintAuthority.address, ...owners].map(airdrop))

  const rent = BigInt(await call(rpcUrl, 'getMinimumBalanceForRentExemption', [mintLength], z.int()))
  const payer = mintAuthority.address
  for (const mint of mints) {
    const open = [createMintAccount(payer, mint, rent), initializeMint(mint, payer)]
    await sendSvm(rpcUrl, open, [mintAuthority, mint.key])
    for (let start = 0; start < owners.length; start += ownersPerTransaction) {
      const grants = owners
        .slice(start, start + ownersPerTransaction)
        .map(async (owner) => [
          await openTokenAccount(payer, owner, mint),
          await mintTo(payer, owner, mint, mint.granted),
        ])
      await sendSvm(rpcUrl, (await Promise.all(grants)).flat(), [mintAuthority])
    }
  }
}
