import {
  getExchangeAssets,
  type PaymentAsset,
  postExchangePayUrl,
  postExchanges,
} from '#shared/api/exchange.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts, rejectionReasonOf } from '#widget/lib/http.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'

/** The API to call, and the signal that aborts the call. */
export type ExchangePorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal?: AbortSignal
}

/** An exchange that the user can pay from. */
export type Exchange = { readonly id: string; readonly name: string; readonly imageUrl?: string | undefined }

/** A payment page of an exchange, with the exchange's session id. */
export type ExchangePage = { readonly url: string; readonly sessionId: string }

const source = { params: {}, query: { source: 'fund-wallet' } } as const
const call = { jsonrpc: '2.0', id: 1 } as const

type RpcErrorResponse = { readonly error: { readonly code: number; readonly message: string } }

const toWidgetError = ({ error }: RpcErrorResponse): WidgetError =>
  new WidgetError('exchange/refused', error.message, { data: { code: error.code } })

const reasonMaxLength = 256

/** The error text of an exchange or its service, sanitized for display; undefined for an outage or without a text. */
export function exchangeFailureMessages(error: Error): string | undefined {
  const reason = isWidgetError(error, 'exchange/refused') ? error.message : rejectionReasonOf(error)
  return sanitizeSentence(reason ?? '', reasonMaxLength) || undefined
}

async function fetchPage({ ports, api, signal }: ExchangePorts, page: number) {
  const response = await fetchEndpoint(ports, api, postExchanges, {
    ...source,
    body: { ...call, method: 'reown_getExchanges', params: { page } },
    // The call only reads.
    idempotent: true,
    signal,
  })
  if ('error' in response) throw toWidgetError(response)
  return response.result
}

/** The maximum number of pages to fetch; each has at most 100 exchanges. */
const pageLimit = 5

/**
 * Fetches the exchanges of all pages, each once.
 * @throws WidgetError `exchange/refused`, `http/*`.
 */
export async function fetchExchanges(exchangePorts: ExchangePorts): Promise<readonly Exchange[]> {
  const found = new Map<string, Exchange>()
  for (let page = 0; page < pageLimit; page += 1) {
    const { exchanges, total } = await fetchPage(exchangePorts, page)
    const countBefore = found.size
    for (const exchange of exchanges) if (!found.has(exchange.id)) found.set(exchange.id, exchange)
    // A page without a new exchange is the last one, for any `total`: invalid entries are dropped.
    if (found.size >= total || found.size === countBefore) break
  }
  return [...found.values()]
}

/**
 * Fetches the assets that an exchange can send, on every chain.
 * @throws WidgetError `http/*`.
 */
export async function fetchExchangeAssets(
  { ports, api, signal }: ExchangePorts,
  exchangeId: string,
): Promise<readonly PaymentAsset[]> {
  const { assets } = await fetchEndpoint(ports, api, getExchangeAssets, {
    ...{ params: { id: exchangeId }, query: {}, signal },
  })
  return Object.values(assets).flat()
}

/** A payment to request: `asset` CAIP-19, `amount` whole units as a plain decimal string, `recipient` CAIP-10. */
export type ExchangePageRequest = {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
}

/**
 * Creates a payment page at an exchange. Called once, never retried.
 * @throws WidgetError `exchange/refused`, `http/*`.
 */
export async function createExchangePage(
  { ports, api, signal }: ExchangePorts,
  request: ExchangePageRequest,
): Promise<ExchangePage> {
  const response = await fetchEndpoint(ports, api, postExchangePayUrl, {
    ...source,
    body: { ...call, method: 'reown_getExchangePayUrl', params: request },
    readsRejection: true,
    signal,
  })
  if ('error' in response) throw toWidgetError(response)
  return response.result
}
