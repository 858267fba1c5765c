import { afterEach, describe, expect, it } from 'vitest'
import { plainAmount } from '../../../../shared/amount/format-amount.ts'
import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import type { CurrencyRate, TokenPrice } from '../../ports/sources/prices.ts'
import { VendorError } from '../../ports/vendor.ts'
import { createManualTimers, manualStartMs } from '../../vendor-clients/testing/manual-timers.ts'
import {
  longTimeoutMs,
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { coinId } from './coin-ids.ts'
import { createDefillamaPrices, type DefillamaOptions } from './defillama.ts'
import { coin, pricesOf } from './testing/api-stub.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const ether = `eip155:8453:${nativeTokenAddresses.eip155}`
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const bonk = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const usdcId = 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const bonkId = 'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const coins = {
  'coingecko:ethereum': coin(3_012.5, 'ETH'),
  [usdcId]: coin(0.9998, 'USDC'),
  [bonkId]: coin(1.2345e-7, 'Bonk'),
}

async function source(handler: StubHandler = pricesOf(coins), given: Partial<DefillamaOptions> = {}) {
  const stub = await startVendorStub(handler)
  open.push(stub.close)
  const timers = createManualTimers()
  const prices = createDefillamaPrices(
    { outbound: stub.outbound, timers, timeoutMs: longTimeoutMs },
    {
      ...{ url: `${stub.origin}/`, maxAgeSeconds: 3_600, minConfidence: 0.9 },
      namesOf: (id) => (id === usdc ? { name: 'USD Coin', symbol: 'USDC' } : undefined),
      ...given,
    },
  )
  const lines = (found: readonly TokenPrice[]) =>
    found.map(({ tokenId, symbol, price }) => [tokenId, symbol, plainAmount(price.value, price.decimals)])
  const read = async (ids: readonly string[], currency = 'usd') => lines(await prices.prices(ids, currency))
  return { stub, timers, prices, read }
}

/** The price of a coin, or undefined. */
const priceOf = async (given: Parameters<typeof coin>[2], price = 2) =>
  (await (await source(pricesOf({ [usdcId]: coin(price, 'USDC', given) }))).read([usdc])).map(
    ([, , text]) => text,
  )

describe('DefiLlama', () => {
  it('tokens of three kinds › one request', async () => {
    const { read, stub } = await source()
    expect(await read([ether, usdc, bonk])).toEqual([
      [ether, 'ETH', '3012.5'],
      [usdc, 'USDC', '0.9998'],
      [bonk, 'Bonk', '0.00000012345'],
    ])
    expect(stub.requests.map(({ path }) => path)).toEqual([
      `/prices/current/coingecko:ethereum,${usdcId},${bonkId}`,
    ])
  })

  it('name › of the known token, else the symbol; time › of the price', async () => {
    const { prices } = await source()
    expect(await prices.prices([usdc, bonk], 'usd')).toMatchObject([
      { name: 'USD Coin', updatedAtMs: manualStartMs - 30_000 },
      { name: 'Bonk' },
    ])
  })

  const nowSeconds = manualStartMs / 1_000
  it.each([
    ['within the limits', {}, ['2']],
    ['an hour old', { timestamp: nowSeconds - 3_600 }, ['2']],
    ['older than an hour', { timestamp: nowSeconds - 3_601 }, []],
    ['of the future', { timestamp: nowSeconds + 601 }, []],
    ['of just enough confidence', { confidence: 0.9 }, ['2']],
    ['of less confidence', { confidence: 0.89 }, []],
    ['without confidence', { confidence: undefined }, []],
    ['of impossible confidence', { confidence: 90 }, []],
  ] as const)('price %s › %j', async (_, given, expected) => {
    expect(await priceOf(given)).toEqual(expected)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('price %d › absent', async (price) => {
    expect(await priceOf({}, price)).toEqual([])
  })

  it('price that ages in the cache › absent beyond its limit', async () => {
    const { read, timers, stub } = await source(
      pricesOf({ [usdcId]: coin(1, 'USDC', { timestamp: nowSeconds - 3_590 }) }),
    )
    expect(await read([usdc])).toHaveLength(1)
    timers.advance(11_000)
    expect(await read([usdc])).toEqual([])
    expect(stub.requests).toHaveLength(1)
  })

  it('response for another id › no price', async () => {
    const other = { [`base:${usdcId.slice(9)}`]: coin(5, 'USDC'), [usdcId.toUpperCase()]: coin(6, 'USDC') }
    const { read } = await source(respondWithJson({ coins: other }))
    expect(await read([usdc])).toEqual([])
  })

  it('one malformed coin › absent, the others are not', async () => {
    const { read } = await source(respondWithJson({ coins: { ...coins, [usdcId]: { price: '1.0' } } }))
    expect((await read([ether, usdc])).map(([id]) => id)).toEqual([ether])
  })

  it('unknown chain, unknown token, invalid token id › not requested', async () => {
    const { read, stub } = await source()
    const strange = [
      'eip155:31337:0x1',
      `${usdc}/../../x`,
      'solana:x:y',
      'polkadot:91b171bb158e2d3848fa23a9f1c25182:1',
      '',
    ]
    expect(await read(strange)).toEqual([])
    expect(stub.requests).toEqual([])
    expect(strange.map(coinId)).toEqual(strange.map(() => undefined))
  })

  it('120 tokens › three URLs, each below 4,096 characters', async () => {
    const { read, stub } = await source()
    const ids = Array.from({ length: 120 }, (_, at) => `eip155:42170:0x${at.toString(16).padStart(40, '0')}`)
    await read(ids)
    expect(stub.requests.map(({ path }) => path.split(',').length).toSorted()).toEqual([20, 50, 50])
    for (const { path } of stub.requests) expect(path.length).toBeLessThan(4_000)
  })

  it('equal requests › one per minute, concurrent or not', async () => {
    const { read, timers, stub } = await source()
    await Promise.all([read([usdc]), read([usdc, ether])])
    expect(stub.requests.map(({ path }) => path.split('/').at(-1))).toEqual([usdcId, 'coingecko:ethereum'])
    await read([usdc])
    expect(stub.requests).toHaveLength(2)
    timers.advance(60_001)
    await read([usdc])
    expect(stub.requests).toHaveLength(3)
  })

  it('failure › thrown and not cached', async () => {
    const { read, stub } = await source()
    stub.answerWith(respondWithJson({}, 500))
    await expect(read([usdc])).rejects.toThrow(VendorError)
    stub.answerWith(pricesOf(coins))
    expect(await read([usdc])).toHaveLength(1)
  })

  it('one request of several fails › prices of the others', async () => {
    const { read } = await source((request, response) =>
      (request.path.includes(usdcId) ? pricesOf(coins) : respondWithJson({}, 500))(request, response),
    )
    const ids = Array.from({ length: 60 }, (_, at) => `eip155:1:0x${at.toString(16).padStart(40, '0')}`)
    expect(await read([usdc, ...ids])).toEqual([[usdc, 'USDC', '0.9998']])
  })
})

describe('DefiLlama › currencies', () => {
  const euro: CurrencyRate = { rate: { value: 125n, decimals: 2 }, updatedAtMs: manualStartMs - 90_000 }
  const rates = { inUsd: async (currency: string) => (currency === 'eur' ? euro : undefined) }

  it('currency with a rate › converted, time of the older of the two', async () => {
    const { prices } = await source(undefined, { rates })
    const [found] = await prices.prices([ether], 'eur')
    expect(found?.updatedAtMs).toBe(euro.updatedAtMs)
    expect(plainAmount(found?.price.value ?? 0n, found?.price.decimals ?? 0)).toBe('2410')
  })

  it.each(['cad', 'inr'])('%s, which has no rate › no price, and no request', async (currency) => {
    const { read, stub } = await source(undefined, { rates })
    expect(await read([ether], currency)).toEqual([])
    expect(stub.requests).toEqual([])
  })

  it('no source of rates › prices in USD only', async () => {
    const { read } = await source()
    expect([await read([ether], 'eur'), (await read([ether], 'usd')).length]).toEqual([[], 1])
  })

  it('source of rates unavailable › fails', async () => {
    const { read } = await source(undefined, { rates: { inUsd: () => Promise.reject(new Error('no node')) } })
    await expect(read([ether], 'eur')).rejects.toThrow('no node')
  })
})
