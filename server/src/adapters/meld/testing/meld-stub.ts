import { createHmac } from 'node:crypto'
import * as z from '../../../../../shared/zod.ts'
import type { StubHandler } from '../../../vendor-clients/testing/vendor-stub.ts'

export const apiKey = 'meld-key-hunter2'
export const webhookSecret = 'meld-secret-hunter3'
export const webhookUrl = 'https://wallet.example/v1/onramp/webhooks/meld'
export const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

export const currencies = [
  {
    ...{ currencyCode: 'ETH', name: 'Ethereum', chainCode: 'ETH', chainName: 'Ethereum', chainId: '1' },
    ...{ contractAddress: null, symbolImageUrl: 'https://images.example/eth.png' },
  },
  {
    ...{ currencyCode: 'USDC_BASE', name: 'USD Coin', chainCode: 'BASE', chainName: 'Base', chainId: '8453' },
    contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
]

export const meldQuote = (change: object = {}) => ({
  ...{ transactionType: 'CRYPTO_PURCHASE', sourceAmount: 100, sourceAmountWithoutFees: 96.01 },
  ...{ sourceCurrencyCode: 'USD', countryCode: 'US', totalFee: 3.99, networkFee: 0.5, transactionFee: 3.49 },
  ...{ destinationAmount: 0.0344, destinationCurrencyCode: 'ETH', exchangeRate: 2906.97 },
  ...{ paymentMethodType: 'CREDIT_DEBIT_CARD', customerScore: 20, serviceProvider: 'TRANSAK' },
  ...change,
})
export const quotes = {
  quotes: [meldQuote({ destinationAmount: 0.034 }), meldQuote({ serviceProvider: 'UNLIMIT' })],
  ...{ message: null, error: null },
}

const requestSchema = z.object({ externalSessionId: z.string() })

/** Responses of the API, by the end of the path. */
export type MeldResponses = {
  readonly currencies?: unknown
  readonly quotes?: unknown
  readonly session?: object
}

/** The API: currencies, quotes, and a session per request. */
export const meldWorks =
  (responses: MeldResponses = {}): StubHandler =>
  (request, response) => {
    const session = () => ({
      ...{ id: 'WePLapZetjtzZRzzRsEGZw', ...z.parse(requestSchema, JSON.parse(request.body)) },
      ...{ customerId: 'WQ4', widgetUrl: 'https://meldcrypto.com/?token=abc', token: 'abc' },
      ...responses.session,
    })
    const responseBody = request.path.endsWith('crypto-currencies')
      ? (responses.currencies ?? currencies)
      : request.path.endsWith('quote')
        ? (responses.quotes ?? quotes)
        : session()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody))
  }

/** An event as Meld posts it. */
export function signedEvent(event: unknown, atMs: number, { secret = webhookSecret, url = webhookUrl } = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const time = new Date(atMs).toISOString().replace('Z', '818Z')
  const signature = createHmac('sha256', secret).update(`${time}.${url}.${body}`).digest('base64url')
  return { body, headers: { 'meld-signature': `${signature}=`, 'meld-signature-timestamp': time } }
}

/** `second`: second of the minute in which it occurred. */
export const transactionEvent = (
  eventId: string,
  order: string,
  status: string,
  { payment = 'WPayment1', second = 0 } = {},
) => ({
  ...{ eventType: 'TRANSACTION_CRYPTO_PENDING', eventId },
  timestamp: `2026-11-27T12:00:${String(second).padStart(2, '0')}.000000Z`,
  ...{ accountId: 'W2a', profileId: 'W9k', version: '2025-03-01' },
  payload: {
    ...{ accountId: 'W2a', paymentTransactionId: payment },
    ...{ externalSessionId: order, paymentTransactionStatus: status },
  },
})
