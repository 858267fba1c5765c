import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  InvalidPurchaseError,
  type OnrampPurchase,
  UnverifiedEventError,
} from '../../ports/sources/onramp.ts'
import { commonQuery, openTestServer } from '../../testing/test-server.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { parseMeldEvent } from './event.ts'
import { createMeldOnramp } from './meld.ts'
import {
  address,
  apiKey,
  currencies,
  meldQuote,
  meldWorks,
  quotes,
  signedEvent,
  transactionEvent,
  webhookSecret,
  webhookUrl,
} from './testing/meld-stub.ts'

const terms = { asset: 'ETH', network: 'ETH', currency: 'USD', amount: '100' }
const purchase: OnrampPurchase = { ...terms, reference: 'ab'.repeat(32), address }
const invalid = { name: 'VendorError', reason: 'invalid' }

let stub: Awaited<ReturnType<typeof startVendorStub>>
beforeEach(async () => {
  stub = await startVendorStub(meldWorks())
})
afterEach(() => stub.close())

function meld(answer: StubHandler = meldWorks(), timers = createManualTimers()) {
  stub.answerWith(answer)
  const options = { url: stub.origin, apiKey, webhookSecret, webhookUrl, countryCode: 'US' }
  return createMeldOnramp({ outbound: stub.outbound, timers }, options)
}
const bodies = () => stub.requests.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body)]))

describe('Meld › requests', () => {
  it('quote › sends country, amount and Meld’s code, returns the best', async () => {
    const quote = await meld().quote({ ...terms, amount: '100.00' })
    expect(quote).toMatchObject({ quoteId: 'UNLIMIT-ETH-100.00', purchaseAmount: { amount: '0.0344' } })
    expect(stub.requests).toMatchObject([
      {
        ...{ method: 'GET', path: '/service-providers/properties/crypto-currencies' },
        ...{
          query: { categories: 'CRYPTO_ONRAMP', countries: 'US' },
          headers: { authorization: `BASIC ${apiKey}` },
        },
      },
      { method: 'POST', path: '/payments/crypto/quote', headers: { authorization: `BASIC ${apiKey}` } },
    ])
    expect(bodies()).toEqual([
      { countryCode: 'US', sourceCurrencyCode: 'USD', sourceAmount: 100, destinationCurrencyCode: 'ETH' },
    ])
  })

  it('session › locked to one wallet, asset and amount of the best quote', async () => {
    const usdc = meldWorks({ quotes: { quotes: [meldQuote({ destinationCurrencyCode: 'USDC_BASE' })] } })
    const opened = await meld(usdc).open({ ...purchase, asset: 'USDC', network: 'BASE' })
    expect(opened).toEqual({ url: 'https://meldcrypto.com/?token=abc', vendorId: 'WePLapZetjtzZRzzRsEGZw' })
    expect(bodies()[1]).toEqual({
      ...{ sessionType: 'BUY', externalSessionId: purchase.reference },
      sessionData: {
        ...{ countryCode: 'US', sourceCurrencyCode: 'USD', sourceAmount: 100 },
        ...{ destinationCurrencyCode: 'USDC_BASE', walletAddress: address, serviceProvider: 'TRANSAK' },
        lockFields: ['walletAddress', 'destinationCurrencyCode', 'sourceCurrencyCode', 'sourceAmount'],
      },
    })
  })

  it('options › fetched once in ten minutes', async () => {
    const timers = createManualTimers()
    const provider = meld(meldWorks(), timers)
    const { purchaseCurrencies } = await provider.options()
    await provider.options()
    expect(stub.requests).toHaveLength(1)
    timers.advance(600_000)
    await provider.options()
    expect(stub.requests).toHaveLength(2)
    expect(purchaseCurrencies).toEqual([
      {
        ...{ id: 'ETH', name: 'Ethereum', symbol: 'ETH' },
        networks: [{ name: 'ETH', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address: '' }],
      },
      {
        ...{ id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
        networks: [
          {
            ...{ name: 'BASE', display_name: 'Base', chain_id: 'eip155:8453' },
            contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          },
        ],
      },
    ])
  })

  it.each([
    ['unknown chain', { chainCode: 'TRON' }],
    ['no chain', { chainCode: null }],
    ['name of an object’s member as chain', { chainCode: 'constructor' }],
    ['number of another chain', { chainId: '56' }],
    ['token without a contract', { currencyCode: 'USDT_ETH' }],
    ['contract that is none', { contractAddress: 'usdt' }],
  ])('currency with %s › not offered', async (_, change) => {
    const [ether, usdc] = currencies
    const { purchaseCurrencies } = await meld(
      meldWorks({ currencies: [{ ...ether, ...change }, usdc] }),
    ).options()
    expect(purchaseCurrencies.map(({ id }) => id)).toEqual(['USDC'])
  })

  it.each([
    [{ asset: 'DOGE' }, 'DOGE is not sold on ETH'],
    [{ network: 'BASE' }, 'ETH is not sold on BASE'],
    [{ currency: 'EUR' }, 'EUR is not taken'],
    [{ amount: '1.005' }, 'Not an amount of money: 1.005'],
    [{ address: '0xab' }, 'Invalid address: 0xab'],
  ])('purchase with %j › rejected without a session', async (change, message) => {
    const opened = meld().open({ ...purchase, ...change })
    await expect(opened).rejects.toThrow(InvalidPurchaseError)
    await expect(opened).rejects.toThrow(message)
    expect(bodies()).toEqual([])
  })

  it.each([
    ['no quote', meldWorks({ quotes: { quotes: [], error: null } })],
    ['null', meldWorks({ quotes: { quotes: null } })],
    ['zero', meldWorks({ quotes: { quotes: [meldQuote({ destinationAmount: 0 })] } })],
  ])('%s › not sold', async (_, answer) => {
    await expect(meld(answer).quote(terms)).rejects.toThrow('Meld does not sell this for this amount')
  })

  it('amount below the minimum › not sold', async () => {
    const provider = meld()
    await provider.options()
    stub.answerWith(respondWithJson({ code: 'INVALID_AMOUNT_TOO_LOW', message: 'x' }, 400))
    await expect(provider.quote(terms)).rejects.toThrow(InvalidPurchaseError)
  })
})

describe('Meld › responses that do not match the request', () => {
  it.each([
    ['another asset', { destinationCurrencyCode: 'ETH_BASE' }],
    ['another amount', { sourceAmount: 100.01 }],
    ['another currency', { sourceCurrencyCode: 'EUR' }],
    ['fees above the total', { totalFee: 100.01 }],
    ['a fee below zero', { totalFee: -1 }],
    ['an amount below zero', { destinationAmount: -1 }],
  ])('quote with %s › rejected', async (_, change) => {
    const answer = meldWorks({ quotes: { quotes: [meldQuote(change)] } })
    await expect(meld(answer).quote(terms)).rejects.toMatchObject(invalid)
  })

  it('quotes without a fee › skipped; missing network fee › absent', async () => {
    const [withoutFee, priced] = [{ totalFee: null, destinationAmount: 1 }, { networkFee: null }].map(
      meldQuote,
    )
    const quote = await meld(meldWorks({ quotes: { quotes: [withoutFee, priced] } })).quote(terms)
    expect(quote).toMatchObject({
      paymentSubtotal: { amount: '96.01' },
      purchaseAmount: { amount: '0.0344' },
    })
    expect(quote).not.toHaveProperty('networkFee')
    await expect(meld(meldWorks({ quotes: { quotes: [withoutFee] } })).quote(terms)).rejects.toThrow(
      InvalidPurchaseError,
    )
  })

  it('tiny amount › stays exact', async () => {
    const answer = meldWorks({ quotes: { quotes: [meldQuote({ destinationAmount: 1.5e-7 })] } })
    expect((await meld(answer).quote(terms)).purchaseAmount.amount).toBe('0.00000015')
  })

  it.each([
    ['another order', { externalSessionId: 'other' }],
    ['a page elsewhere', { widgetUrl: 'https://meldcrypto.com.example/' }],
    ['a page without TLS', { widgetUrl: 'http://meldcrypto.com/' }],
    ['no page', { widgetUrl: '' }],
  ])('session with %s › rejected', async (_, session) => {
    await expect(meld(meldWorks({ quotes, session })).open(purchase)).rejects.toMatchObject(invalid)
  })
})

describe('Meld › events', () => {
  it('documented example › verified', () => {
    // https://docs.meld.io/docs/webhook-authentication, "Example".
    const body =
      '{"eventType":"WEBHOOK_TEST","eventId":"GDtv8pQgwzc9HuFFBQFrww","timestamp":"2022-05-26T20:23:45.908400Z","accountId":"W9jpQc1HKvwscqMPcLmzUS","profileId":null,"version":"2021-10-27","payload":{"requestId":"7aWW1GXTjWCCtNubzvVX7V"}}'
    const headers: Readonly<Record<string, string>> = {
      'meld-signature': 'O4bN5E0U9s88l2DFc0kjt-0w3LLA3Zkv8hXhafc22Hg=',
      'meld-signature-timestamp': '2022-05-26T20:25:17.682818Z',
    }
    const read = (nowMs: number, url = 'https://example.meld.io/webhooks') =>
      parseMeldEvent('42m4NMLS34WQ6BbMfo1KFKqMv4hy', url, { body, header: (name) => headers[name], nowMs })
    const atMs = Date.parse('2022-05-26T20:25:18Z')
    expect(read(atMs)).toBeUndefined()
    expect(() => read(atMs + 300_000)).toThrow(UnverifiedEventError)
    expect(() => read(atMs, 'https://example.meld.io/other')).toThrow(UnverifiedEventError)
  })

  async function startPurchase() {
    const server = await openTestServer({ onramp: [meld()] })
    const body = {
      ...{ destinationWallets: [{ address, assets: ['ETH'] }], presetFiatAmount: '100' },
      ...{ defaultNetwork: 'ETH', partnerUserId: 'order-1', defaultExperience: 'buy' },
    }
    const path = `/v1/generators/onrampurl?${commonQuery}`
    await server.app.request(path, { method: 'POST', body: JSON.stringify(body) })
    const order: string = bodies()[1].externalSessionId
    const post = async (init: object) =>
      (await server.app.request('/v1/onramp/webhooks/meld', { method: 'POST', ...init })).status
    return {
      ...{ ...server, order, post },
      send: (event: unknown, options = {}, atMs = server.now()) => post(signedEvent(event, atMs, options)),
      status: async () => (await server.app.request(`/v1/onramp/orders/order-1?${commonQuery}`)).json(),
    }
  }

  it('purchase › state follows Meld’s signed events', async () => {
    const { send, status, order, close } = await startPurchase()
    for (const waits of ['PENDING_CREATED', 'PENDING', 'TWO_FA_REQUIRED', 'ERROR'])
      expect(await send(transactionEvent(`e-${waits}`, order, waits))).toBe(200)
    expect(await status()).toEqual({ status: 'waiting' })
    expect(await send(transactionEvent('e1', order, 'SETTLING'))).toBe(200)
    expect(await status()).toEqual({ status: 'processing' })
    expect(await send(transactionEvent('e2', order, 'SETTLED'))).toBe(200)
    for (const late of [transactionEvent('e1', order, 'SETTLING'), transactionEvent('e3', order, 'FAILED')])
      expect(await send(late)).toBe(200)
    expect(await status()).toEqual({ status: 'sent' })
    await close()
  })

  it('second payment after a failed one › in progress in any event order', async () => {
    const first = { payment: 'W1', second: 1 }
    const events = [
      transactionEvent('e1', 'order', 'SETTLING', first),
      transactionEvent('e2', 'order', 'DECLINED', { ...first, second: 2 }),
      transactionEvent('e3', 'order', 'SETTLING', { payment: 'W2', second: 3 }),
      transactionEvent('e4', 'order', 'REFUNDED', { ...first, second: 4 }),
    ]
    for (const ordered of [events, events.toReversed()]) {
      const { send, status, order, close } = await startPurchase()
      for (const one of [...ordered, ...ordered]) {
        const payload = { ...one.payload, externalSessionId: order }
        expect(await send({ ...one, payload })).toBe(200)
      }
      expect(await status()).toEqual({ status: 'processing' })
      await close()
      stub.requests.splice(0)
    }
  })

  it('event without a time › rejected', async () => {
    const { send, status, order, close } = await startPurchase()
    expect(await send({ ...transactionEvent('e1', order, 'SETTLED'), timestamp: 'soon' })).toBe(401)
    expect(await send({ ...transactionEvent('e1', order, 'SETTLED'), timestamp: undefined })).toBe(401)
    expect(await status()).toEqual({ status: 'waiting' })
    await close()
  })

  it.each(['FAILED', 'DECLINED', 'CANCELLED', 'REFUNDED'])('%s › failed, with a reason', async (state) => {
    const { send, status, order, close } = await startPurchase()
    await send(transactionEvent('e1', order, state))
    expect(await status()).toEqual({ status: 'failed', reason: expect.stringMatching(/^The /) })
    await close()
  })

  it('event without a valid signature › rejected, no effect', async () => {
    const { send, post, status, order, now, close, logged } = await startPurchase()
    const event = transactionEvent('e1', order, 'SETTLED')
    expect(await send(event, { secret: 'other' })).toBe(401)
    expect(await send(event, { url: 'https://other.example/' })).toBe(401)
    for (const atMs of [now() - 301_000, now() + 301_000]) expect(await send(event, {}, atMs)).toBe(401)
    const { body, headers } = signedEvent(event, now())
    expect(await post({ body })).toBe(401)
    expect(await post({ body: ` ${body}`, headers })).toBe(401)
    expect(await post({ body, headers: { ...headers, 'meld-signature': '' } })).toBe(401)
    expect(await post(signedEvent('{"eventId"', now()))).toBe(401)
    expect(await status()).toEqual({ status: 'waiting' })
    expect(JSON.stringify(logged)).not.toContain('hunter')
    await close()
  })
})
