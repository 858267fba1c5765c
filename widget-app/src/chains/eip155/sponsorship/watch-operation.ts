import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { OperationState, SponsoredOperation, SponsorPort } from '../../sponsorship.ts'
import { addressSchema, hashSchema } from '../hex.ts'
import { findEventInTransaction, findOperationEvent, readOperationNonce } from './entry-point.ts'

export type WatchPorts = {
  readonly rpc: JsonRpc
  readonly clock: AdapterPorts['clock']
  readonly sponsor: SponsorPort
  /** Time between two polls, in ms. */
  readonly pollIntervalMs: number
}

/** Consecutive polls in which the bundler did not know the operation, and in which its nonce was used by an unknown one. */
const [missingPollLimit, unexplainedPollLimit] = [30, 3]
/** Polls after which a caller no longer waits; the chain may still decide later. */
const pollLimit = 150

type WatchOptions = {
  readonly signal?: AbortSignal | undefined
  readonly maxPolls?: number
  /** The bundler had dropped it before: one more response suffices. */
  readonly isDropped?: boolean
}

type Counts = { readonly missing: number; readonly unexplained: number }

/** Whether the bundler knows the operation; undefined if it does not answer. */
const isKnownToBundler = (
  sponsor: SponsorPort,
  { chain, hash }: SponsoredOperation,
): Promise<boolean | undefined> =>
  sponsor.call(chain, 'eth_getUserOperationByHash', [hash]).then(
    (found) => found !== null,
    () => undefined,
  )

const receiptSchema = () => z.object({ receipt: z.object({ transactionHash: hashSchema }) })

/** The event in the transaction that the bundler names. @throws if either does not return it, so that the poll does not count. */
async function findByBundler(rpc: JsonRpc, sponsor: SponsorPort, { chain, hash }: SponsoredOperation) {
  const response = await sponsor.call(chain, 'eth_getUserOperationReceipt', [hash])
  const { receipt } = z.parse(receiptSchema(), response)
  return findEventInTransaction(rpc, hash, receipt.transactionHash)
}

/** One poll. The chain alone decides what was executed; the bundler is asked only while the nonce is not used. */
async function poll(
  { rpc, sponsor }: WatchPorts,
  operation: SponsoredOperation,
  counts: Counts,
): Promise<OperationState & { readonly counts: Counts }> {
  const { hash, account, since } = operation
  const nonce = await readOperationNonce(rpc, z.parse(addressSchema, account))
  if (nonce <= BigInt(operation.nonce)) {
    const isKnown = await isKnownToBundler(sponsor, operation)
    // A bundler that does not answer may have it.
    const missing = isKnown === false ? counts.missing + 1 : 0
    return { is: missing >= missingPollLimit ? 'dropped' : 'open', counts: { missing, unexplained: 0 } }
  }
  const event = await findOperationEvent(rpc, hash, account, since).catch(() =>
    findByBundler(rpc, sponsor, operation),
  )
  if (event) {
    const { isSuccess, transaction } = event
    return { is: isSuccess ? 'included' : 'reverted', transaction, counts }
  }
  // Nodes behind one gateway lag each other.
  const unexplained = counts.unexplained + 1
  const isReplaced = unexplained >= unexplainedPollLimit
  return { is: isReplaced ? 'replaced' : 'open', counts: { missing: 0, unexplained } }
}

/**
 * Watches an operation until it is decided or dropped, or for `maxPolls` (150), and stores each end. Failed polls change nothing.
 * Rejects only with the signal's reason.
 */
export async function watchOperation(
  ports: WatchPorts,
  operation: SponsoredOperation,
  { signal, maxPolls = pollLimit, isDropped = false }: WatchOptions = {},
): Promise<OperationState> {
  let counts: Counts = { missing: isDropped ? missingPollLimit : 0, unexplained: 0 }
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const polled = await poll(ports, operation, counts).catch(() => undefined)
    signal?.throwIfAborted()
    if (polled) {
      const { counts: next, ...state } = polled
      counts = next
      if (state.is !== 'open') {
        ports.sponsor.store(operation, state)
        return state
      }
    }
    await sleep(ports.clock, ports.pollIntervalMs, signal)
  }
  return { is: 'open' }
}
