import { expect, it } from 'vitest'
import { nativeEvmAddress } from '../../shared/api/price.ts'
import * as z from '../../shared/zod.ts'
import { oneInchRouters } from './adapters/oneinch/routers.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { scriptedRpc } from './chain-clients/testing/node-rpc.ts'
import { servedNetworks } from './config/bundled-networks.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import { createSwapSources } from './swap-sources.ts'
import { respondWithJson, startVendorStub } from './vendor-clients/testing/vendor-stub.ts'
import { systemTimers } from './vendor-clients/timers.ts'
import { vendorOutbound } from './vendor-outbound.ts'

const router = `0x${'ab'.repeat(20)}`
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const user = `0x${'cd'.repeat(20)}`
const configOf = (swaps: ConfigInput['swaps']) => ({
  ...z.parse(configSchema, { swaps }),
  publicUrl: 'http://localhost:8787',
})

function sources(swaps: ConfigInput['swaps'], outbound = createOutbound({})) {
  const rpc = scriptedRpc(['eip155:1'], () => '0x64')
  const world = { rpc, vendors: { outbound, timers: systemTimers } }
  return createSwapSources(configOf(swaps), servedNetworks([]), () => [], world)
}

/** The router that an approval on Ethereum is for. */
async function routerOf(swaps: ConfigInput['swaps']): Promise<string> {
  const service = sources(swaps).find(({ chainId }) => chainId === 'eip155:1')
  const data = String((await service?.approvals?.build(user, usdc, 1n))?.data)
  return [router, oneInchRouters['eip155:1']].find((one) => data.includes(one.slice(2).toLowerCase())) ?? ''
}

it('swap sources › nothing configured › empty', () => {
  expect(sources({})).toEqual([])
})

it('swap sources › 1inch and Jupiter › networks with a known router, and Solana', () => {
  const ids = sources({ oneInch: { apiKey: 'k' }, jupiter: { apiKey: 'k' } }).map(({ chainId }) => chainId)
  expect(ids).toEqual([...Object.keys(oneInchRouters), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
})

it.each([
  [undefined, router],
  [['uniswapV2', 'oneInch'] as const, router],
  [['oneInch', 'uniswapV2'] as const, oneInchRouters['eip155:1']],
  [['oneInch'] as const, oneInchRouters['eip155:1']],
])('swap sources › order %j › determines the source of a network', async (order, expected) => {
  const uniswapV2 = [{ chainId: 'eip155:1', router }]
  expect(await routerOf({ uniswapV2, oneInch: { apiKey: 'k' }, ...(order && { order: [...order] }) })).toBe(
    expected,
  )
})

it('swap sources › several networks of 1inch › share the rate limit of the key', async () => {
  const dstAmount = '5'
  const tokens = { srcToken: { address: usdc }, dstToken: { address: nativeEvmAddress } }
  const stub = await startVendorStub(respondWithJson({ dstAmount, ...tokens }))
  try {
    const oneInch = { apiKey: 'k', url: 'https://stub.example', requestIntervalMs: 60_000 }
    const redirected = {
      ...stub.outbound,
      fetchResponse: (url: string, request: Parameters<typeof stub.outbound.fetchResponse>[1]) =>
        stub.outbound.fetchResponse(url.replace(oneInch.url, stub.origin), request),
    }
    const [first, second] = sources({ oneInch }, redirected)
    const swap = { user, from: usdc, to: nativeEvmAddress, amount: 1n }
    expect(await first?.quote(swap)).toEqual({ toAmount: 5n })
    await expect(second?.quote(swap)).rejects.toMatchObject({ name: 'VendorError', reason: 'limited' })
    expect(stub.requests).toHaveLength(1)
  } finally {
    await stub.close()
  }
})

it('vendor client › connects to the configured origins and no others', async () => {
  const config = configOf({ jupiter: { apiKey: 'k', url: 'https://localhost:1' } })
  const outbound = createOutbound(vendorOutbound(config))
  const options = { maxBytes: 10, timeoutMs: 5_000 }
  try {
    await expect(outbound.fetchResponse('https://localhost:1/a', options)).rejects.toMatchObject({
      reason: 'network',
    })
    for (const url of ['https://localhost:2/a', 'https://example.com/', 'http://localhost:1/'])
      await expect(outbound.fetchResponse(url, options)).rejects.toMatchObject({ reason: 'url' })
  } finally {
    await outbound.close()
  }
})
