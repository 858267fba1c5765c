/** A thread that recovers signers: a millisecond of arithmetic for each, during which the server answers other requests. */
import { parentPort } from 'node:worker_threads'
import * as z from 'zod/mini'
import { recoverSigner } from './recover-signer.ts'
import { signerQuestion } from './signer-messages.ts'

parentPort?.on('message', async (message: unknown) => {
  const { id, hash, signature } = z.parse(signerQuestion, message)
  parentPort?.postMessage({ id, address: (await recoverSigner(hash, signature)) ?? null })
})
