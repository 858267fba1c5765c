import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nativeTokenAddresses } from '../../shared/api/price.ts'
import * as z from '../../shared/zod.ts'
import { coin, pricesOf } from './adapters/defillama/testing/api-stub.ts'
import { NodeErrorResponse, scriptedRpc } from './chain-clients/testing/node-rpc.ts'
import { servedNetworks } from './config/bundled-networks.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import type { PriceSource } from './ports/sources/prices.ts'
import { createPriceSources } from './price-sources.ts'
import { commonQuery, openTestServer } from './testing/test-server.ts'
import { createManualTimers, manualStartMs } from './vendor-clients/testing/manual-timers.ts'
import { longTimeoutMs, respondWithJson, startVendorStub } from './vendor-clients/testing/vendor-stub.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of open.splice(0).reverse()) await close()
})

const ether = `eip155:1:${nativeTokenAddresses.eip155}`
const unlisted = `eip155:1:0x${'5'.repeat(40)}`
const responseSchema = z.object({ fungibles: z.array(z.object({ address: z.string(), price: z.string() })) })

/** Prices by token id, as a caller of the endpoint gets them. */
async function fetchPrices(prices: readonly PriceSource[], addresses: readonly string[], currency = 'usd') {
  const server = await openTestServer({ prices })
  open.push(server.close)
  const fetchOnce = async () => {
    const response = await server.app.request(`/v1/fungible/price?${commonQuery}`, {
      method: 'POST',
      body: JSON.stringify({ currency, addresses, projectId: 'demo' }),
    })
    expect(response.status).toBe(200)
    const { fungibles } = z.parse(responseSchema, await response.json())
    return Object.fromEntries(fungibles.map(({ address, price }) => [address, price]))
  }
  return fetchOnce
}

const word = (type: string, value: unknown) => encodeAbiParameters(parseAbiParameters(type), [value])

/** A node on which each feed answers 2,000 USD with 8 decimals; undefined: a node that fails. */
const feedNode = (isUp: boolean) =>
  scriptedRpc(['eip155:1'], ({ method, params }) => {
    if (!isUp) throw new NodeErrorResponse(-32603, 'no node answers')
    if (method === 'eth_blockNumber') return '0x10'
    const [{ data }] = z.parse(z.tuple([z.object({ data: z.string() }), z.string()]), params)
    if (data === '0x313ce567') return word('uint8', 8)
    if (data === '0x7284e416') return word('string', 'ETH / USD')
    if (data !== '0xfeaf968c') return '0x'
    const time = BigInt(manualStartMs / 1_000)
    return encodeAbiParameters(parseAbiParameters('uint80, int256, uint256, uint256, uint80'), [
      ...([1n, 200_000_000_000n, time, time, 1n] as const),
    ])
  })

async function sourcesOf(given: ConfigInput['prices'], isNodeUp = true) {
  const stub = await startVendorStub(
    pricesOf({ 'coingecko:ethereum': coin(1_999, 'ETH'), [`ethereum:${unlisted.slice(9)}`]: coin(7, 'NEW') }),
  )
  open.push(stub.close)
  const config = {
    ...z.parse(configSchema, {
      prices: { ...given, defillama: { isEnabled: true, url: stub.origin, ...given?.defillama } },
    }),
    publicUrl: 'https://wallet.example',
  }
  const vendors = { outbound: stub.outbound, timers: createManualTimers(), timeoutMs: longTimeoutMs }
  const prices = createPriceSources(config, servedNetworks([]), [], feedNode(isNodeUp), vendors)
  return { stub, prices }
}

describe('price sources', () => {
  it('default order › Chainlink first, DefiLlama for the rest', async () => {
    const { prices, stub } = await sourcesOf({})
    const fetchOnce = await fetchPrices(prices, [ether, unlisted])
    expect(await fetchOnce()).toEqual({ [ether]: '2000', [unlisted]: '7' })
    expect(stub.requests.map(({ path }) => path)).toEqual([`/prices/current/ethereum:${unlisted.slice(9)}`])
  })

  it('other order › DefiLlama first', async () => {
    const { prices } = await sourcesOf({ order: ['defillama', 'chainlink'] })
    expect(await (await fetchPrices(prices, [ether]))()).toEqual({ [ether]: '1999' })
  })

  it('Chainlink fails › DefiLlama is used, and the reverse', async () => {
    const { prices } = await sourcesOf({}, false)
    expect(await (await fetchPrices(prices, [ether]))()).toEqual({ [ether]: '1999' })
    const { prices: reversed, stub } = await sourcesOf({ order: ['defillama', 'chainlink'] })
    stub.answerWith(respondWithJson({}, 500))
    expect(await (await fetchPrices(reversed, [ether, unlisted]))()).toEqual({ [ether]: '2000' })
  })

  it('currency without a fresh feed › no price from either', async () => {
    const { prices, stub } = await sourcesOf({})
    expect(await (await fetchPrices(prices, [ether], 'cad'))()).toEqual({})
    // The node reports "ETH / USD" for the euro's feed too.
    expect(await (await fetchPrices(prices, [ether], 'eur'))()).toEqual({})
    expect(stub.requests).toEqual([])
  })

  it('disabled source › not called', async () => {
    const { prices, stub } = await sourcesOf({ defillama: { isEnabled: false } })
    expect([prices.length, stub.requests.length]).toEqual([1, 0])
    const other = await sourcesOf({ chainlink: { isEnabled: false } })
    expect(await (await fetchPrices(other.prices, [ether]))()).toEqual({ [ether]: '1999' })
    expect(await (await fetchPrices(other.prices, [ether], 'eth'))()).toEqual({})
  })

  it('source does not respond within 4 s › the next one is called', async () => {
    const { prices } = await sourcesOf({ chainlink: { isEnabled: false } })
    let markCalled: () => void = () => undefined
    const called = new Promise<void>((resolve) => {
      markCalled = resolve
    })
    const hangingSource: PriceSource = {
      prices: () => {
        markCalled()
        return new Promise(() => undefined)
      },
    }
    const fetchOnce = await fetchPrices([hangingSource, ...prices], [ether])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pricesRequest = fetchOnce()
    await called
    vi.advanceTimersByTime(4_000)
    vi.useRealTimers()
    expect(await pricesRequest).toEqual({ [ether]: '1999' })
  })
})
