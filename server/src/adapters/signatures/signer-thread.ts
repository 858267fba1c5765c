/**
 * A thread that recovers signers: each takes a millisecond of arithmetic, during which the server handles other requests.
 */
import { parentPort } from 'node:worker_threads'
import * as z from '../../../../shared/zod.ts'
import { recoverSigner } from './recover-signer.ts'
import { signerRequest } from './signer-messages.ts'

parentPort?.on('message', async (message: unknown) => {
  const { id, hash, signature } = z.parse(signerRequest, message)
  parentPort?.postMessage({ id, address: (await recoverSigner(hash, signature)) ?? null })
})
