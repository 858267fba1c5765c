import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SubmittedTransaction, TransactionStatus } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { epochInfoSchema, signatureStatusesSchema, transactionSchema } from '../chain-records.ts'
import { confirmed, type OpenRpc } from '../rpc.ts'
import { evaluateRead, type SignatureRead, type SignatureWatch } from './signature-watch.ts'
import { readConfig } from './verify-sent.ts'

export type WaitPorts = {
  readonly openRpc: OpenRpc
  readonly clock: AdapterPorts['clock']
  readonly pollIntervalMs?: number
}

/** Reads the chain once; rejects if any part cannot be read, and the read is then ignored. */
async function readSignature(rpc: JsonRpc, hash: string, signal: AbortSignal): Promise<SignatureRead> {
  // Older statuses are found only in the history.
  const params = [[hash], { searchTransactionHistory: true }]
  const { context, value } = await rpc('getSignatureStatuses', params, signatureStatusesSchema(), { signal })
  const status = value[0] ?? null
  const head =
    status === null ? await rpc('getEpochInfo', [confirmed], epochInfoSchema(), { signal }) : undefined
  return { status, statusSlot: context.slot, head }
}

/** The final status and the fee of a landed transaction; `undefined` while the node has only its signature status. */
async function readFinalStatus(
  rpc: JsonRpc,
  hash: string,
  signal: AbortSignal,
): Promise<TransactionStatus | undefined> {
  const found = await rpc('getTransaction', [hash, readConfig], transactionSchema(), { signal })
  if (found === null) return undefined
  const { err, fee } = found.meta
  return { is: err === null ? 'confirmed' : 'failed', block: BigInt(found.slot), fee }
}

/**
 * Watches a transaction until it ends: reads at once, then every 4 s (SPEC §9) or `pollIntervalMs`. Failed reads are
 * skipped, so an unreachable node changes nothing. Resolves with the final status; rejects only with the signal's reason.
 */
export async function waitForTransaction(
  ports: WaitPorts,
  { hash, expiresAfter }: SubmittedTransaction,
  network: Network,
  onStatus: (status: TransactionStatus) => void,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const rpc = ports.openRpc(network)
  let watch: SignatureWatch = { expiresAfter, passedAt: undefined }
  let isReported = false

  const poll = async (): Promise<TransactionStatus | undefined> => {
    const verdict = evaluateRead(watch, await readSignature(rpc, hash, signal))
    watch = verdict.watch
    if (verdict.standing === 'landed') return readFinalStatus(rpc, hash, signal)
    return verdict.standing === 'expired' ? { is: 'expired' } : undefined
  }

  while (true) {
    const finalStatus = await poll().catch(() => undefined)
    signal.throwIfAborted()
    if (finalStatus !== undefined) {
      onStatus(finalStatus)
      return finalStatus
    }
    if (!isReported) onStatus({ is: 'submitted' })
    isReported = true
    await sleep(ports.clock, ports.pollIntervalMs ?? rpcPollIntervalMs, signal)
  }
}
