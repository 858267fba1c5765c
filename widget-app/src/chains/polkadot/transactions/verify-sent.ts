import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentVerdict, SubmittedTransaction, Transfer } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import { type DecodedExtrinsic, decodeExtrinsic } from '../decode/decode-transfer.ts'
import { bestNumber } from '../heads.ts'
import type { ChainNode, Nodes } from '../nodes.ts'
import { extrinsicsOf, type FoundExtrinsic } from './find-extrinsic.ts'
import { firstBlock } from './wait-for-transaction.ts'

/** Waits before each read, in ms, about half a minute in total: a block takes 2 to 12 s. */
const readDelaysMs: readonly number[] = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** The latest blocks can be reverted and replaced, so the last few are read again. */
const unsettledBlocks = 3

/** Names of what differs between an extrinsic on the chain and the requested transfer; empty if it is the same. */
export function differences({ signer, transfer }: DecodedExtrinsic, requested: Transfer): readonly string[] {
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', signer === parseAddress(requested.from)],
    ['to', transfer?.to === parseAddress(requested.to)],
    ['value', transfer?.value === requested.value],
    ['asset', requested.asset.address === undefined],
  ]
  return checks.filter(([, same]) => !same).map(([name]) => name)
}

/**
 * Decodes a sent extrinsic from its block and compares it with the requested transfer (channel D8).
 * @throws WidgetError `send/mismatch` (`data.differs`: from, to, value, asset); the signal's reason.
 */
export async function verifySent(
  ports: { readonly nodes: Nodes; readonly clock: AdapterPorts['clock'] },
  transaction: SubmittedTransaction,
  transfer: Transfer,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> {
  const hash = transaction.hash.toLowerCase()
  const signer = parseAddress(transaction.from)
  let next: number | undefined

  const findIn = async ({ rpc, api }: ChainNode): Promise<FoundExtrinsic | undefined> => {
    const best = await bestNumber(rpc, { signal })
    next ??= firstBlock({ api }, transaction, best)
    for (; next <= best; next += 1) {
      const signed = await extrinsicsOf(rpc, signer, next, signal)
      const found = signed.find((each) => each.hash === hash)
      if (found !== undefined) return found
    }
    next = Math.max(1, best - unsettledBlocks)
    return undefined
  }

  const fetchExtrinsic = async (): Promise<DecodedExtrinsic | undefined> => {
    const node = await ports.nodes.open(network, signal)
    const found = await findIn(node)
    return found && decodeExtrinsic(node, found)
  }

  for (const delayMs of readDelaysMs) {
    if (delayMs > 0) await sleep(ports.clock, delayMs, signal)
    const decoded = await fetchExtrinsic().catch(() => undefined)
    signal.throwIfAborted()
    if (decoded === undefined) continue
    const differs = differences(decoded, transfer)
    if (differs.length === 0) return 'verified'
    const data = { differs, hash: transaction.hash }
    throw new WidgetError('send/mismatch', 'The wallet sent something else than was asked', { data })
  }
  return 'unverifiable'
}
