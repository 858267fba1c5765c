import { getBase64Decoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { transactionErrorSchema } from '../chain-records.ts'
import { signatureSchema } from '../signature.ts'
import { reasonOf, refused } from './transfer-failure.ts'

/** Codes with which a node or our gateway says that it did not pass a transaction on. */
const turnedAway: readonly number[] = [
  -32003, // signature verification
  -32013, // signature length
  providerCodes.methodNotFound,
  providerCodes.invalidRequest,
  providerCodes.invalidParams,
  providerCodes.parse,
]
const preflightFailure = -32002

/** What an error of sending means; `unclear`: the transaction may have reached the chain. */
type Outcome =
  | { readonly is: 'passed-on' }
  | { readonly is: 'turned-away'; readonly error: WidgetError }
  | { readonly is: 'unclear' }

function readError(error: unknown): Outcome {
  if (isProviderRpcError(error, preflightFailure)) {
    const parsed = z.object({ err: transactionErrorSchema() }).safeParse(error.data)
    const told = parsed.success ? parsed.data.err : null
    // It is in a block already, by an earlier attempt of ours.
    if (told === 'AlreadyProcessed') return { is: 'passed-on' }
    return { is: 'turned-away', error: refused(reasonOf(told), { err: told }, error) }
  }
  if (isProviderRpcError(error, ...turnedAway)) {
    const data = { reason: 'wallet', code: error.code, walletMessage: error.message }
    const message = 'The node did not take the transaction'
    return { is: 'turned-away', error: new WidgetError('send/failed', message, { cause: error, data }) }
  }
  return { is: 'unclear' }
}

/** Waits before the second and the third attempt. */
const retryDelaysMs: readonly number[] = [0, 500, 1_500]

/**
 * Sends a signed transaction. An attempt without a clear answer is repeated, which on Solana moves nothing twice: a
 * transaction is its signature. When no attempt has a clear answer it resolves all the same, because the transaction
 * may be on its way: whoever follows it learns whether it landed or expired.
 * @throws WidgetError `send/failed` (`data.reason`) when the node said that it did not pass it on.
 */
export async function submit(rpc: JsonRpc, clock: AdapterPorts['clock'], signed: Uint8Array): Promise<void> {
  const params = [getBase64Decoder().decode(signed), { encoding: 'base64', preflightCommitment: 'confirmed' }]
  for (const [attempt, delayMs] of retryDelaysMs.entries()) {
    if (delayMs > 0) await sleep(clock, delayMs)
    try {
      await rpc('sendTransaction', params, signatureSchema())
      return
    } catch (error) {
      const outcome = readError(error)
      if (outcome.is === 'passed-on') return
      // What is said of a repeated one does not tell whether the first has arrived.
      if (outcome.is === 'turned-away' && attempt === 0) throw outcome.error
    }
  }
}
