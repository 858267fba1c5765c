import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer, WeightFee } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import { hasPins, pinnedTransfer } from './pinned-calls.ts'

/**
 * Metadata says how a transfer is encoded. By the word of one node alone it has to be the one that the widget knows, where
 * it knows the chain; on other chains the user has to have been shown that (`fee.isUnconfirmed`).
 * @throws WidgetError `send/failed` (`data.reason` servers-disagree, or network where the second endpoint confirms nothing),
 * and as `agreeOnRuntime`.
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
