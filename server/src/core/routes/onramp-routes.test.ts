import { afterEach, describe, expect, it } from 'vitest'
import {
  InvalidPurchaseError,
  type OnrampProvider,
  type OnrampPurchase,
  UnverifiedEventError,
} from '../../ports/sources/onramp.ts'
import type { PaymentState } from '../../ports/stores/orders.ts'
import { VendorError } from '../../ports/vendor.ts'
import { commonQuery, openTestServer, testProject } from '../../testing/test-server.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const options = {
  paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] }],
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: 1 }] },
  ],
}
const quoted = {
  quoteId: 'q1',
  paymentTotal: { amount: '100', currency: 'USD' },
  paymentSubtotal: { amount: '97', currency: 'USD' },
  purchaseAmount: { amount: '0.05', currency: 'ETH' },
  networkFee: { amount: '1', currency: 'USD' },
}

/** A provider that records the purchases it creates, and whose events are plain JSON, signed with `good`. */
function provider(change: Partial<OnrampProvider> = {}) {
  const opened: OnrampPurchase[] = []
  const testProvider: OnrampProvider = {
    id: 'meld',
    options: async () => options,
    quote: async () => quoted,
    open: async (purchase) => {
      opened.push(purchase)
      return { url: `https://pay.example/${opened.length}`, vendorId: `s${opened.length}` }
    },
    parseEvent: async ({ body, header }) => {
      if (header('signature') !== 'good') throw new UnverifiedEventError('The signature is invalid')
      return JSON.parse(body)
    },
    ...change,
  }
  return { provider: testProvider, opened }
}

async function serve(...providers: readonly OnrampProvider[]) {
  const server = await openTestServer({ onramp: providers })
  closers.push(server.close)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    server.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    ...server,
    post: (path: string, body: unknown) => post(`${path}?${commonQuery}`, body),
    get: (path: string) => server.app.request(`${path}?${commonQuery}`),
    send: (event: object, signature = 'good', to = 'meld') =>
      post(`/v1/onramp/webhooks/${to}`, event, { signature }),
  }
}

const purchase = (change: object = {}) => ({
  destinationWallets: [{ address: '0xab', blockchains: ['ethereum'], assets: ['ETH'] }],
  ...{ defaultNetwork: 'ethereum', partnerUserId: 'order-1', defaultExperience: 'buy' },
  ...{ presetCryptoAmount: '0.05', presetFiatAmount: '100', projectId: 'demo' },
  ...change,
})
const event = (eventId: string, reference: string | undefined, state: PaymentState, occurredAtMs = 1) => ({
  ...{ eventId, reference, state },
  ...{ paymentId: 'p1', occurredAtMs },
})

describe('onramp options', () => {
  it('no provider › error with CORS', async () => {
    const { get, post } = await serve()
    const responses = [await get('/v1/onramp/options'), await post('/v1/generators/onrampurl', purchase())]
    for (const answer of responses) {
      expect(answer.status).toBe(501)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('two providers › options are merged, the first wins', async () => {
    const other = {
      paymentCurrencies: [
        {
          id: 'USD',
          payment_method_limits: [
            { id: 'card', min: '1', max: '2' },
            { id: 'ach', min: '10', max: '25000' },
          ],
        },
        { id: 'EUR', payment_method_limits: [] },
      ],
      purchaseCurrencies: [
        {
          ...{ id: 'ETH', name: 'Other', symbol: 'ETH' },
          networks: [
            { name: 'ethereum', chain_id: 2 },
            { name: 'base', chain_id: 8453 },
          ],
        },
      ],
    }
    const second = provider({ id: 'stripe', options: async () => other }).provider
    const { get } = await serve(provider().provider, second)
    expect(await (await get('/v1/onramp/options')).json()).toEqual({
      paymentCurrencies: [
        {
          id: 'USD',
          payment_method_limits: [
            { id: 'card', min: '10', max: '7500' },
            { id: 'ach', min: '10', max: '25000' },
          ],
        },
        { id: 'EUR', payment_method_limits: [] },
      ],
      purchaseCurrencies: [
        {
          ...{ id: 'ETH', name: 'Ether', symbol: 'ETH' },
          networks: [
            { name: 'ethereum', chain_id: 1 },
            { name: 'base', chain_id: 8453 },
          ],
        },
      ],
    })
  })

  it("one provider fails › the other's options; both fail › its failure", async () => {
    const failing = provider({
      id: 'stripe',
      options: () => Promise.reject(new VendorError('Stripe', 'unavailable', 'no answer')),
    }).provider
    expect(
      await (await (await serve(failing, provider().provider)).get('/v1/onramp/options')).json(),
    ).toEqual(options)
    expect((await (await serve(failing)).get('/v1/onramp/options')).status).toBe(503)
  })

  it('quote › from the provider, with its terms', async () => {
    const requests: unknown[] = []
    const quote = async (terms: unknown) => {
      requests.push(terms)
      return quoted
    }
    const { post } = await serve(provider({ id: 'stripe', quote }).provider)
    const terms = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '1e2', network: 'ethereum' }
    const body = { ...terms, projectId: 'demo', provider: 'stripe' }
    expect(await (await post('/v1/onramp/quote', body)).json()).toEqual(quoted)
    expect(requests).toEqual([{ asset: 'ETH', network: 'ethereum', currency: 'USD', amount: '100' }])
    expect((await post('/v1/onramp/quote', { ...body, provider: undefined })).status).toBe(400)
  })
})

describe('onramp purchases', () => {
  it('purchase URL › created once for repeated requests', async () => {
    const { provider: meld, opened } = provider()
    const { post } = await serve(meld)
    const urls = []
    for (const _ of [1, 2]) urls.push(await (await post('/v1/generators/onrampurl', purchase())).json())
    expect(urls).toEqual([{ url: 'https://pay.example/1' }, { url: 'https://pay.example/1' }])
    expect(opened).toEqual([
      {
        ...{ asset: 'ETH', network: 'ethereum', address: '0xab', currency: 'USD', amount: '100' },
        reference: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('same id, other purchase › rejected, the first stays', async () => {
    const { provider: meld, opened } = provider()
    const { post } = await serve(meld, provider({ id: 'stripe' }).provider)
    await post('/v1/generators/onrampurl', purchase())
    for (const change of [
      { destinationWallets: [{ address: '0xcd', assets: ['ETH'] }] },
      { presetFiatAmount: '101' },
      { presetFiatCurrency: 'EUR' },
      { defaultNetwork: 'base' },
      { provider: 'stripe' },
    ])
      expect((await post('/v1/generators/onrampurl', purchase(change))).status).toBe(409)
    expect(opened).toHaveLength(1)
    expect((await post('/v1/generators/onrampurl', purchase({ partnerUserId: 'order-2' }))).status).toBe(200)
  })

  it.each([
    [{ presetFiatAmount: undefined }, 'The amount is missing'],
    [{ destinationWallets: [{ address: '0xab' }] }, 'The asset is missing'],
    [
      {
        destinationWallets: [
          { address: '0xab', assets: ['ETH'] },
          { address: '0xcd', assets: ['ETH'] },
        ],
      },
      'A purchase is for one wallet',
    ],
    [{ provider: 'nobody' }, 'No provider has the id nobody'],
  ])('request with %j › rejected', async (change, description) => {
    const { post } = await serve(provider().provider)
    const answer = await post('/v1/generators/onrampurl', purchase(change))
    expect([answer.status, await answer.json()]).toEqual([400, { reasons: [{ description }] }])
  })

  it('provider rejects or fails › no order is stored', async () => {
    const open = (error: Error) => () => Promise.reject(error)
    const rejecting = await serve(provider({ open: open(new InvalidPurchaseError('Not sold')) }).provider)
    expect((await rejecting.post('/v1/generators/onrampurl', purchase())).status).toBe(400)
    const failing = await serve(
      provider({ open: open(new VendorError('Meld', 'limited', 'busy', 1_500)) }).provider,
    )
    const answer = await failing.post('/v1/generators/onrampurl', purchase())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    for (const { get } of [rejecting, failing])
      expect((await get('/v1/onramp/orders/order-1')).status).toBe(404)
  })
})

describe('onramp orders', () => {
  async function startPurchase() {
    const { provider: meld, opened } = provider()
    const server = await serve(meld, provider({ id: 'stripe' }).provider)
    await server.post('/v1/generators/onrampurl', purchase())
    const status = async () => (await server.get('/v1/onramp/orders/order-1')).json()
    return { ...server, status, reference: opened[0]?.reference }
  }

  it('order › changed by signed events only, forward, once each', async () => {
    const { send, status, reference } = await startPurchase()
    expect(await status()).toEqual({ status: 'waiting' })
    const processing = event('e1', reference, { is: 'processing' })
    const sent = event('e2', reference, { is: 'sent', transactionHash: '0xab' })
    expect((await send(sent, 'bad')).status).toBe(401)
    expect(await status()).toEqual({ status: 'waiting' })
    expect((await send(processing)).status).toBe(200)
    expect(await status()).toEqual({ status: 'processing' })
    expect((await send(sent)).status).toBe(200)
    for (const late of [processing, event('e3', reference, { is: 'failed', reason: 'late' }), sent])
      expect((await send(late)).status).toBe(200)
    expect(await status()).toEqual({ status: 'sent', transactionHash: '0xab' })
  })

  it.each([
    [
      { is: 'failed', reason: 'The card was declined' } as const,
      { status: 'failed', reason: 'The card was declined' },
    ],
    [{ is: 'failed' } as const, { status: 'failed' }],
    [{ is: 'expired' } as const, { status: 'expired' }],
    [{ is: 'sent' } as const, { status: 'sent' }],
  ])("event %j › becomes the order's status", async (state, answer) => {
    const { send, status, reference } = await startPurchase()
    await send(event('e1', reference, state))
    expect(await status()).toEqual(answer)
  })

  it('order › visible to its project only', async () => {
    const { app, stores } = await startPurchase()
    await stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
    const query = commonQuery.replace('demo', 'other')
    expect((await app.request(`/v1/onramp/orders/order-1?${query}`)).status).toBe(404)
  })

  it("event of another provider's order, of none, or to no provider › no effect", async () => {
    const { send, status, reference } = await startPurchase()
    const sent = event('e1', reference, { is: 'sent' })
    expect((await send(sent, 'good', 'stripe')).status).toBe(200)
    expect((await send(event('e2', 'unknown', { is: 'sent' }))).status).toBe(200)
    expect((await send(sent, 'good', 'nobody')).status).toBe(404)
    expect(await status()).toEqual({ status: 'waiting' })
  })

  it('database fails › the vendor gets no 200', async () => {
    const { send, stores, reference } = await startPurchase()
    await stores.close()
    closers.pop()
    expect((await send(event('e1', reference, { is: 'sent' }))).status).toBe(500)
  })
})
