import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { exchangeFailureMessages } from '../exchange-api.ts'
import {
  type ExchangeCall,
  exchangeOptions,
  fakeWindows,
  openExchange,
  result,
  type ServiceResponses,
  usdc,
} from '../testing/exchange-world.ts'
import { selectExchangeAtom, startDepositAtom } from './actions.ts'
import { depositAssetAtom } from './deposit-asset.ts'
import { draftAtom } from './draft.ts'
import { assetsAtom, exchangeAtom, exchangesAtom } from './exchange-list.ts'
import { depositPageAtom } from './exchange-page.ts'
import { amountAtom, problemAtom } from './form.ts'

type WorldOptions = Parameters<typeof exchangeOptions>[0]

/** Creates a world with the form open and everything that it shows mounted. */
function openForm(script: WorldOptions = {}) {
  const calls: ExchangeCall[] = []
  const over = { openWindow: fakeWindows().open }
  const world = testWorld(exchangeOptions({ calls, over, ...script }))
  openExchange(world)
  for (const one of [problemAtom, depositPageAtom]) onTestFinished(world.store.sub(one, () => undefined))
  return world
}

const waitUntil = ({ clock }: TestWorld, assertion: () => void) =>
  vi.waitFor(
    async () => {
      await clock.advance(50)
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

/** A paged service, and the pages that were requested from it. */
function paged(pageOf: (page: number) => unknown) {
  const calls: ExchangeCall[] = []
  const requestedPages = () =>
    calls.filter(({ method }) => method === 'reown_getExchanges').map(({ params }) => params.page)
  const service: ServiceResponses = { exchanges: () => result(pageOf(Number(requestedPages().at(-1)))) }
  return { script: { calls, service }, requestedPages }
}

const exchange = (id: string) => ({ id, name: `Exchange ${id}` })
const idsOf = ({ store }: TestWorld) => {
  const exchanges = store.get(exchangesAtom)
  return exchanges.is === 'ready' ? exchanges.data.map(({ id }) => id) : exchanges.is
}

describe('exchanges', () => {
  it('later pages › selectable, each once, without invalid entries', async () => {
    const pages = [
      [exchange('a'), exchange('b')],
      [exchange('b'), { id: 5 }],
      [exchange('c'), exchange('strict')],
    ]
    const { script, requestedPages } = paged((page) => ({ exchanges: pages[page] ?? [], total: 4 }))
    pages[1]?.push(exchange('d'))
    const world = openForm(script)
    await waitUntil(world, () => expect(idsOf(world)).toEqual(['a', 'b', 'd', 'c', 'strict']))
    expect(requestedPages()).toEqual([0, 1, 2])
    world.store.set(selectExchangeAtom, 'strict')
    expect(world.store.get(exchangeAtom)?.name).toBe('Exchange strict')
  })

  it.each([
    ['says the same for every page', () => [exchange('a')], [0, 1]],
    ['has ever more', (page: number) => [exchange(`${page}`)], [0, 1, 2, 3, 4]],
    ['has an empty page', (page: number) => (page === 0 ? [exchange('a')] : []), [0, 1]],
  ])('service that %s › fetched a limited number of times', async (_, exchangesOf, pages) => {
    const { script, requestedPages } = paged((page) => ({ exchanges: exchangesOf(page), total: 9_999 }))
    const world = openForm(script)
    await waitUntil(world, () =>
      expect(idsOf(world)).toHaveLength(new Set(pages.flatMap(exchangesOf).map(({ id }) => id)).size),
    )
    expect(requestedPages()).toEqual(pages)
  })
})

/** A service that lists one token, with the given name and decimals. */
const listingToken = (metadata: {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}): ServiceResponses => ({
  exchanges: () => result({ exchanges: [{ id: 'reown_test', name: 'Te\u202est\u200b Exchange' }], total: 1 }),
  assets: () => ({
    body: {
      exchangeId: 'reown_test',
      assets: { eip155: [{ network: 'eip155:1', asset: usdc, metadata }] },
    },
  }),
})

describe('offered assets', () => {
  it('names › sanitized on screen and in orders; decimals come from the chain', async () => {
    const service = listingToken({ name: 'USD\u200b Coin', symbol: 'US\u2066DC', decimals: 18 })
    const world = openForm({ service })
    await waitUntil(world, () => expect(world.store.get(depositAssetAtom).is).toBe('ready'))
    expect(world.store.get(assetsAtom)).toMatchObject({
      data: [{ asset: { name: 'USD Coin', symbol: 'USDC' } }],
    })
    world.store.set(draftAtom, { amount: '25' })
    await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('ready'))
    world.store.set(startDepositAtom)
    expect(world.store.get(ordersAtom)).toMatchObject([
      {
        provider: { name: 'Test Exchange' },
        expected: 25_000_000n,
        asset: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      },
    ])
  })

  it('token unknown to the chain › problem, no order; a refetch resolves it', async () => {
    let isKnown = false
    const world = openForm({
      service: listingToken({ name: 'USD Coin', symbol: 'USDC', decimals: 6 }),
      chain: {
        tokenBalances: async (_account, { id }) =>
          isKnown
            ? [{ asset: { chain: id, address: usdc, symbol: '?', name: '?', decimals: 2 }, value: 0n }]
            : [],
      },
    })
    await waitUntil(world, () => expect(world.store.get(problemAtom)).toBe('unknown-asset'))
    world.store.set(draftAtom, { amount: '25' })
    await world.clock.advance(2_000)
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom), world.store.get(depositPageAtom).is]).toEqual([[], 'loading'])
    isKnown = true
    void world.store.set(depositAssetAtom)
    await waitUntil(world, () => expect(world.store.get(amountAtom)).toEqual({ is: 'amount', value: 2_500n }))
  })
})

describe('exchangeFailureMessages', () => {
  const status = (code: number, reason?: string) =>
    new WidgetError('http/status', '', {
      data: { status: code, ...(reason === undefined ? {} : { reason }) },
    })

  it.each([
    [new WidgetError('exchange/refused', 'No such\n as\u202eset'), 'No such asset'],
    [new WidgetError('exchange/refused', 'x'.repeat(1_000)), `${'x'.repeat(256)}… (+744)`],
    [new WidgetError('exchange/refused', ' \u200b'), undefined],
    [status(400, 'Not in your country'), 'Not in your country'],
    [status(500), undefined],
    [new WidgetError('http/network', 'The server cannot be reached'), undefined],
  ])('%s › %j', (error, expected) => {
    expect(exchangeFailureMessages(error)).toBe(expected)
  })
})
