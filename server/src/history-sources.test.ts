import { afterEach, expect, it } from 'vitest'
import * as z from '../../shared/zod.ts'
import { etherscanApi } from './adapters/etherscan/testing/api-stub.ts'
import { scriptedRpc } from './chain-clients/testing/node-rpc.ts'
import { servedNetworks } from './config/bundled-networks.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import { createHistorySources } from './history-sources.ts'
import { createManualTimers } from './vendor-clients/testing/manual-timers.ts'
import { longTimeoutMs, startVendorStub } from './vendor-clients/testing/vendor-stub.ts'
import { vendorOutbound } from './vendor-outbound.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const account = `0x${'1'.repeat(40)}`
const apiKey = 'ABCDEF123456'

async function sourcesOf(history: ConfigInput['history']) {
  const stub = await startVendorStub(etherscanApi('137', account, apiKey, {}))
  open.push(stub.close)
  const config = { ...z.parse(configSchema, { history }), publicUrl: 'https://wallet.example' }
  const networks = servedNetworks([])
  const rpc = scriptedRpc([], () => null)
  const vendors = { outbound: stub.outbound, timers: createManualTimers(), timeoutMs: longTimeoutMs }
  // The schema requires https, which the stub does not support.
  const etherscan = config.history.etherscan && { ...config.history.etherscan, url: `${stub.origin}/v2/api` }
  const withStub = { history: { ...config.history, etherscan } }
  return { stub, config, sources: createHistorySources(withStub, networks, () => [], { rpc, vendors }) }
}

const explorers = [
  { chainId: 'eip155:1', url: 'https://eth.blockscout.com' },
  { chainId: 'eip155:31337', url: 'https://unknown.example' },
]

it('sources › nodes, Blockscout, Etherscan, Solana; none for unsupported networks', async () => {
  const { sources } = await sourcesOf({
    otterscan: { chainIds: ['eip155:10'] },
    blockscout: { explorers },
    etherscan: { apiKey, chainIds: ['eip155:1', 'eip155:137', 'eip155:31337'] },
  })
  const chains = sources.map((source) => source.chainIds())
  expect(chains.slice(0, 3)).toEqual([['eip155:10'], ['eip155:1'], ['eip155:1', 'eip155:137']])
  expect(chains[3]?.every((id) => id.startsWith('solana:'))).toBe(true)
})

it('no setting › Solana only', async () => {
  expect((await sourcesOf({})).sources).toHaveLength(1)
})

it('Etherscan › has the configured key and throttle', async () => {
  const { sources, stub } = await sourcesOf({
    etherscan: { apiKey, chainIds: ['eip155:137'], requestsPerSecond: 100 },
  })
  expect(await sources[0]?.page('eip155:137', account, undefined)).toEqual({ data: [], next: null })
  expect(stub.requests.map(({ query }) => query.apikey)).toEqual([apiKey, apiKey, apiKey])
  const slow = await sourcesOf({ etherscan: { apiKey, chainIds: ['eip155:137'], requestsPerSecond: 1 } })
  const cursor = Buffer.from('etherscan.5').toString('base64url')
  // The clock does not advance: requests that would wait more than 3 s are rejected at once.
  const pages = ['', cursor].map((text) => slow.sources[0]?.page('eip155:137', account, text || undefined))
  const settled = await Promise.allSettled(pages)
  expect(settled[1]).toMatchObject({ status: 'rejected', reason: { reason: 'limited' } })
})

it('outgoing requests › reach the configured explorers', async () => {
  const { config } = await sourcesOf({ blockscout: { explorers }, etherscan: { apiKey } })
  expect(vendorOutbound(config).allowedOrigins).toEqual(
    expect.arrayContaining([
      'https://eth.blockscout.com',
      'https://unknown.example',
      'https://api.etherscan.io',
    ]),
  )
})
