import * as z from 'zod/mini'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { sentTransactionSchema } from '../chain-records.ts'
import { countSchema, type Hex, hashSchema, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { findNonceUser } from './find-transaction-by-nonce.ts'
import { type AskedCall, differences } from './transaction-differences.ts'

type FindPorts = { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] }

/**
 * Nonce of the account's next transaction before the wallet is called; undefined if the node does not return it. Never
 * rejects.
 */
export const readNonce = (
  { openRpc }: FindPorts,
  { from, chain }: AskedCall,
  signal: AbortSignal,
): Promise<number | undefined> =>
  openRpc({ id: chain })('eth_getTransactionCount', [from, 'latest'], countSchema, { signal }).catch(
    () => undefined,
  )

/** Delays before each poll for a transaction without a hash, in milliseconds. */
const looksMs: readonly number[] = [0, 500, 1_500]

/**
 * Finds the transaction that the wallet sent without returning its hash: the one with the account's next nonce, if it is
 * exactly as requested. Undefined if the chain shows none in 2 s. Rejects only with the signal's reason.
 */
export async function findSent(
  { openRpc, clock }: FindPorts,
  asked: AskedCall,
  nonce: number | undefined,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  if (nonce === undefined) return undefined
  const rpc = openRpc({ id: asked.chain })
  const look = async (): Promise<Hex | undefined> => {
    const head = await rpc('eth_blockNumber', [], quantitySchema, { signal })
    const used = await findNonceUser(rpc, { sender: asked.from, nonce, head }, signal)
    const hash = hashSchema.safeParse(used)
    if (!hash.success) return undefined
    const found = await rpc('eth_getTransactionByHash', [hash.data], z.nullable(sentTransactionSchema), {
      signal,
    })
    return found && differences(found, asked).length === 0 ? hash.data : undefined
  }
  for (const delayMs of looksMs) {
    if (delayMs > 0) await sleep(clock, delayMs, signal)
    const found = await look().catch(() => undefined)
    signal.throwIfAborted()
    if (found) return found
  }
  return undefined
}

/** How a developer or a user can find out whether a transaction was sent. */
export const wayToFindOut = ({ from }: AskedCall, nonce: number | undefined): string =>
  nonce === undefined
    ? `Look up the latest transactions of ${from}`
    : `Look up the transaction of ${from} with nonce ${nonce}`
