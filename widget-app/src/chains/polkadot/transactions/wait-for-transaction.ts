import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SubmittedTransaction, TransactionStatus } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import { decodeExtrinsic } from '../decode/decode-transfer.ts'
import { finalizedHead } from '../heads.ts'
import type { ChainNode, Nodes } from '../nodes.ts'
import { readOutcome } from './extrinsic-outcome.ts'
import { extrinsicsOf } from './find-extrinsic.ts'
import { birthOf, chainEraPeriod } from './mortality.ts'

export type WaitPorts = {
  readonly nodes: Nodes
  readonly clock: AdapterPorts['clock']
  readonly pollIntervalMs?: number
}

/** Number of blocks to search for a transaction whose era is unknown. */
const searchDepth = 256

/** First block that can contain a transaction; `newest` is the latest block to search. */
export function firstBlock(
  node: Pick<ChainNode, 'api'>,
  { expiresAfter }: SubmittedTransaction,
  newest: number,
): number {
  const birth =
    expiresAfter === undefined ? newest - searchDepth : birthOf(expiresAfter, chainEraPeriod(node))
  // The genesis block has no extrinsics.
  return Math.max(1, birth)
}

/** Searches one finalized block for the result of a transaction. */
async function searchBlock(
  node: ChainNode,
  { from, hash, nonce }: SubmittedTransaction,
  block: number,
  signal: AbortSignal,
): Promise<TransactionStatus | undefined> {
  const signer = parseAddress(from)
  const signed = await extrinsicsOf(node.rpc, signer, block, signal)
  const match = signed.find((each) => each.hash === hash.toLowerCase())
  if (match !== undefined) {
    const { is, fee } = await readOutcome(node, signer, match, signal)
    return { is, block: BigInt(block), fee }
  }
  for (const each of signed) {
    const other = await decodeExtrinsic(node, each)
    if (other?.signer === signer && other.nonce === nonce) return { is: 'replaced', by: each.hash }
  }
  return undefined
}

/**
 * Watches a transaction until it ends, reading each finalized block once: at once, then every 4 s (SPEC §9) or
 * `pollIntervalMs`. In a block that is not finalized it is still submitted, because such a block can be reverted. It expires
 * when its last possible block is finalized without it, so never without `expiresAfter`. Failed reads are repeated at the
 * next poll. Resolves with the final status; rejects only with the signal's reason.
 */
export async function waitForTransaction(
  ports: WaitPorts,
  transaction: SubmittedTransaction,
  network: Network,
  onStatus: (status: TransactionStatus) => void,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { expiresAfter, nonce } = transaction
  let next: number | undefined

  const poll = async (): Promise<TransactionStatus | undefined> => {
    const node = await ports.nodes.open(network, signal)
    const { number } = await finalizedHead(node.rpc, { signal })
    next ??= firstBlock(node, transaction, number)
    for (; next <= Math.min(number, expiresAfter ?? number); next += 1) {
      const result = await searchBlock(node, transaction, next, signal)
      if (result !== undefined) return result
    }
    return expiresAfter !== undefined && number >= expiresAfter ? { is: 'expired' } : undefined
  }

  onStatus({ is: 'submitted', ...(nonce === undefined ? {} : { nonce }) })
  while (true) {
    const result = await poll().catch(() => undefined)
    signal.throwIfAborted()
    if (result !== undefined) {
      onStatus(result)
      return result
    }
    await sleep(ports.clock, ports.pollIntervalMs ?? rpcPollIntervalMs, signal)
  }
}
