import { erc20Abi, formatUnits, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getAnalyticsConfig, postBatch } from '#shared/api/analytics.ts'
import { getBalance } from '#shared/api/balance.ts'
import { getSupportedChains } from '#shared/api/chains.ts'
import { endpointUrl } from '#shared/api/endpoint.ts'
import { getHistory } from '#shared/api/history.ts'
import { getTokenImage } from '#shared/api/images.ts'
import { nativeEvmAddress, postFungiblePrice } from '#shared/api/price.ts'
import { getAllowedOrigins, getProjectConfig } from '#shared/api/project.ts'
import { postRpc } from '#shared/api/rpc.ts'
import { getWallets, walletsOf } from '#shared/api/wallets.ts'
import { deployConfigSchema } from '#shared/config/deploy-config.ts'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { bootStack, type World } from '../boot.ts'
import { createAdminClient } from '../chains/running-chain.ts'
import { localTokens } from '../chains/tokens.ts'
import { freePorts } from '../ports.ts'
import { convertSuite } from './convert-suite.ts'
import { exchangeSuite } from './exchange-suite.ts'
import type { Fault } from './fault-control.ts'
import { namesSuite } from './names-suite.ts'
import { sessionsSuite } from './sessions-suite.ts'
import { demoQuery as common, createApiCaller } from './testing/api-caller.ts'

const account = devAccount('spare-6').address
let world: World
let base = ''

beforeAll(async () => {
  world = await bootStack({ ports: await freePorts(), file: null })
  base = world.stack.widget.loopback
})
afterAll(() => world.stop())
afterEach(async () => {
  await fetch(`${base}/__control/faults`, { method: 'DELETE' })
})

const call = createApiCaller(() => base)
const rpc = (body: unknown, chainId = 'eip155:1') => call(postRpc, {}, { chainId }, body)
const postControl = (path: string, body: unknown) =>
  fetch(`${base}/__control/${path}`, { method: 'POST', body: JSON.stringify(body) })
const injectFault = (fault: Fault) => postControl('faults', fault)
const origins = () => fetch(endpointUrl(base, getAllowedOrigins, {}, {}, common))

// All suites share one world; each has its own accounts and project ids.
describe('names', () => namesSuite(() => world))
describe('swaps', () => convertSuite(() => world))
describe('exchange', () => exchangeSuite(() => world))
describe('smart sessions', () => sessionsSuite(() => world))

describe('project endpoints', () => {
  it('features, origins and chains › match their schemas', async () => {
    expect((await call(getProjectConfig, {}, {})).features).toContainEqual({
      id: 'swap',
      isEnabled: true,
      config: ['1inch'],
    })
    expect(await call(getAllowedOrigins, {}, {})).toEqual({
      allowedOrigins: [world.stack.dapp.origin, world.stack.widget.origin],
    })
    expect(await call(getSupportedChains, {}, {})).toEqual({
      http: ['eip155:1', 'eip155:8453', 'eip155:31337', world.stack.solana.id],
      ws: [],
    })
  })

  it('analytics › enabled if configured; a batch is stored in order by its id', async () => {
    expect(await call(getAnalyticsConfig, {}, {})).toEqual({ isAnalyticsEnabled: true })
    const empty = endpointUrl(base, getAnalyticsConfig, {}, {}, { ...common, projectId: 'empty' })
    expect(await (await fetch(empty)).json()).toEqual({ isAnalyticsEnabled: false })

    const batch = endpointUrl(base, postBatch, {}, {}, { ...common, projectId: 'demo~batch' })
    const event = (eventId: string) => ({
      eventId,
      url: 'https://shop.example',
      domain: 'shop.example',
      timestamp: 1,
      props: { type: 'track' as const, event: 'MODAL_OPEN', properties: { connected: false } },
    })
    // Without a content type, as a beacon sends it.
    const post = (body: unknown) => fetch(batch, { method: 'POST', body: JSON.stringify(body) })
    expect((await post([event('a'), event('b')])).status).toBe(200)
    expect((await post([{ ...event('c'), timestamp: 'now' }])).status).toBe(400)
    await injectFault({ path: '/batch', project: 'demo~batch', status: 403 })
    expect((await post([event('d')])).status).toBe(403)
    const stored = await fetch(`${base}/__control/events?project=demo~batch`)
    expect(await stored.json()).toEqual({ events: [event('a'), event('b')] })
    const otherProject = await fetch(`${base}/__control/events?project=demo`)
    expect(await otherProject.json()).toEqual({ events: [] })
  })

  it.each([
    ['projectId=nobody&st=a&sv=b', 401, 'Invalid project id'],
    ['st=a&sv=b', 400, 'projectId'],
    ['projectId=demo', 400, 'st'],
  ])('?%s › responds with %i', async (query, status, reason) => {
    const response = await fetch(`${base}/projects/v1/origins?${query}`)
    expect(response.status).toBe(status)
    expect(JSON.stringify(await response.json())).toContain(reason)
  })

  it('project id with a tag › same response as without', async () => {
    const url = endpointUrl(base, getAllowedOrigins, {}, {}, { ...common, projectId: 'empty~7' })
    expect(await (await fetch(url)).json()).toEqual({ allowedOrigins: [] })
  })
})

describe('wallets', () => {
  it('list › pages, filters and counts', async () => {
    const { data, count } = await call(getWallets, {}, { page: 1, entries: 4 })
    expect(data.length).toBe(Math.min(4, count))
    const [first, second] = walletsOf(data)
    if (first === undefined || second === undefined) throw new Error('the catalogue is empty')
    const included = await call(getWallets, {}, { include: [second.id] })
    expect(included).toEqual({ data: [second], count: 1 })
    const rest = await call(getWallets, {}, { exclude: [first.id], entries: 1 })
    expect(walletsOf(rest.data)[0]?.id).toBe(second.id)
    expect(rest.count).toBe(count - 1)
    const found = await call(getWallets, {}, { search: first.name.toUpperCase() })
    expect(walletsOf(found.data).map(({ id }) => id)).toContain(first.id)
    const unsupported = await call(getWallets, {}, { chains: ['eip155:999999999'] })
    expect(unsupported.count).toBe(0)
  })

  it('token images › have a content type; unknown ones are 404', async () => {
    const image = await fetch(endpointUrl(base, getTokenImage, { id: 'USDC' }, {}, common))
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    for (const id of ['nope', '../index', '..%2f..%2fpackage']) {
      expect((await fetch(endpointUrl(base, getTokenImage, { id }, {}, common))).status).toBe(404)
    }
  })
})

describe('balances and prices', () => {
  it('balances › match the chain', async () => {
    const [chain] = world.chains
    const [usdc] = localTokens
    if (chain === undefined || usdc === undefined) throw new Error('the world is empty')
    await createAdminClient(chain.plan, chain.rpcUrl).setBalance({
      address: account,
      value: parseEther('3.000000000000000001'),
    })
    const amount = await chain.client.readContract({
      address: usdc.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })
    const { balances } = await call(
      getBalance,
      { address: account },
      { chainId: 'eip155:1', currency: 'usd' },
    )
    expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI'])
    expect(balances[0]).toMatchObject({
      chainId: 'eip155:1',
      quantity: { decimals: '18', numeric: '3.000000000000000001' },
    })
    expect(balances[0]).not.toHaveProperty('address')
    expect(balances[1]).toMatchObject({
      address: `eip155:1:${usdc.address}`,
      price: '1',
      value: formatUnits(amount, 6),
      quantity: { decimals: '6', numeric: formatUnits(amount, 6) },
    })
  })

  it('history on Ethereum and Solana › lists received tokens by name and icon', async () => {
    const { id, accounts } = world.stack.solana
    const owners = { 'eip155:8453': account, [id]: accounts[0]?.address ?? '' }
    for (const [chainId, address] of Object.entries(owners)) {
      const { data } = await call(getHistory, { address }, { chainId })
      const received = data.flatMap(({ transfers }) => transfers ?? []).find(({ name }) => name === 'USDC')
      expect(received, chainId).toMatchObject({ direction: 'in', iconUrl: '/tokens/usdc.svg' })
    }
  })

  it('balance on Polkadot › native currency, and the token of the asset hub', async () => {
    const { id, accounts } = world.stack.polkadot
    const { balances } = await call(getBalance, { address: accounts[0]?.address ?? '' }, { chainId: id })
    expect(balances.map(({ symbol, address }) => [symbol, address])).toEqual([
      ['ROC', undefined],
      ['USDt', `${id}:1984`],
    ])
    expect(balances[1]?.quantity).toEqual({ decimals: '6', numeric: '1000000' })
  })

  it('balances without a chain id › cover every chain', async () => {
    const { balances } = await call(getBalance, { address: account.toLowerCase() }, {})
    expect(new Set(balances.map(({ chainId }) => chainId)).size).toBe(3)
  })

  it.each([
    ['0x12', 'eip155:1', 'Invalid address'],
    [account, 'eip155:5', 'Chain is not supported'],
  ])('balance of %s on %s › responds with 400', async (address, chainId, reason) => {
    const response = await fetch(endpointUrl(base, getBalance, { address }, { chainId }, common))
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(reason)
  })

  it('feed changes › prices and balances follow', async () => {
    const ether = `eip155:8453:${nativeEvmAddress}`
    const body = { currency: 'usd', addresses: [ether, `eip155:1:${account}`], projectId: 'demo' }
    expect((await postControl('price', { symbol: 'ETH', usd: '1234.5678' })).status).toBe(200)
    expect((await call(postFungiblePrice, {}, {}, body)).fungibles).toEqual([
      { address: ether, name: 'Ether', symbol: 'ETH', price: '1234.5678', iconUrl: '/tokens/eth.svg' },
    ])
    const { balances } = await call(getBalance, { address: account }, { chainId: 'eip155:8453' })
    expect(balances[0]?.price).toBe('1234.5678')
    const inEuros = await call(postFungiblePrice, {}, {}, { ...body, currency: 'eur' })
    expect(inEuros.fungibles[0]?.price).toMatch(/^1135\.8023/)
    await postControl('price', { symbol: 'ETH', usd: '3214.57' })
  })
})

it('onramp event with a wrong signature › responds with 401', async () => {
  const body = JSON.stringify({ eventId: 'a', reference: 'b', state: { is: 'sent', transactionHash: '0x1' } })
  const headers = { 'x-provider-signature': '00'.repeat(32) }
  const response = await fetch(`${base}/v1/onramp/webhooks/meld`, { method: 'POST', body, headers })
  expect(response.status).toBe(401)
})

describe('RPC gateway', () => {
  it('reads › forwarded, single and in a batch, in order', async () => {
    expect(await rpc({ jsonrpc: '2.0', id: 'a', method: 'eth_chainId' }, 'eip155:8453')).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: '0x2105',
    })
    const batch = await rpc([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'eth_sendTransaction', params: [{}] },
      { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, 'latest'] },
    ])
    expect(batch).toMatchObject([
      { result: '0x1' },
      { error: { code: -32601 } },
      { result: expect.stringMatching(/^0x/) },
    ])
  })

  it.each(['eth_sendTransaction', 'eth_sign', 'personal_sign', 'anvil_setBalance', 'evm_mine'])(
    '%s › rejected with the message of the specification',
    async (method) => {
      expect(await rpc({ jsonrpc: '2.0', id: 7, method, params: [] })).toEqual({
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32601, message: 'Requested RPC call is not allowed' },
      })
    },
  )

  it.each([
    ['solana', 'getBalance', 'requestAirdrop'],
    ['polkadot', 'system_chain', 'dev_newBlock'],
  ] as const)('on %s › forwards %s, rejects %s', async (name, read, rejected) => {
    const { id, accounts } = world.stack[name]
    const body = [read, rejected].map((method, at) => ({
      jsonrpc: '2.0' as const,
      id: at,
      method,
      params: method === 'getBalance' ? [accounts[0]?.address] : [],
    }))
    expect(await call(postRpc, {}, { chainId: id }, body)).toMatchObject([
      { id: 0, result: expect.anything() },
      { id: 1, error: { code: -32601 } },
    ])
  })

  it('node returns an error › keeps its code and data', async () => {
    const [usdc] = localTokens
    const data = `0xa9059cbb${'0'.repeat(24)}${account.slice(2)}${'f'.repeat(64)}`
    const rpcResponse = await rpc({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ from: account, to: usdc?.address, data }, 'latest'],
    })
    expect(rpcResponse).toMatchObject({ error: { code: 3, data: expect.stringMatching(/^0xe450d38c/) } })
  })
})

describe('faults and the request log', () => {
  it('fault with times › hits its path as often, with Retry-After', async () => {
    await injectFault({ path: '/projects/v1/origins', status: 429, retryAfter: 3, times: 1 })
    expect((await fetch(`${base}/health`)).status).toBe(200)
    const limited = await origins()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
    expect((await origins()).status).toBe(200)
  })

  it('fault of another project › has no effect', async () => {
    await injectFault({ path: '/projects', project: 'demo~9', status: 500 })
    expect((await origins()).status).toBe(200)
  })

  it('fault with drop › the call fails without a response', async () => {
    await injectFault({ path: '/projects', drop: true })
    await expect(origins()).rejects.toThrow('fetch failed')
  })

  it('request log › lists each request of a project with origin and body', async () => {
    const query = { ...common, projectId: 'demo~log' }
    const url = endpointUrl(base, postRpc, {}, { chainId: 'eip155:1' }, query)
    await fetch(url, { method: 'POST', body: '{}', headers: { origin: 'http://dapp.localhost:1' } })
    const log = await (await fetch(`${base}/__control/requests?project=demo~log`)).json()
    expect(log).toMatchObject({
      requests: [
        {
          method: 'POST',
          path: '/v1',
          origin: 'http://dapp.localhost:1',
          body: '{}',
          query: { sv: common.sv },
        },
      ],
    })
    await fetch(`${base}/__control/requests?project=demo~log`, { method: 'DELETE' })
    const cleared = await (await fetch(`${base}/__control/requests?project=demo~log`)).json()
    expect(cleared).toEqual({ requests: [] })
  })
})

describe('widget files', () => {
  it('local configuration › has the unconfigured chain and no external URL', async () => {
    const config = z.parse(deployConfigSchema, await (await fetch(`${base}/widget.config.json`)).json())
    expect(config).toMatchObject({
      environment: 'local',
      apiUrl: '',
      rpcUrl: '',
    })
    const { solana, polkadot, acala } = world.stack
    expect(config.networks?.map(({ id, local }) => [id, local])).toEqual([
      ['eip155:31337', true],
      [solana.id, true],
      [polkadot.id, true],
      [acala.id, true],
    ])
  })

  it('hijacked document › redirects to the hostile site', async () => {
    const response = await fetch(`${base}/embed/1/hijacked`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${world.stack.evil.origin}/pretend-widget.html`)
  })
})
