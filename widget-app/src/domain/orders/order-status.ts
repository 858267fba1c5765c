import { postExchangeBuyStatus } from '#shared/api/exchange.ts'
import { getOnrampOrder } from '#shared/api/onramp.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { fetchEndpoint, httpStatusOf } from '#widget/lib/http.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'
import type { Order, OrderEvent } from './order.ts'

/**
 * What a provider reports of an order: nothing (`untold`), waiting for the user, fulfilled by a transaction that it does not
 * name (`delivered`), or an order event. `unreachable`: the call failed for now.
 */
export type ProviderOrderStatus =
  | { readonly is: 'untold' | 'waiting' | 'delivered' | 'unreachable' }
  | Extract<OrderEvent, { is: 'paid' | 'sent' | 'failed' | 'expired' }>

type FetchStatus = (get: Getter, order: Order, signal: AbortSignal) => Promise<ProviderOrderStatus>

const fetchOnrampStatus: FetchStatus = async (get, { id }, signal) => {
  const input = { params: { id }, query: {}, signal }
  const response = await fetchEndpoint(get(viewPortsAtom), get(blockchainApiAtom), getOnrampOrder, input)
  switch (response.status) {
    case 'waiting':
      return { is: 'waiting' }
    case 'processing':
      return { is: 'paid' }
    case 'sent':
      return response.transactionHash === undefined
        ? { is: 'delivered' }
        : { is: 'sent', hash: response.transactionHash }
    case 'failed':
      return { is: 'failed', reason: response.reason && sanitizeSentence(response.reason, 200) }
    case 'expired':
      return { is: 'expired' }
  }
}

const fetchExchangeStatus: FetchStatus = async (get, { provider, session = '' }, signal) => {
  const buyStatus = await fetchEndpoint(get(viewPortsAtom), get(blockchainApiAtom), postExchangeBuyStatus, {
    params: {},
    query: { source: 'fund-wallet' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'reown_getExchangeBuyStatus' },
      params: { exchangeId: provider.id, sessionId: session },
    },
    signal,
  })
  if ('error' in buyStatus) throw new WidgetError('exchange/refused', buyStatus.error.message)
  const { status, txHash } = buyStatus.result
  switch (status) {
    case 'UNKNOWN':
      return { is: 'waiting' }
    case 'IN_PROGRESS':
      return { is: 'paid' }
    case 'FAILED':
      return { is: 'failed' }
    case 'SUCCESS':
      return txHash === undefined ? { is: 'delivered' } : { is: 'sent', hash: txHash }
  }
}

/** The status call of each kind of order; without one, only the chain decides. */
const statusFetchers: { readonly [Kind in Order['kind']]?: FetchStatus } = {
  buy: fetchOnrampStatus,
  exchange: fetchExchangeStatus,
}

/** Fetches the status of an order from its provider. A provider without this endpoint leaves it to the chain. */
export const fetchOrderStatusAtom = atom(
  null,
  async (get, _set, order: Order, signal: AbortSignal): Promise<ProviderOrderStatus> => {
    try {
      return (await statusFetchers[order.kind]?.(get, order, signal)) ?? { is: 'untold' }
    } catch (cause) {
      signal.throwIfAborted()
      if (httpStatusOf(cause) === 404) return { is: 'untold' }
      // Unreachable for now: that means nothing for the order.
      get(portsAtom).log('The status of an order could not be fetched', cause)
      return { is: 'unreachable' }
    }
  },
)
