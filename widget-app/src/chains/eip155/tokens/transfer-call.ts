import { namespaceOf } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Transfer } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import type { Hex } from '../hex.ts'
import { encodeTransfer } from './erc20.ts'

/** The EVM call of a transfer, which moves the asset. */
export type TransferCall = {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/**
 * The call of a transfer: native value with empty data, or `transfer` of the token contract without value. Only this
 * function builds it, so estimate, sending and verification use the same call.
 * @throws WidgetError `chain/unsupported`, `address/invalid`, `address/checksum`.
 */
export function transferCall({ asset, from, to, value }: Transfer): TransferCall {
  if (namespaceOf(asset.chain) !== 'eip155')
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const recipient = parseAddress(to)
  return asset.address === undefined
    ? { from: parseAddress(from), to: recipient, value, data: '0x' }
    : {
        from: parseAddress(from),
        to: parseAddress(asset.address),
        value: 0n,
        data: encodeTransfer(recipient, value),
      }
}
