import { bundleFallbackDelayMs } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import type { PreparedRequest, ResponseVerdict, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { rpcGatewaysAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { matchesShownSimulationAtom } from '#widget/domain/review/matches-shown-simulation.ts'
import { connectionChanged, reviewSnapshot } from '#widget/domain/review/review-snapshot.ts'
import { isMismatchError } from '#widget/domain/review-queue/mismatch-error.ts'
import { type CompletedRequest, reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { rpcBatcherAtom } from '#widget/domain/rpc/page-rpc-batcher.ts'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { sleep } from '#widget/lib/async.ts'
import { hexChain } from './network-methods.ts'
import { parameter } from './parameters.ts'
import type { RequestContext } from './request-context.ts'
import type { Bundle } from './reviewed-bundle.ts'

/** What the user saw of a bundle. */
export type DisplayedBundle = {
  readonly decoding: CompletedRequest['decoding']
  readonly simulation: SimulationState | undefined
  /** The snapshot when the bundle was requested (`review-snapshot.ts`). */
  readonly snapshot: string
}

/** One call of a bundle as a separate transaction. */
function transactionOf({ from, chainId, calls }: Bundle, at: number): RpcRequest {
  const { to, data, value } = { ...calls[at] }
  const transaction = { from, to, data, value, chainId: hexChain(chainId) }
  const params = [Object.fromEntries(Object.entries(transaction).filter(([, part]) => part !== undefined))]
  return { method: 'eth_sendTransaction', params }
}

/** Number of leading transactions that are mined, as the node reports them. */
async function countMined({ get, signal }: RequestContext, { chainId }: Bundle, hashes: readonly string[]) {
  const isMined = async (hash: string): Promise<boolean> => {
    const request = { method: 'eth_getTransactionReceipt', params: [hash] }
    const receipt = await get(rpcBatcherAtom)(get(rpcGatewaysAtom), chainId, request, signal)
    return typeof receipt === 'object' && receipt !== null
  }
  const mined = await Promise.all(hashes.map((hash) => isMined(hash).catch(() => false)))
  const firstPending = mined.indexOf(false)
  return firstPending === -1 ? mined.length : firstPending
}

/**
 * Whether the rest of a bundle still does no more than the user saw of the whole: the calls that are not mined yet are
 * simulated once more, and wallet, project and configuration are unchanged.
 */
async function isRestUnchanged(
  context: RequestContext,
  bundle: Bundle,
  hashes: readonly string[],
  { simulation, snapshot }: DisplayedBundle,
): Promise<boolean> {
  const { get, set, wallet, signal } = context
  const minedCount = await countMined(context, bundle, hashes)
  const remaining = { ...bundle, chainId: hexChain(bundle.chainId), calls: bundle.calls.slice(minedCount) }
  const adapter = await get(portsAtom).chains.adapter(wallet.namespace)
  const prepared = await adapter.prepare(wallet, { method: 'wallet_sendCalls', params: [remaining] })
  return set(matchesShownSimulationAtom, { connection: wallet, prepared, simulation, snapshot, signal })
}

/**
 * Sends a bundle as one transaction after the other, 32 ms apart (SPEC §8). A rejection ends it: earlier transactions stay
 * sent, and the status shows that; if the first one is rejected, nothing was sent and the call rejects. A mismatch (channel
 * D8) ends it too, whenever it is found, and raises the alert. Each transaction after the first is marked as reviewed only
 * while the simulation of the rest is as the user saw it; otherwise it is reviewed separately, and so is each if the user saw
 * no bundle (`displayed` is undefined).
 * @throws ProviderRpcError of the first transaction, 4901 if wallet, project or configuration changed before it.
 */
export async function sendCallsSequentially(
  context: RequestContext,
  bundle: Bundle,
  id: string,
  displayed: DisplayedBundle | undefined,
): Promise<{ id: string }> {
  const { get, set, wallet, signal } = context
  const { clock, chains } = get(portsAtom)
  const adapter = await chains.adapter(wallet.namespace)
  const hashes: string[] = []
  let isMismatched = false
  const record = (isOver: boolean) =>
    set(recordBundleAtom, {
      id,
      chain: bundle.chainId,
      walletId: wallet.walletId,
      callCount: bundle.calls.length,
      hashes: [...hashes],
      isOver,
    })
  const verdictReporter =
    (request: RpcRequest, reading: CompletedRequest['decoding']) => (check: ResponseVerdict) => {
      isMismatched ||= check.is === 'mismatch'
      set(reportVerdictAtom, { connection: wallet, request, decoding: reading }, check)
    }
  const sendCall = async (request: RpcRequest): Promise<unknown> => {
    const send = (prepared: PreparedRequest, reading: CompletedRequest['decoding']) =>
      prepared.requestWallet({ signal, isReviewed: true, onChecked: verdictReporter(request, reading) })
    if (displayed === undefined) return context.send(request, send)
    const prepared = await adapter.prepare(wallet, request)
    signal.throwIfAborted()
    // The wallet may have taken long to reject the bundle.
    if (hashes.length === 0 && reviewSnapshot(get, wallet) !== displayed.snapshot) throw connectionChanged()
    const isUnchanged = hashes.length === 0 || (await isRestUnchanged(context, bundle, hashes, displayed))
    return isUnchanged ? send(prepared, displayed.decoding) : context.send(request, send)
  }
  for (const at of bundle.calls.keys()) {
    if (at > 0) await sleep(clock, bundleFallbackDelayMs, signal)
    if (isMismatched) break
    const request = transactionOf(bundle, at)
    try {
      hashes.push(parameter(z.string(), await sendCall(request)))
    } catch (error) {
      // The error of the first is the result, and its alert that of the whole request.
      if (hashes.length === 0) throw error
      if (isMismatchError(error)) verdictReporter(request, displayed?.decoding)({ is: 'mismatch' })
      break
    }
    record(at === bundle.calls.length - 1)
  }
  if (hashes.length < bundle.calls.length) record(true)
  return { id }
}
