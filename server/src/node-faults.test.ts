import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import { signInText } from '../../shared/siwx/format-message.ts'
import * as z from '../../shared/zod.ts'
import { closeAfterEach, createTestGateway, node } from './adapters/rpc/testing/gateway.ts'
import { nodeFaults } from './adapters/rpc/testing/node-faults.ts'
import { type Behaviour, respondWith } from './adapters/rpc/testing/test-node.ts'
import { createSecretBox } from './adapters/secret-box/secret-box.ts'
import { createSessionAccounts } from './adapters/session-accounts/session-accounts.ts'
import { createSignatureVerifier } from './adapters/signatures/signatures.ts'
import { createChainSources } from './chain-sources.ts'
import { servedNetworks } from './config/bundled-networks.ts'
import { configSchema } from './config/config-schema.ts'
import { commonQuery, openTestServer } from './testing/test-server.ts'
import { startVendorStub } from './vendor-clients/testing/vendor-stub.ts'

const [ethereum, solana, polkadot] = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
] as const
/** The identity that each chain's node returns. */
const identities = {
  [ethereum]: '0x1',
  [solana]: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  [polkadot]: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
} as const

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const site = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const [usdc, weth] = [
  'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const
const user = `eip155:1:${owner.address}`
/** Signature of no key: only the chain can verify whether its account signed. */
const contractSignature = `0x${'33'.repeat(70)}`

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
closeAfterEach()

/** A server over one node per namespace, all with the same behaviour. */
async function openWorld(behaviour: Behaviour) {
  const nodes = await Promise.all(
    Object.entries(identities).map(async ([id, identity]) => [id, await node(behaviour, identity)] as const),
  )
  const { rpc, timers, events } = createTestGateway(
    Object.fromEntries(nodes.map(([id, one]) => [id, [one]])),
    {
      responseMaxBytes: 1_000_000,
    },
  )
  const config = {
    ...z.parse(configSchema, {
      history: { otterscan: { chainIds: [ethereum] } },
      swaps: { uniswapV2: [{ chainId: ethereum, router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' }] },
    }),
    publicUrl: 'https://wallet.example',
  }
  const networks = servedNetworks([]).filter(({ id }) => Object.hasOwn(identities, id))
  const tokens = [usdc, weth].map((id, at) => ({
    ...{ chainId: ethereum, address: id.slice(ethereum.length + 1), decimals: at === 0 ? 6 : 18 },
    ...{ symbol: at === 0 ? 'USDC' : 'WETH', name: at === 0 ? 'USD Coin' : 'Wrapped Ether' },
  }))
  const stub = await startVendorStub((_, response) => void response.destroy())
  open.push(stub.close)
  const key = { id: 'one', key: new Uint8Array(createHash('sha256').update('one').digest()) }
  const server = await openTestServer({
    ...createChainSources(config, networks, tokens, rpc, { outbound: stub.outbound, timers }),
    signatures: createSignatureVerifier(rpc),
    smartSessions: { secrets: createSecretBox([key]), accounts: createSessionAccounts(rpc) },
    rpc,
  })
  open.push(server.close)
  const setBehaviour = (next: Behaviour) => {
    for (const [, one] of nodes) one.behave(next)
  }
  const isNodeCalled = () => nodes.some(([, one]) => one.exchanges.length > 0)
  return { server, timers, events, behave: setBehaviour, isAsked: isNodeCalled }
}
type World = Awaited<ReturnType<typeof openWorld>>

type Request = { readonly path: string; readonly init?: RequestInit }

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Request => ({
  path,
  init: { method: 'POST', body: JSON.stringify(body), headers },
})

const send = ({ server }: World, { path, init = {} }: Request) => {
  const [route, query] = path.split('?')
  return server.app.request(`${route}?${commonQuery}${query === undefined ? '' : `&${query}`}`, {
    ...init,
    headers: { origin: 'https://shop.example', ...init.headers },
  })
}

async function signIn({ server }: World): Promise<Request> {
  const issued = z.parse(
    z.object({ nonce: z.string(), token: z.string() }),
    await (await server.app.request(`/auth/v1/nonce?${commonQuery}`)).json(),
  )
  const data = {
    ...{ accountAddress: owner.address, chainId: parseChainId(ethereum), domain: 'shop.example' },
    ...{ uri: 'https://shop.example/', version: '1', nonce: issued.nonce },
    issuedAt: new Date(server.now()).toISOString(),
  }
  const body = { data, message: signInText(data), signature: contractSignature }
  return post('/auth/v1/authenticate', body, { 'x-nonce-jwt': `Bearer ${issued.token}` })
}

async function activate(world: World): Promise<Request> {
  const now = Math.floor(world.server.now() / 1_000)
  const grantRequest = {
    ...{ chainId: '0x1', address: owner.address, expiry: now + 3_600 },
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: site.publicKey }] } },
    permissions: [
      { type: 'native-token-recurring-allowance', data: { allowance: '0x5', start: now, period: 86_400 } },
    ],
  }
  const prepared = z.parse(
    z.object({ pci: z.string(), key: z.looseObject({ publicKey: z.string() }) }),
    await (await send(world, post(`/v1/sessions/${user}?v=2`, grantRequest))).json(),
  )
  const signer = { type: 'keys', data: { keys: [prepared.key, ...grantRequest.signer.data.keys] } }
  return post(`/v1/sessions/${user}/activate?v=2`, {
    ...grantRequest,
    signer,
    pci: prepared.pci,
    context: '0x01',
  })
}

const swap = { amount: '1000', userAddress: user, from: usdc, to: weth }
const built = { ...swap, projectId: 'demo', eip155: { slippage: 1 } }
const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

/** Requests for which the server reads a chain; some need an earlier response of the server, but none of a chain. */
const requests: Readonly<Record<string, Request | ((world: World) => Promise<Request>)>> = {
  'balances of Ethereum': { path: `/v1/account/${owner.address}/balance?chainId=${ethereum}` },
  'balances of Solana': {
    path: `/v1/account/11111111111111111111111111111112/balance?chainId=${solana}`,
  },
  'balances of Polkadot': {
    path: `/v1/account/15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5/balance?chainId=${polkadot}`,
  },
  'history of Ethereum': { path: `/v1/account/${owner.address}/history?chainId=${ethereum}` },
  'history of Solana': {
    path: `/v1/account/11111111111111111111111111111112/history?chainId=${solana}`,
  },
  quotes: { path: `/v1/convert/quotes?${query(swap)}` },
  'gas price': { path: `/v1/convert/gas-price?chainId=${ethereum}` },
  allowance: { path: `/v1/convert/allowance?${query({ tokenAddress: usdc, userAddress: user })}` },
  approval: { path: `/v1/convert/build-approve?${query({ userAddress: user, from: usdc, to: weth })}` },
  swap: post('/v1/convert/build-transaction', built),
  'name of ENS': { path: '/v1/profile/account/vitalik.eth' },
  'name of SNS': { path: '/v1/profile/account/bonfida.sol' },
  'name of an account': { path: `/v1/identity/${owner.address}` },
  'sign-in of a contract account': signIn,
  'activation of a smart session': activate,
}

/** The longest time that a caller waits. */
const responseMaxMs = 10_000

/** Never responds. */
const silent: Behaviour = () => undefined

/**
 * The server's response. If the nodes are silent, time advances once one of them was called, and otherwise never, so that no
 * slow machine turns another fault into a timeout.
 */
async function respondedTo(world: World, behaviour: Behaviour, request: Request): Promise<Response> {
  let hasResponded = false
  const response = Promise.resolve(send(world, request)).finally(() => {
    hasResponded = true
  })
  const startedAt = world.timers.now()
  while (behaviour === silent && !hasResponded) {
    await new Promise((resolve) => setImmediate(resolve))
    if (world.isAsked()) world.timers.advance(10)
  }
  const found = await response
  expect(world.timers.now() - startedAt).toBeLessThanOrEqual(responseMaxMs)
  return found
}

const faults = [
  ...nodeFaults,
  ['time-out', silent, 503] as const,
  ['result of another shape', respondWith(() => ({ odd: true })), 502] as const,
  ['result null', respondWith(() => null), 502] as const,
]

describe.each(Object.entries(requests))('%s', (_, given) => {
  it.each(faults)('any node fault: %s › documented response', async (_fault, behaviour, status) => {
    const world = await openWorld(respondWith(() => null))
    const request = typeof given === 'function' ? await given(world) : given
    world.behave(behaviour)
    const response = await respondedTo(world, behaviour, request)
    const text = await response.text()
    expect([response.status, JSON.parse(text)]).toEqual([
      status,
      { reasons: [{ description: expect.stringMatching(/^(No node|The nodes) of \S+ [a-z ]+$/) }] },
    ])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(world.server.logged.map(({ level }) => level)).not.toContain('error')
    const visibleText = JSON.stringify([text, [...response.headers], world.server.logged, world.events])
    expect(visibleText).not.toMatch(/secret-key|hidden-query/)
  })
})

describe.each(faults)('every node: %s', (_fault, behaviour) => {
  it('prices › absent', async () => {
    const world = await openWorld(behaviour)
    const body = { currency: 'usd', projectId: 'demo', addresses: [usdc] }
    const response = await respondedTo(world, behaviour, post('/v1/fungible/price', body))
    expect([response.status, await response.json()]).toEqual([200, { fungibles: [] }])
  })
})

describe.each(nodeFaults)('every node, JSON-RPC: %s', (_fault, behaviour) => {
  it('gateway › JSON-RPC error with CORS', async () => {
    const world = await openWorld(behaviour)
    const call = { jsonrpc: '2.0', id: 7, method: 'eth_getBalance', params: [owner.address, 'latest'] }
    const request = post(`/v1?chainId=${ethereum}`, call)
    const response = await respondedTo(world, behaviour, request)
    const error = { code: expect.any(Number), message: expect.any(String) }
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 7, error })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
