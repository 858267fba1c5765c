import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer, WeightFee } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import { hasPins, pinnedTransfer } from './pinned-calls.ts'

/**
 * Metadata defines how a transfer is encoded. If only one node confirms it, the call must equal the pinned one on chains
 * with pins; on other chains the user must have been shown that (`fee.isUnconfirmed`).
 * @throws WidgetError `send/failed` (`data.reason` servers-disagree, or network if the second endpoint confirms nothing),
 * and as `crossCheckRuntime`.
 */
export async function requireKnownCall(
  node: Pick<ChainNode, 'source'>,
  { extrinsic }: { readonly extrinsic: { readonly method: { toHex(): string } } },
  { asset, to, value }: Pick<Transfer, 'asset' | 'to' | 'value'>,
  { isUnconfirmed }: Pick<WeightFee, 'isUnconfirmed'>,
): Promise<void> {
  const source = await node.source(new AbortController().signal)
  if (source === 'agreed') return
  if (!hasPins(asset.chain)) {
    if (isUnconfirmed) return
    const data = { reason: 'network' }
    throw new WidgetError('send/failed', 'No second server confirms how the network is read', { data })
  }
  const pinned = pinnedTransfer(asset.chain, extrinsic.method.toHex())
  if (pinned?.to === parseAddress(to) && pinned.figure.value === value && !pinned.figure.contract) return
  const data = { reason: 'servers-disagree' }
  throw new WidgetError('send/failed', 'The server of this network describes its calls differently', { data })
}
