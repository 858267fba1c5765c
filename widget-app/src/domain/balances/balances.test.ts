import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceEntry } from '#shared/api/balance.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { networkSchema } from '#shared/config/network.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadQueryEngineAtom, refetchQueriesAtom } from '#widget/lib/query.ts'
import {
  alice,
  type TestResponse,
  type TestWorldOptions,
  testAdapter,
  testNetworks,
  testWorld,
} from '#widget/testing/world.ts'
import { balancesAtom, fromBalanceEntry } from './balances.ts'
import { isSpam } from './spam.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 3000.5,
  quantity: { decimals: '18', numeric: '1.5' },
}
const dollars = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${usdc}`,
  price: '1',
  quantity: { decimals: '6', numeric: '12.3456789' },
}
const network = z.parse(networkSchema, testNetworks[0])

type Routes = NonNullable<TestWorldOptions['routes']>
const balanceRoute = (response: () => TestResponse): Routes => ({
  '/v1/supported-chains': () => ({ body: { http: ['eip155:1'], ws: [] } }),
  [`/v1/account/${alice}/balance`]: response,
})

const chainAdapter = (value = 9n) =>
  testAdapter({
    nativeBalance: async () => 7n,
    tokenBalances: async (_address, { id }, tokens) =>
      tokens.map((address) => ({
        asset: { chain: id, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        value,
      })),
  })

async function mountBalances(options: TestWorldOptions) {
  const world = testWorld({ config: { tokens: [{ chainId: 'eip155:1', address: usdc }] }, ...options })
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
  for (let step = 0; step < 3; step += 1) await advance(2_000)
  return { ...world, turn: advance, get: () => world.store.get(balancesAtom(account)) }
}

describe('balancesAtom', () => {
  it('API responds › balances with prices, native first', async () => {
    const { get } = await mountBalances({
      routes: balanceRoute(() => ({ body: { balances: [dollars, ether] } })),
    })
    expect(get()).toMatchObject({
      is: 'ready',
      data: [
        {
          asset: { symbol: 'ETH', address: undefined },
          value: 1_500_000_000_000_000_000n,
          price: '3000.5',
          source: 'api',
        },
        {
          asset: { symbol: 'USDC', address: usdc, decimals: 6 },
          value: 12_345_678n,
          price: '1',
          source: 'api',
        },
      ],
    })
  })

  it.each<[string, Routes]>([
    ['fails', balanceRoute(() => ({ status: 400 }))],
    ['answers nonsense', balanceRoute(() => ({ body: { balances: [{ name: 1 }] } }))],
    ['does not serve the chain', { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) }],
    ['is unreachable', {}],
  ])('API %s › chain is read, prices unknown', async (_, routes) => {
    const { get } = await mountBalances({ routes, adapter: chainAdapter() })
    expect(get()).toMatchObject({
      is: 'ready',
      data: [
        { asset: { symbol: 'ETH' }, value: 7n, price: undefined, source: 'rpc' },
        { asset: { symbol: 'USDC' }, value: 9n, price: undefined, source: 'rpc' },
      ],
    })
  })

  it('chain that lists tokens › they are shown without being configured by the host', async () => {
    const adapter = chainAdapter()
    const allTokenBalances: ChainAdapter['allTokenBalances'] = async (owner, on, named) =>
      (await adapter.tokenBalances?.(owner, on, [...named, '0xdai'])) ?? []
    const { get } = await mountBalances({
      routes: {},
      adapter: { ...adapter, allTokenBalances: allTokenBalances },
    })
    expect(get()).toMatchObject({
      data: [{ asset: { symbol: 'ETH' } }, { asset: { address: usdc } }, { asset: { address: '0xdai' } }],
    })
  })

  it('chain that locks native amounts › reports the total and the available value', async () => {
    const nativeTotals = async () => ({ value: 0n, total: 70n })
    const { get } = await mountBalances({
      routes: {},
      adapter: { ...chainAdapter(), nativeTotals: nativeTotals },
    })
    expect(get()).toMatchObject({ data: [{ asset: { symbol: 'ETH' }, value: 0n, total: 70n }, {}] })
  })

  it('response without the native currency › completed from the chain', async () => {
    const { get } = await mountBalances({
      routes: balanceRoute(() => ({ body: { balances: [dollars] } })),
      adapter: chainAdapter(),
    })
    expect(get()).toMatchObject({
      data: [
        { asset: { symbol: 'ETH' }, value: 7n },
        { asset: { symbol: 'USDC' }, source: 'api' },
      ],
    })
  })

  it('API and chain fail › toast of the spec, and no retry for 30 s', async () => {
    let chainCalls = 0
    const adapter = testAdapter({
      nativeBalance: async () => {
        chainCalls += 1
        throw new Error('down')
      },
    })
    const { store, get, turn: advance } = await mountBalances({ routes: {}, adapter })
    const failed = get()
    if (failed.is !== 'failed') throw new Error('the balances failed')
    expect(isWidgetError(failed.error, 'balance/unavailable')).toBe(true)
    expect(store.get(toastAtom)).toEqual({
      message: 'Token Balance Unavailable',
      variant: 'error',
      open: true,
    })
    expect(await store.set(balancesAtom(account))).toEqual({ is: 'refused', retryAt: failed.retryAt })
    expect(chainCalls).toBe(1)
    await advance(failed.retryAt - Date.now())
    const retry = store.set(balancesAtom(account))
    await advance(2_000)
    expect(await retry).toEqual({ is: 'started' })
    expect(chainCalls).toBe(2)
  })

  it('server recovers within 30 s › still no retry', async () => {
    let isUp = false
    let callCount = 0
    const adapter = testAdapter({
      nativeBalance: async () => {
        throw new Error('down')
      },
    })
    const routes: Routes = {
      '/v1/supported-chains': () => (isUp ? { body: { http: ['eip155:1'], ws: [] } } : { status: 400 }),
      [`/v1/account/${alice}/balance`]: () => {
        callCount += 1
        return { body: { balances: [ether] } }
      },
    }
    const { store, get, turn: advance } = await mountBalances({ routes, adapter })
    expect(get().is).toBe('failed')
    isUp = true
    await store.set(refetchQueriesAtom, 'supported-chains')
    await advance(2_000)
    expect(get().is).toBe('failed')
    expect(callCount).toBe(0)
  })

  it('refresh after supported chains failed › fetches them again and shows tokens', async () => {
    let isUp = false
    let callCount = 0
    const {
      store,
      get,
      turn: advance,
    } = await mountBalances({
      config: {},
      adapter: chainAdapter(),
      routes: {
        '/v1/supported-chains': () => {
          callCount += 1
          return isUp ? { body: { http: ['eip155:1'], ws: [] } } : { status: 400 }
        },
        [`/v1/account/${alice}/balance`]: () => ({ body: { balances: [ether, dollars] } }),
      },
    })
    const refresh = async () => {
      void store.set(balancesAtom(account))
      await advance(2_000)
    }
    const nativeOnly = { is: 'ready', data: [{ asset: { symbol: 'ETH' }, source: 'rpc' }] }
    expect(get()).toMatchObject(nativeOnly)
    await refresh()
    expect(get()).toMatchObject(nativeOnly)
    isUp = true
    await refresh()
    expect(get()).toMatchObject({
      is: 'ready',
      data: [
        { asset: { symbol: 'ETH' }, source: 'api' },
        { asset: { symbol: 'USDC' }, source: 'api' },
      ],
    })
    await refresh()
    expect(callCount).toBe(3)
  })

  it('API fails after it listed tokens › they stay, with amounts of the chain', async () => {
    let isUp = true
    const {
      store,
      get,
      turn: advance,
    } = await mountBalances({
      config: {},
      adapter: chainAdapter(),
      routes: balanceRoute(() =>
        isUp ? { body: { balances: [ether, { ...dollars, iconUrl: '/usdc.svg' }] } } : { status: 400 },
      ),
    })
    isUp = false
    void store.set(balancesAtom(account))
    await advance(2_000)
    expect(get()).toMatchObject({
      is: 'ready',
      failure: undefined,
      data: [
        { asset: { symbol: 'ETH' }, value: 7n, source: 'rpc' },
        { asset: { symbol: 'USDC', address: usdc }, value: 9n, source: 'rpc', iconUrl: '/usdc.svg' },
      ],
    })
    expect(store.get(toastAtom).open).toBe(false)
  })

  it('API fails › a hidden fake token stays hidden, the genuine one is shown', async () => {
    const fake = { ...dollars, address: `eip155:1:0x${'f'.repeat(40)}`, price: 0 }
    let isUp = true
    const {
      store,
      get,
      turn: advance,
    } = await mountBalances({
      config: {},
      adapter: chainAdapter(),
      routes: balanceRoute(() => (isUp ? { body: { balances: [ether, dollars, fake] } } : { status: 400 })),
    })
    const spamStates = () => {
      const loaded = get()
      const tokens = loaded.is === 'ready' ? loaded.data : []
      return tokens.map((token) => [token.asset.symbol, token.source, isSpam(tokens, [])(token)])
    }
    const was = [
      ['ETH', false],
      ['USDC', false],
      ['USDC', true],
    ]
    expect(spamStates()).toEqual(was.map(([symbol, is]) => [symbol, 'api', is]))
    isUp = false
    void store.set(balancesAtom(account))
    await advance(2_000)
    expect(spamStates()).toEqual(was.map(([symbol, is]) => [symbol, 'rpc', is]))
  })

  it.each([
    ['is left out', [], 0],
    ['stays where the host names it', [{ chainId: 'eip155:1', address: usdc.toLowerCase() }], 1],
  ] as const)('token spent when the API fails › %s', async (_, tokens, left) => {
    let isUp = true
    const {
      store,
      get,
      turn: advance,
    } = await mountBalances({
      config: { tokens: [...tokens] },
      adapter: chainAdapter(0n),
      routes: balanceRoute(() => (isUp ? { body: { balances: [ether, dollars] } } : { status: 400 })),
    })
    isUp = false
    void store.set(balancesAtom(account))
    await advance(2_000)
    const loaded = get()
    expect(loaded.is === 'ready' && loaded.data.filter(({ asset }) => asset.address === usdc)).toHaveLength(
      left,
    )
  })

  it('very many tokens › the hundred of the highest fiat value are read from the chain', async () => {
    const tokens = Array.from({ length: 130 }, (_, n) => ({
      ...dollars,
      address: `eip155:1:0x${n.toString(16).padStart(40, '0')}`,
      price: n,
    }))
    const callCount: (readonly string[])[] = []
    let isUp = true
    const { store, turn: advance } = await mountBalances({
      config: {},
      adapter: testAdapter({
        nativeBalance: async () => 7n,
        tokenBalances: async (_address, _network, wanted) => {
          callCount.push(wanted)
          return []
        },
      }),
      routes: balanceRoute(() => (isUp ? { body: { balances: [ether, ...tokens] } } : { status: 400 })),
    })
    isUp = false
    void store.set(balancesAtom(account))
    await advance(2_000)
    expect(callCount[0]?.map((address) => BigInt(address))).toEqual(
      Array.from({ length: 100 }, (_, n) => 129n - BigInt(n)),
    )
  })

  it('chain without adapter › unavailable', async () => {
    const { store, get } = await mountBalances({ routes: {} })
    expect(get().is).toBe('failed')
    expect(store.get(toastAtom).open).toBe(true)
  })
})

describe('fromBalanceEntry', () => {
  const read = (over: object) => fromBalanceEntry(z.parse(balanceEntry(), { ...ether, ...over }), network)
  it.each([
    [
      'digits finer than the asset are floored',
      { quantity: { decimals: '18', numeric: '0.0000000000000000019' } },
      1n,
    ],
    [
      "the network's decimals count for the native coin",
      { quantity: { decimals: '2', numeric: '1' } },
      10n ** 18n,
    ],
    ['an exponent is read digit by digit', { quantity: { decimals: '18', numeric: 1e-7 } }, 10n ** 11n],
    ['nothing', { quantity: { decimals: '18', numeric: '0' } }, 0n],
  ])('%s', (_, over, value) => {
    expect(read(over)?.value).toBe(value)
  })

  it.each([
    ['another chain', { chainId: 'eip155:10' }],
    ['a negative amount', { quantity: { decimals: '18', numeric: '-1' } }],
  ])('%s › is left out', (_, over) => {
    expect(read(over)).toBeUndefined()
  })

  it('token without decimals', () => {
    const token = read({ address: `eip155:1:${usdc}`, quantity: { decimals: '0', numeric: '3.9' } })
    expect(token).toMatchObject({ value: 3n, asset: { decimals: 0 } })
  })
})
