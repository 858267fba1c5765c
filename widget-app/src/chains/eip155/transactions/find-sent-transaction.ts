import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { sentTransactionSchema } from '../chain-records.ts'
import { countSchema, type Hex, hashSchema, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { findNonceUser } from './find-transaction-by-nonce.ts'
import { differences, type RequestedCall } from './transaction-differences.ts'

type FindPorts = { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] }

/**
 * Nonce of the account's next transaction before the wallet is called; undefined if the node does not return it. Never
 * rejects.
 */
export const readNonce = (
  { openRpc }: FindPorts,
  { from, chain }: RequestedCall,
  signal: AbortSignal,
): Promise<number | undefined> =>
  openRpc({ id: chain })('eth_getTransactionCount', [from, 'latest'], countSchema, { signal }).catch(
    () => undefined,
  )

/** Delays before each poll for a transaction without a hash, in milliseconds. */
const pollDelaysMs: readonly number[] = [0, 500, 1_500]

/**
 * Finds the transaction that the wallet sent without returning its hash: the one with the account's next nonce, if it is
 * exactly as requested. Undefined if the chain shows none in 2 s. Rejects only with the signal's reason.
 */
export async function findSent(
  { openRpc, clock }: FindPorts,
  requested: RequestedCall,
  nonce: number | undefined,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  if (nonce === undefined) return undefined
  const rpc = openRpc({ id: requested.chain })
  const poll = async (): Promise<Hex | undefined> => {
    const head = await rpc('eth_blockNumber', [], quantitySchema, { signal })
    const userHash = await findNonceUser(rpc, { sender: requested.from, nonce, head }, signal)
    const hash = hashSchema.safeParse(userHash)
    if (!hash.success) return undefined
    const transaction = await rpc(
      'eth_getTransactionByHash',
      [hash.data],
      z.nullable(sentTransactionSchema),
      {
        signal,
      },
    )
    return transaction && differences(transaction, requested).length === 0 ? hash.data : undefined
  }
  for (const delayMs of pollDelaysMs) {
    if (delayMs > 0) await sleep(clock, delayMs, signal)
    const transaction = await poll().catch(() => undefined)
    signal.throwIfAborted()
    if (transaction) return transaction
  }
  return undefined
}

/** How a developer or a user can find out whether a transaction was sent. */
export const lookupHint = ({ from }: RequestedCall, nonce: number | undefined): string =>
  nonce === undefined
    ? `Look up the latest transactions of ${from}`
    : `Look up the transaction of ${from} with nonce ${nonce}`
