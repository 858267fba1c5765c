import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { type Hex, hashSchema } from '../hex.ts'
import type { SignedTransaction } from './sign-request.ts'

/** Messages of nodes that have the transaction in their pool already. */
const knownPattern = /already ?(?:known|imported|exists|in )|known transaction/i

/** Messages of nodes that may have passed the transaction on before they failed. */
const unclearPattern =
  /time[d ]*out|network (?:error|request failed)|failed to fetch|socket hang up|ECONNRESET/i

/** Whether the node certainly did not accept the transaction. */
const isRejection = (error: unknown): boolean =>
  isProviderRpcError(error) && error.code !== providerCodes.internal && !unclearPattern.test(error.message)

/** Waits before each attempt, in ms. */
const retryDelaysMs: readonly number[] = [0, 500, 1_500]

const foundSchema = () => z.nullable(z.object({ hash: hashSchema }))

/** Whether the node knows the transaction, pending or mined; false if it cannot be read. */
const isKnown = (rpc: JsonRpc, hash: Hex): Promise<boolean> =>
  rpc('eth_getTransactionByHash', [hash], foundSchema()).then(
    (found) => found !== null,
    () => false,
  )

/**
 * Sends a signed transaction. After an error the chain is asked for its hash: a lost response, or the nonce that the
 * transaction itself has used, is a success. An attempt without a clear result is repeated, which is safe, because the nonce
 * admits the transaction once.
 * @throws ProviderRpcError of the node if it rejected the transaction, so that nothing was sent; −32603 with `data.reason`
 * `unknown-outcome` and the hash as `data.hint` if it may have been sent.
 */
export async function submitTransaction(
  { rpc, clock }: { readonly rpc: JsonRpc; readonly clock: AdapterPorts['clock'] },
  { raw, hash }: SignedTransaction,
): Promise<Hex> {
  for (const [attempt, delayMs] of retryDelaysMs.entries()) {
    if (delayMs > 0) await sleep(clock, delayMs)
    try {
      await rpc('eth_sendRawTransaction', [raw], hashSchema)
      return hash
    } catch (error) {
      if (isProviderRpcError(error) && knownPattern.test(error.message)) return hash
      if (await isKnown(rpc, hash)) return hash
      // The error of a repeated attempt does not show whether the first one arrived.
      if (attempt === 0 && isRejection(error)) throw error
    }
  }
  throw linkError(
    providerCodes.internal,
    'The transaction may have been sent: the network gave no clear response',
    'unknown-outcome',
    hash,
  )
}
