import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { tokenPriceLifetimeMs } from '#shared/config/limits.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { alice, type TestResponse, testAdapter, testWorld } from '#widget/testing/world.ts'
import { balancesAtom } from './balances.ts'
import { priceIdOf, priceQueryOf, usablePrice } from './prices.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ether = `eip155:1:${nativeTokenAddresses.eip155}`
const fungible = (address: string, price: unknown) => ({ address, name: 'Some', symbol: 'SOME', price })

/** Balances come from the chain here, because only the balance API fails. */
async function mountBalances(priceResponse: (body: unknown) => TestResponse | Promise<TestResponse>) {
  const priceCalls: unknown[] = []
  const world = testWorld({
    config: { tokens: [{ chainId: 'eip155:1', address: usdc }] },
    adapter: testAdapter({
      nativeBalance: async () => 7n,
      tokenBalances: async (_address, { id }, tokens) =>
        tokens.map((address) => ({
          asset: { chain: id, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
          value: 9n,
        })),
    }),
    routes: {
      '/v1/supported-chains': () => ({ body: { http: ['eip155:1'], ws: [] } }),
      [`/v1/account/${alice}/balance`]: () => ({ status: 400 }),
      '/v1/fungible/price': (_, body) => {
        priceCalls.push(body)
        return priceResponse(body)
      },
    },
  })
  await world.store.set(loadQueryEngineAtom)
  world.store.set(openModalAtom)
  world.store.sub(balancesAtom(account), () => undefined)
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await world.clock.advance(ms)
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  for (let step = 0; step < 8; step += 1) await advance(2_000)
  const prices = () => {
    const loaded = world.store.get(balancesAtom(account))
    return loaded.is === 'ready' ? loaded.data.map(({ price }) => price) : loaded.is
  }
  return { ...world, asked: priceCalls, turn: advance, prices }
}

type Trouble = [string, () => TestResponse | Promise<TestResponse>]

describe('prices of balances read from the chain', () => {
  it('one API call for all tokens, and its prices apply to them', async () => {
    const { asked: priceCalls, prices } = await mountBalances(() => ({
      body: {
        fungibles: [
          fungible(`eip155:1:${usdc.toLowerCase()}`, 1.0001),
          fungible(ether, '3000.5'),
          fungible(`eip155:1:${alice}`, 99),
        ],
      },
    }))
    expect(prices()).toEqual(['3000.5', '1.0001'])
    expect(priceCalls).toEqual([
      {
        currency: 'usd',
        addresses: [`eip155:1:${usdc.toLowerCase()}`, ether].sort(),
        projectId: expect.any(String),
      },
    ])
  })

  const troubles: readonly Trouble[] = [
    ['is busy (429 with Retry-After)', () => ({ status: 429, headers: { 'retry-after': '2' } })],
    ['is broken (500)', () => ({ status: 500 })],
    ['never answers', () => new Promise(() => {})],
    ['answers in another shape', () => ({ body: { fungibles: [{ price: 'a lot' }] } })],
    ['answers nothing', () => ({ text: '' })],
  ]
  it.each(troubles)('API %s later › the former price stays, no toast', async (_, response) => {
    let isAway = false
    const {
      prices,
      store,
      turn: advance,
      asked: priceCalls,
    } = await mountBalances(() => (isAway ? response() : { body: { fungibles: [fungible(ether, 1)] } }))
    expect(prices()).toEqual(['1', undefined])
    isAway = true
    await advance(tokenPriceLifetimeMs)
    void store.set(balancesAtom(account))
    for (let step = 0; step < 12; step += 1) await advance(2_000)
    expect(priceCalls.length).toBeGreaterThan(1)
    expect(prices()).toEqual(['1', undefined])
    expect(store.get(toastAtom).open).toBe(false)
  })

  it.each<Trouble>([
    ...troubles,
    ['knows none', () => ({ body: { fungibles: [] } })],
    ['says zero or less', () => ({ body: { fungibles: [fungible(ether, 0), fungible(ether, -1)] } })],
  ])('API %s › prices stay unknown, balances stay, no toast', async (_, response) => {
    const { prices, store } = await mountBalances(response)
    expect(prices()).toEqual([undefined, undefined])
    expect(store.get(toastAtom).open).toBe(false)
  })

  it('price older than 15 s › refresh fetches it again and shows it meanwhile', async () => {
    let price = 1
    const {
      asked: priceCalls,
      prices,
      store,
      turn: advance,
    } = await mountBalances(() => ({
      body: { fungibles: [fungible(ether, price)] },
    }))
    price = 2
    const refresh = async () => {
      void store.set(balancesAtom(account))
      expect(prices()).toEqual(['1', undefined])
      for (let step = 0; step < 3; step += 1) await advance(100)
    }
    await advance(tokenPriceLifetimeMs)
    await refresh()
    expect(priceCalls).toHaveLength(2)
    expect(prices()).toEqual(['2', undefined])
    void store.set(balancesAtom(account))
    for (let step = 0; step < 3; step += 1) await advance(100)
    expect(priceCalls).toHaveLength(2)
  })
})

describe('token ids', () => {
  it('EVM addresses are lower-cased, Solana ones unchanged, other namespaces have none', () => {
    const asset = { symbol: 'X', name: 'X', decimals: 6 }
    const idOf = (chain: string, address: string | undefined) =>
      priceIdOf({ ...asset, chain: parseChainId(chain), address })
    expect(idOf('eip155:1', usdc)).toBe(`eip155:1:${usdc.toLowerCase()}`)
    expect(idOf('eip155:1', undefined)).toBe(ether)
    expect(idOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4w')).toBe(
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:EPjFWdd5AufqSSqeM2qN1xzybapC8G4w',
    )
    expect(idOf('polkadot:91b171bb158e2d3848fa23a9f1c25182', undefined)).toBeUndefined()
  })

  it('price query › at most a hundred tokens', () => {
    const assets = Array.from({ length: 150 }, (_, at) => ({
      chain: mainnet,
      address: `0x${at}`,
      symbol: 'X',
      name: 'X',
      decimals: 6,
    }))
    expect(priceQueryOf(assets).split(',')).toHaveLength(100)
  })

  it.each([
    ['1.5', '1.5'],
    ['0.000001', '0.000001'],
    ['1'.repeat(60), '1'.repeat(60)],
    ['1'.repeat(61), undefined],
    [`0.${'0'.repeat(60)}1`, undefined],
    ['0', undefined],
    ['-3', undefined],
  ])('price %s › %s', (price, expected) => {
    expect(usablePrice(price)).toBe(expected)
  })
})
