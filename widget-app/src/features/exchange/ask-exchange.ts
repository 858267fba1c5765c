import {
  getExchangeAssets,
  type PaymentAsset,
  postExchangePayUrl,
  postExchanges,
} from '#shared/api/exchange.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { type ApiBase, type HttpPorts, request } from '#widget/lib/http.ts'

/** Who is asked, and until when. */
export type ExchangeIo = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal?: AbortSignal
}

/** An exchange that a person can pay from. */
export type Exchange = { readonly id: string; readonly name: string; readonly imageUrl?: string | undefined }

/** A page of an exchange to pay at, and the exchange's own id for that. */
export type PayPage = { readonly url: string; readonly sessionId: string }

const source = { params: {}, query: { source: 'fund-wallet' } } as const
const call = { jsonrpc: '2.0', id: 1 } as const

type Refused = { readonly error: { readonly code: number; readonly message: string } }

const refusal = ({ error }: Refused): WidgetError =>
  new WidgetError('exchange/refused', error.message, { data: { code: error.code } })

/** The exchanges there are. @throws WidgetError `exchange/refused`, `http/*`. */
export async function askExchanges({ ports, api, signal }: ExchangeIo): Promise<readonly Exchange[]> {
  const answer = await request(ports, api, postExchanges, {
    ...source,
    body: { ...call, method: 'reown_getExchanges', params: { page: 0 } },
    // It only reads.
    idempotent: true,
    signal,
  })
  if ('error' in answer) throw refusal(answer)
  return answer.result.exchanges
}

/** What an exchange can send, on every chain. @throws WidgetError `http/*`. */
export async function askAssets(
  { ports, api, signal }: ExchangeIo,
  exchangeId: string,
): Promise<readonly PaymentAsset[]> {
  const { assets } = await request(ports, api, getExchangeAssets, {
    ...{ params: { id: exchangeId }, query: {}, signal },
  })
  return Object.values(assets).flat()
}

/** What is to be paid for: `asset` CAIP-19, `amount` whole units as plain decimal text, `recipient` CAIP-10. */
export type PayRequest = {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
}

/** Opens a payment at an exchange; asked once, never again by itself. @throws WidgetError `exchange/refused`, `http/*`. */
export async function askPayPage({ ports, api, signal }: ExchangeIo, asked: PayRequest): Promise<PayPage> {
  const answer = await request(ports, api, postExchangePayUrl, {
    ...source,
    body: { ...call, method: 'reown_getExchangePayUrl', params: asked },
    signal,
  })
  if ('error' in answer) throw refusal(answer)
  return answer.result
}
