import type { ApiPromise } from '@polkadot/api'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../../chain-adapter.ts'
import { requireAccountKind } from '../account-kind.ts'
import { parseAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'

/** The only extrinsic version that wallets can sign through `signPayload`. */
export const signableVersion = 4

/** An extrinsic, signed or not. */
export type ChainExtrinsic = ReturnType<ApiPromise['tx']>

/** A transfer as a call of the runtime. */
export type TransferCall = {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly extrinsic: ChainExtrinsic
}

/** @throws WidgetError `chain/unsupported` if a runtime prefers extrinsics that wallets cannot sign. */
export function requireSignableVersion(version: number): void {
  if (version === signableVersion) return
  throw new WidgetError(
    'chain/unsupported',
    `This network wants extrinsics of version ${version}; wallets can sign version ${signableVersion} only`,
    { data: { reason: 'extrinsic-version', version } },
  )
}

/**
 * The call of a transfer: `Balances.transfer_keep_alive` of the native currency. Both the estimate and the sent transaction
 * use it.
 * @throws WidgetError `chain/unsupported`, `address/invalid`, `address/checksum`, `send/failed` (account-kind).
 */
export function transferCall(
  node: Pick<ChainNode, 'api'>,
  { asset, from, to, value }: Transfer,
): TransferCall {
  const keepAlive = node.api.tx.balances?.transferKeepAlive
  if (namespaceOf(asset.chain) !== 'polkadot' || asset.address !== undefined || keepAlive === undefined)
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  requireSignableVersion(node.api.extrinsicVersion)
  const [sender, receiver] = [parseAddress(from), parseAddress(to)]
  requireAccountKind(node, sender, receiver)
  return { from: sender, to: receiver, value, extrinsic: keepAlive(receiver, value) }
}
