import { getHistory } from '#shared/api/history.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { orderClockAllowanceMs, orderHistoryPageLimit } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import type { IncomingTransfers } from '#widget/chains/chain-adapter.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { fromHistoryEntry, type HistoryRecord } from '#widget/domain/transactions/history-record.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import type { Order } from './order.ts'

/** Whether a payment may be an order's: delivered amounts vary slightly, and a much larger one is another payment. */
const matchesExpected = (value: bigint, { expected }: Pick<Order, 'expected'>): boolean =>
  value * 10n >= expected * 9n && value * 10n <= expected * 11n

/** Earliest time of a payment for the order; epoch milliseconds. */
export const earliestOf = ({ at }: Pick<Order, 'at'>): number => at - orderClockAllowanceMs

/** Which payments are verified: the history names no contracts, so only amounts select. */
function mayDeliver({ at, status, movements }: HistoryRecord, order: Order): boolean {
  const { decimals } = order.asset
  return (
    status === 'confirmed' &&
    at >= earliestOf(order) &&
    movements.some(
      (one) =>
        one.direction === 'in' &&
        one.decimals <= decimals &&
        matchesExpected(one.value * 10n ** BigInt(decimals - one.decimals), order),
    )
  )
}

/** What reading the chain needs. */
type DeliveryPorts = {
  readonly deliveries: IncomingTransfers
  readonly network: Network
  readonly signal: AbortSignal
}

/**
 * The payment to the account that matches an order whose provider names none: found in the account's history (SPEC §7) by
 * amount and time, verified on the chain. The earliest of several; never one that another order claims.
 * @throws `http/*` if history or chain cannot be read.
 */
export const findDeliveryAtom = atom(
  null,
  async (
    get,
    _set,
    order: Order,
    isClaimed: (hash: string) => boolean,
    { deliveries, network, signal }: DeliveryPorts,
  ): Promise<{ readonly hash: string; readonly value: bigint } | undefined> => {
    const { to, asset } = order
    const namespace = namespaceOf(asset.chain)
    if (
      get(featureAtom('activity')).is === 'off' ||
      !get(capabilityAtom({ capability: 'activity', namespace }))
    )
      return undefined
    const ports = get(viewPortsAtom)
    const candidates: HistoryRecord[] = []
    let cursor: string | undefined
    for (let page = 0; page < orderHistoryPageLimit; page += 1) {
      const query = { chainId: asset.chain, ...(cursor === undefined ? {} : { cursor }) }
      const request = { params: { address: to }, query, signal }
      const { data, next } = await fetchEndpoint(ports, get(blockchainApiAtom), getHistory, request)
      const records = data.flatMap((entry) => fromHistoryEntry(entry, asset.chain, to) ?? [])
      candidates.push(...records.filter((record) => mayDeliver(record, order)))
      const last = data.at(-1)
      if (!next || !last || Date.parse(last.metadata.minedAt) < earliestOf(order)) break
      cursor = next
    }
    for (const { hash } of candidates.reverse()) {
      if (isClaimed(hash)) continue
      const at = await deliveries.minedAt(hash, network, signal)
      if (at === undefined || at < earliestOf(order)) continue
      const value = await deliveries.received(hash, to, asset, network, signal)
      if (value !== undefined && matchesExpected(value, order)) return { hash, value }
    }
    return undefined
  },
)
