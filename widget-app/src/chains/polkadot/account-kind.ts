import { WidgetError } from '#shared/errors/widget-error.ts'
import { accountBytes } from './address.ts'
import type { ChainNode } from './nodes.ts'

/**
 * Rejects addresses of the other length: a chain has accounts of 32 bytes or (Moonbeam and similar chains) of 20. Amounts
 * sent to the wrong kind are lost, and signatures of the wrong key are invalid.
 * @throws WidgetError `send/failed` (`data.reason` account-kind).
 */
export function requireAccountKind({ api }: Pick<ChainNode, 'api'>, ...addresses: readonly string[]): void {
  const { length } = api.registry.createType('AccountId').toU8a()
  if (addresses.every((address) => accountBytes(address).length === length)) return
  throw new WidgetError('send/failed', `Accounts of this network have ${length} bytes`, {
    data: { reason: 'account-kind' },
  })
}
