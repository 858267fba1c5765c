import { createHmac } from 'node:crypto'
import type { StubHandler } from '../../../vendor-clients/testing/vendor-stub.ts'

export const secretKey = 'sk_test_hunter2'
export const webhookSecret = 'whsec_hunter3'
export const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

export const quotes = {
  ...{ id: 'ab', object: 'crypto.onramp_quotes', rate_fetched_at: 1674265506.34, source_currency: 'usd' },
  destination_network_quotes: {
    ethereum: [
      {
        id: 'd160a80828eabb6b6d4aeafac585eee62d95425c7fb7577866ab04b9a786df00',
        ...{
          destination_amount: '0.0253568242640499553',
          destination_currency: 'eth',
          destination_network: 'ethereum',
        },
        fees: { network_fee_monetary: '1.45', transaction_fee_monetary: '2.71' },
        source_total_amount: '104.16',
      },
    ],
  },
}

/** A session as the API returns it for a request: with its fields, its order and its page. */
const sessionOf = (fields: URLSearchParams, details: object = {}, change: object = {}) => ({
  ...{ id: 'cos_1NamBL2eZvKYlo2CP38sZVEW', object: 'crypto.onramp_session', status: 'initialized' },
  ...{ client_secret: 'cos_secret', created: 1691010131, livemode: false },
  metadata: { order: fields.get('metadata[order]') },
  redirect_url: 'https://crypto.link.com?session_hash=abc',
  transaction_details: {
    ...{ destination_amount: null, destination_currency: fields.get('destination_currency') },
    ...{ destination_network: fields.get('destination_network'), fees: null },
    lock_wallet_address: fields.get('lock_wallet_address') === 'true',
    ...{ source_amount: fields.get('source_amount'), source_currency: 'usd', transaction_id: null },
    wallet_address: null,
    wallet_addresses: { ethereum: fields.get('wallet_addresses[ethereum]')?.toLowerCase() },
    ...details,
  },
  ...change,
})

/** The API: quotes, and a session per request. */
export const stripeWorks =
  (details: object = {}, change: object = {}): StubHandler =>
  (request, response) => {
    const responseBody = request.path.endsWith('onramp_quotes')
      ? quotes
      : sessionOf(new URLSearchParams(request.body), details, change)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody))
  }

/** An event as Stripe posts it. */
export function signedEvent(
  event: unknown,
  atMs: number,
  secret = webhookSecret,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const time = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature},v0=aa` } }
}

/** The event of a session's new status. `created`: in seconds. */
export const sessionEvent = (
  id: string,
  order: string,
  status: string,
  transactionId: string | null = null,
  created = 1_691_010_200,
) => ({
  ...{ id, object: 'event', created, type: 'crypto.onramp_session.updated', livemode: false },
  data: {
    object: sessionOf(
      new URLSearchParams({ 'metadata[order]': order }),
      { transaction_id: transactionId },
      { status },
    ),
  },
})
