import { getBase64Decoder } from '@solana/web3.js'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { transactionErrorSchema } from '../chain-records.ts'
import { signatureSchema } from '../signature.ts'
import { reasonOf, transferError } from './transfer-failure.ts'

/** Codes with which a node or the gateway reports that it did not forward a transaction. */
const notForwardedCodes: readonly number[] = [
  -32003, // signature verification
  -32013, // signature length
  providerCodes.methodNotFound,
  providerCodes.invalidRequest,
  providerCodes.invalidParams,
  providerCodes.parse,
]
const preflightFailure = -32002

/** Outcome of a failed submission; `unclear`: the transaction may have reached the chain. */
type Outcome =
  | { readonly is: 'passed-on' }
  | { readonly is: 'turned-away'; readonly error: WidgetError }
  | { readonly is: 'unclear' }

function outcomeOf(error: unknown): Outcome {
  if (isProviderRpcError(error, preflightFailure)) {
    const parsed = z.object({ err: transactionErrorSchema() }).safeParse(error.data)
    const transactionError = parsed.success ? parsed.data.err : null
    // It is in a block already, by an earlier attempt of this function.
    if (transactionError === 'AlreadyProcessed') return { is: 'passed-on' }
    return {
      is: 'turned-away',
      error: transferError(reasonOf(transactionError), { err: transactionError }, error),
    }
  }
  if (isProviderRpcError(error, ...notForwardedCodes)) {
    const data = { reason: 'wallet', code: error.code, walletMessage: error.message }
    const message = 'The node did not take the transaction'
    return { is: 'turned-away', error: new WidgetError('send/failed', message, { cause: error, data }) }
  }
  return { is: 'unclear' }
}

/** Waits before each attempt, in ms. */
const retryDelaysMs: readonly number[] = [0, 500, 1_500]

/**
 * Submits a signed transaction. An attempt without a clear result is repeated, which is safe on Solana: a transaction is
 * identified by its signature. If no attempt has a clear result, the promise resolves anyway, because the transaction may
 * have been sent: watching it shows whether it landed or expired.
 * @throws WidgetError `send/failed` (`data.reason`) if the node reported that it did not forward it.
 */
export async function submit(rpc: JsonRpc, clock: AdapterPorts['clock'], signed: Uint8Array): Promise<void> {
  const params = [getBase64Decoder().decode(signed), { encoding: 'base64', preflightCommitment: 'confirmed' }]
  for (const [attempt, delayMs] of retryDelaysMs.entries()) {
    if (delayMs > 0) await sleep(clock, delayMs)
    try {
      await rpc('sendTransaction', params, signatureSchema())
      return
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.is === 'passed-on') return
      // The error of a repeated attempt does not show whether the first one arrived.
      if (outcome.is === 'turned-away' && attempt === 0) throw outcome.error
    }
  }
}
