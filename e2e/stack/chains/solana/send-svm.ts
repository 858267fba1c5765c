import {
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
import { rpcResponse } from '#shared/api/rpc.ts'
import * as z from '#shared/zod.ts'
import type { SvmAccount } from './accounts.ts'

const latestBlockhash = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
})
/** Calls a method of a node and returns its result. @throws Error with the node's message. */
export async function callSvm<Result extends z.ZodMiniType>(
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
  const body = z.parse(rpcResponse, await response.json())
  if ('error' in body) throw new Error(`${method}: ${body.error.message}`)
  return z.parse(result, body.result)
}

type Signers = readonly [SvmAccount, ...SvmAccount[]]

/** Signs a transaction. The first signer pays its fee. */
export async function signSvm(rpcUrl: string, instructions: readonly Instruction[], signers: Signers) {
  const { value } = await callSvm(rpcUrl, 'getLatestBlockhash', [], latestBlockhash)
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
    callSvm(
      rpcUrl,
      'sendTransaction',
      [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }],
      z.string(),
    )
  return { signature: getSignatureFromTransaction(signed), send }
}

/**
 * Signs and sends a transaction. The first signer pays its fee. Resolves with the signature once the node has executed it.
 * @throws Error with the node's message when the transaction fails.
 */
export const sendSvm = async (
  rpcUrl: string,
  instructions: readonly Instruction[],
  signers: Signers,
): Promise<string> => (await signSvm(rpcUrl, instructions, signers)).send()
