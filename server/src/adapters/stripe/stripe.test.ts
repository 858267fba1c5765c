import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InvalidPurchaseError, type OnrampPurchase } from '../../ports/sources/onramp.ts'
import { commonQuery, openTestServer } from '../../testing/test-server.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { createStripeOnramp } from './stripe.ts'
import {
  address,
  quotes,
  secretKey,
  sessionEvent,
  signedEvent,
  stripeWorks,
  webhookSecret,
} from './testing/stripe-stub.ts'

const terms = { asset: 'ETH', network: 'ethereum', currency: 'USD', amount: '100' }
const purchase: OnrampPurchase = { ...terms, reference: 'ab'.repeat(32), address }
const invalid = { name: 'VendorError', reason: 'invalid' }

let stub: Awaited<ReturnType<typeof startVendorStub>>
beforeEach(async () => {
  stub = await startVendorStub(stripeWorks())
})
afterEach(() => stub.close())

function stripe(answer: StubHandler = stripeWorks()) {
  stub.answerWith(answer)
  const connection = { outbound: stub.outbound, timers: createManualTimers() }
  return createStripeOnramp(connection, { url: stub.origin, secretKey, webhookSecret })
}

describe('Stripe › requests', () => {
  it('quote › sends currency, amount, asset, network and key', async () => {
    await stripe().quote({ ...terms, amount: '99.5' })
    expect(stub.requests).toMatchObject([
      {
        method: 'GET',
        path: '/v1/crypto/onramp_quotes',
        headers: {
          authorization: `Bearer ${secretKey}`,
          'stripe-version': expect.stringContaining('onramp'),
        },
        query: {
          ...{ source_currency: 'usd', source_amount: '99.50' },
          ...{ 'destination_currencies[]': 'eth', 'destination_networks[]': 'ethereum' },
        },
      },
    ])
  })

  it('session › for one wallet, asset and amount, created once per order', async () => {
    expect(await stripe().open(purchase)).toEqual({
      url: 'https://crypto.link.com/?session_hash=abc',
      vendorId: 'cos_1NamBL2eZvKYlo2CP38sZVEW',
    })
    const [request] = stub.requests
    expect(request).toMatchObject({
      ...{ method: 'POST', path: '/v1/crypto/onramp_sessions' },
      headers: {
        ...{ authorization: `Bearer ${secretKey}`, 'idempotency-key': purchase.reference },
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ...{ source_currency: 'usd', source_amount: '100.00' },
      ...{ destination_currency: 'eth', destination_network: 'ethereum' },
      ...{ 'destination_currencies[]': 'eth', 'destination_networks[]': 'ethereum' },
      ...{ 'wallet_addresses[ethereum]': address, lock_wallet_address: 'true' },
      'metadata[order]': purchase.reference,
    })
  })

  it.each([
    [{ asset: 'DOGE' }, 'DOGE is not sold on ethereum'],
    [{ network: 'solana' }, 'ETH is not sold on solana'],
    [{ network: 'constructor' }, 'ETH is not sold on constructor'],
    [{ currency: 'EUR' }, 'EUR is not taken'],
    [{ amount: '0' }, 'Not an amount of money: 0'],
    [{ amount: '-5' }, 'Not an amount of money: -5'],
    [{ amount: '1.005' }, 'Not an amount of money: 1.005'],
    [{ address: '0xab' }, 'Invalid address: 0xab'],
    [{ asset: 'SOL', network: 'solana' }, `Invalid address: ${address}`],
  ])('purchase with %j › rejected without a request', async (change, message) => {
    const opened = stripe().open({ ...purchase, ...change })
    await expect(opened).rejects.toThrow(InvalidPurchaseError)
    await expect(opened).rejects.toThrow(message)
    expect(stub.requests).toEqual([])
  })

  it("user's location not supported › error about it", async () => {
    const errorHandler = respondWithJson(
      { error: { code: 'crypto_onramp_unsupportable_customer', message: 'x' } },
      400,
    )
    await expect(stripe(errorHandler).open(purchase)).rejects.toThrow('Stripe does not sell this here')
  })

  it('options › a network per asset, only assets that can be bought', async () => {
    const { purchaseCurrencies } = await stripe().options()
    for (const { symbol, networks } of purchaseCurrencies)
      for (const { name: network, chain_id: chain } of networks) {
        const to = String(chain).startsWith('solana')
          ? '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
          : address
        const details = { wallet_address: to, destination_currency: symbol.toLowerCase() }
        const opened = stripe(stripeWorks(details)).open({ ...purchase, asset: symbol, network, address: to })
        await expect(opened).resolves.toMatchObject({ vendorId: expect.any(String) })
      }
    expect(purchaseCurrencies.flatMap(({ networks }) => networks)).toHaveLength(9)
  })
})

describe('Stripe › responses that do not match the request', () => {
  const [quote] = quotes.destination_network_quotes.ethereum
  it.each([
    ['another asset', { destination_currency: 'usdc' }],
    ['another network', { destination_network: 'base' }],
    ['fees above the total', { source_total_amount: '4.15' }],
    ['fees with parts of a cent', { fees: { network_fee_monetary: '1.455', transaction_fee_monetary: '0' } }],
  ])('quote with %s › rejected', async (_, change) => {
    const answer = { ...quotes, destination_network_quotes: { ethereum: [{ ...quote, ...change }] } }
    await expect(stripe(respondWithJson(answer)).quote(terms)).rejects.toMatchObject(invalid)
  })

  it.each([
    ['another wallet', { wallet_addresses: { ethereum: '0x0000000000000000000000000000000000000001' } }, {}],
    ['no wallet', { wallet_addresses: null }, {}],
    ['an open wallet', { lock_wallet_address: false }, {}],
    ['another asset', { destination_currency: 'usdc' }, {}],
    ['another network', { destination_network: 'base' }, {}],
    ['another amount', { source_amount: '100.01' }, {}],
    ['no amount', { source_amount: null }, {}],
    ['another currency', { source_currency: 'eur' }, {}],
    ['another order', {}, { metadata: { order: 'other' } }],
    ['no page', {}, { redirect_url: null }],
    ['a page elsewhere', {}, { redirect_url: 'https://crypto.link.com.example/' }],
    ['a page without TLS', {}, { redirect_url: 'http://crypto.link.com/' }],
  ])('session with %s › rejected', async (_, details, change) => {
    await expect(stripe(stripeWorks(details, change)).open(purchase)).rejects.toMatchObject(invalid)
  })
})

describe('Stripe › events', () => {
  async function startPurchase() {
    const server = await openTestServer({ onramp: [stripe()] })
    const body = {
      destinationWallets: [{ address, assets: ['ETH'] }],
      ...{ defaultNetwork: 'ethereum', partnerUserId: 'order-1', defaultExperience: 'buy' },
      ...{ presetFiatAmount: '100', provider: 'stripe' },
    }
    await server.app.request(`/v1/generators/onrampurl?${commonQuery}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const order = new URLSearchParams(stub.requests[0]?.body).get('metadata[order]') ?? ''
    return {
      ...server,
      order,
      send: async (event: unknown, { atMs = server.now(), secret = webhookSecret } = {}) => {
        const signed = signedEvent(event, atMs, secret)
        return (await server.app.request('/v1/onramp/webhooks/stripe', { method: 'POST', ...signed })).status
      },
      post: async (init: object) =>
        (await server.app.request('/v1/onramp/webhooks/stripe', { method: 'POST', ...init })).status,
      status: async () => (await server.app.request(`/v1/onramp/orders/order-1?${commonQuery}`)).json(),
    }
  }

  it('purchase › state follows Stripe’s signed events', async () => {
    const { send, status, order, close } = await startPurchase()
    const hash = `0x${'cd'.repeat(32)}`
    const sent = sessionEvent('evt_3', order, 'fulfillment_complete', hash)
    expect(await send(sessionEvent('evt_1', order, 'requires_payment'))).toBe(200)
    expect(await status()).toEqual({ status: 'waiting' })
    expect(await send(sessionEvent('evt_2', order, 'fulfillment_processing'))).toBe(200)
    expect(await status()).toEqual({ status: 'processing' })
    expect(await send(sent)).toBe(200)
    expect(await send(sessionEvent('evt_2', order, 'fulfillment_processing'))).toBe(200)
    expect(await send(sessionEvent('evt_4', order, 'rejected'))).toBe(200)
    expect(await status()).toEqual({ status: 'sent', transactionHash: hash })
    await close()
  })

  it('payment after a rejected one › in progress; late events do not reset it', async () => {
    const { send, status, order, close } = await startPurchase()
    const rejected = sessionEvent('evt_1', order, 'rejected', null, 100)
    const again = sessionEvent('evt_2', order, 'fulfillment_processing', null, 101)
    for (const one of [rejected, again, rejected]) expect(await send(one)).toBe(200)
    expect(await status()).toEqual({ status: 'processing' })
    expect(await send({ ...rejected, id: 'evt_3' })).toBe(200)
    expect(await status()).toEqual({ status: 'processing' })
    expect(await send(sessionEvent('evt_4', order, 'rejected', null, 102))).toBe(200)
    expect(await send(again)).toBe(200)
    expect(await status()).toEqual({ status: 'failed', reason: 'Stripe rejected the purchase' })
    await close()
  })

  it('rejected purchase › failed; invalid hash › omitted', async () => {
    const first = await startPurchase()
    await first.send(sessionEvent('evt_1', first.order, 'rejected'))
    expect(await first.status()).toEqual({ status: 'failed', reason: 'Stripe rejected the purchase' })
    await first.close()
    stub.requests.splice(0)
    const second = await startPurchase()
    await second.send(sessionEvent('evt_1', second.order, 'fulfillment_complete', '<script>'))
    expect(await second.status()).toEqual({ status: 'sent' })
    await second.close()
  })

  it('event without a valid signature › rejected, no effect', async () => {
    const { send, post, status, order, now, close, logged } = await startPurchase()
    const event = sessionEvent('evt_1', order, 'fulfillment_complete')
    expect(await send(event, { secret: 'whsec_other' })).toBe(401)
    expect(await send(event, { atMs: now() - 301_000 })).toBe(401)
    expect(await send(event, { atMs: now() + 301_000 })).toBe(401)
    const { body, headers } = signedEvent(event, now())
    expect(await post({ body })).toBe(401)
    expect(
      await post({ body: body.replace('fulfillment_complete', 'fulfillment_processing'), headers }),
    ).toBe(401)
    expect(await post({ body: ` ${body}`, headers })).toBe(401)
    for (const header of ['', 't=,v1=', 't=1', `t=${Math.floor(now() / 1_000)},v1=zz`, 'v1=ab'])
      expect(await post({ body, headers: { 'stripe-signature': header } })).toBe(401)
    expect(await status()).toEqual({ status: 'waiting' })
    expect(JSON.stringify(logged)).not.toContain('hunter')
    await close()
  })

  it.each([
    ['not JSON', () => '{"id"', 401],
    ['no event', () => ({ id: 'evt_1' }), 401],
    [
      'session without its members',
      () => ({ id: 'evt_1', data: { object: { object: 'crypto.onramp_session' } } }),
      401,
    ],
    ['event of another object', () => ({ id: 'evt_1', data: { object: { object: 'charge' } } }), 200],
    ['unknown status', (order: string) => sessionEvent('evt_1', order, 'paid'), 200],
    ['session of another deployment', () => sessionEvent('evt_1', 'other', 'fulfillment_complete'), 200],
  ])('signed %s › no effect', async (_, event, expected) => {
    const { send, status, order, close } = await startPurchase()
    expect(await send(event(order))).toBe(expected)
    expect(await status()).toEqual({ status: 'waiting' })
    await close()
  })
})
