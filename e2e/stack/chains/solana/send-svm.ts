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
import * as z from 'zod/mini'
import { rpcResponse } from '#shared/api/rpc.ts'
import type { SvmAccount } from './accounts.ts'

const latestBlockhash = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
})
/** Asks the node. @throws Error with its words. */
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
  const answer = z.parse(rpcResponse, await response.json())
  if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
  return z.parse(result, answer.result)
}

type Signers = readonly [SvmAccount, ...SvmAccount[]]

/** Signs instructions, the first signer paying. */
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
 * Signs instructions, the first signer paying, and sends them; resolves with the signature once they have been run.
 * @throws Error with the node's words when they fail.
 */
export const sendSvm = async (
  rpcUrl: string,
  instructions: readonly Instruction[],
  signers: Signers,
): Promise<string> => (await signSvm(rpcUrl, instructions, signers)).send()
