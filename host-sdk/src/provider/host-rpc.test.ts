import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { hostRpcReadBurst } from '../../../shared/config/limits.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
// Imported first, so that loading takes no time of the tests.
import '../entries/host-rpc-client.ts'
import { initialState } from '../initial-state.ts'
import { createHostRpc } from './host-rpc.ts'

const one = 'https://one.example/rpc'
const two = 'https://two.example/rpc'
const createOptions = (rpcUrls: unknown, id = 'eip155:31337') => [{ id, rpcUrls }, 'eip155:1']
const read = { method: 'eth_getBalance', params: ['0xa1', 'latest'] }

const connected = (chain = 'eip155:31337'): BridgeState => ({
  ...initialState,
  chains: [parseChainId(chain)],
  accounts: [
    {
      id: 'ethereum:w:0xa1',
      platform: 'ethereum',
      namespace: 'eip155',
      address: '0xa1',
      walletName: 'W',
      walletId: 'ethereum:w',
    },
  ],
})

type Node = (url: string, attempt: number) => Response | Error | 'never'

afterEach(() => vi.unstubAllGlobals())

function world(node: Node, options: { networks?: unknown; state?: BridgeState; number?: unknown } = {}) {
  const clock = fakeClock()
  const start = clock.now()
  const requests: { readonly url: string; readonly at: number; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit) => {
    const url = String(input)
    const attempt = requests.filter((request) => request.url === url).length
    requests.push({ url, at: clock.now() - start, body: JSON.parse(String(init.body)) })
    const response = node(url, attempt)
    if (response instanceof Error) throw response
    if (response !== 'never') return response
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const end = new AbortController()
  const chainNumber = vi.fn(async () => options.number ?? '0x7a69')
  const elsewhere = vi.fn(async (): Promise<unknown> => 'by the widget')
  const reads = createHostRpc(options.networks ?? createOptions([one, two]), {
    signal: end.signal,
    state: () => options.state ?? connected(),
    // The SDK requests the chain's number without parameters, a dApp with some.
    requestWidget: ({ params }) => (params === undefined ? chainNumber() : elsewhere()),
    clock,
  })
  /** Advances the clock until the work has settled. */
  const settle = async <Value>(work: Promise<Value>) => {
    let isOver = false
    const outcome = work
      .then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      .finally(() => {
        isOver = true
      })
    while (!isOver) {
      // Run everything that does not wait for the clock first.
      for (let round = 0; round < 20 && !isOver; round += 1) await new Promise(setImmediate)
      if (!isOver) clock.advance(50)
    }
    return outcome
  }
  return {
    clock,
    reads,
    requests,
    end,
    chainNumber,
    elsewhere,
    settle,
    ask: (request: Parameters<typeof reads.handle>[0] = read) => settle(reads.handle(request)),
    forWidget: (chain: string, method = 'eth_getBalance', params: unknown = ['0xa1', 'latest']) =>
      settle(reads.widgetRead(chain, { method, params }, end.signal)),
  }
}

const result = (value: unknown) => Response.json({ jsonrpc: '2.0', id: 1, result: value })
const createRpcError = (code: number, data?: unknown) =>
  Response.json({ jsonrpc: '2.0', id: 1, error: { code, message: 'No', data } })
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status: code, headers })

describe('dApp reads on a chain with a host RPC URL', () => {
  it('read › answered from that URL, and not sent to the widget', async () => {
    const { ask, elsewhere, chainNumber, requests } = world(() => result('0x7'))
    expect(await ask()).toEqual({ value: '0x7' })
    expect(await ask({ ...read, walletId: 'ethereum:w' })).toEqual({ value: '0x7' })
    expect(requests.map(({ url, body }) => [url, body])).toEqual(
      [0, 1].map(() => [one, { jsonrpc: '2.0', id: 1, ...read }]),
    )
    expect(elsewhere).not.toHaveBeenCalled()
    expect(chainNumber).not.toHaveBeenCalled()
  })

  it.each([
    'eth_sendTransaction',
    'eth_sendRawTransaction',
    'personal_sign',
    'eth_subscribe',
    'eth_accounts',
    'wallet_getCapabilities',
    'eth_chainId',
    'net_version',
    'eth_sign',
  ])('%s › sent to the widget', async (method) => {
    const { ask, requests } = world(() => result('0x7'))
    expect(await ask({ method, params: [] })).toEqual({ value: 'by the widget' })
    expect(requests).toEqual([])
  })

  it.each<[name: string, request: object, state: BridgeState]>([
    ['another chain', {}, connected('eip155:1')],
    ['another wallet than the one in use', { walletId: 'ethereum:other' }, connected()],
  ])('reads of %s › sent to the widget', async (_name, over, state) => {
    const { ask, requests } = world(() => result('0x7'), { state })
    expect(await ask({ ...read, ...over })).toEqual({ value: 'by the widget' })
    expect(requests).toEqual([])
  })

  it('no account connected › the widget returns the active chain', async () => {
    const first = world(() => result('0x7'), { state: initialState })
    expect(await first.ask()).toEqual({ value: '0x7' })
    expect(first.chainNumber).toHaveBeenCalledOnce()
    const other = world(() => result('0x7'), { state: initialState, number: '0x1' })
    expect(await other.ask()).toEqual({ value: 'by the widget' })
  })

  it('no host RPC URL › no additional requests to the widget', async () => {
    const { ask, chainNumber } = world(() => result('0x7'), { networks: ['eip155:1'], state: initialState })
    expect(await ask()).toEqual({ value: 'by the widget' })
    expect(chainNumber).not.toHaveBeenCalled()
  })

  it('parameters that are no list › −32602', async () => {
    const { ask, requests } = world(() => result('0x7'))
    expect(await ask({ ...read, params: {} })).toMatchObject({ error: { code: -32602 } })
    expect(requests).toEqual([])
  })
})

describe('failing host RPC', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'status %i › three retries, at 150, 450 and 1,050 ms, then the next URL',
    async (code) => {
      const { ask, requests } = world((url) => (url === one ? status(code) : result('0x7')))
      expect(await ask()).toEqual({ value: '0x7' })
      expect(requests.map(({ url, at }) => [url, at])).toEqual([
        [one, 0],
        [one, 150],
        [one, 450],
        [one, 1_050],
        [two, 1_050],
      ])
    },
  )

  it('Retry-After › applied up to 10 s', async () => {
    const { ask, requests } = world((url, attempt) => {
      if (url === two) return result('0x7')
      return attempt === 0 ? status(429, { 'retry-after': '2' }) : status(429, { 'retry-after': '11' })
    })
    expect(await ask()).toEqual({ value: '0x7' })
    expect(requests.map(({ url, at }) => [url, at])).toEqual([
      [one, 0],
      [one, 2_000],
      [two, 2_000],
    ])
  })

  it('error of the node › final, with its code and data', async () => {
    const { ask, requests } = world(() => createRpcError(3, '0x08c379a0'))
    const outcome = await ask()
    expect(outcome).toMatchObject({ error: { code: 3, data: '0x08c379a0' } })
    expect('error' in outcome && outcome.error).toBeInstanceOf(ProviderRpcError)
    expect(requests).toHaveLength(1)
  })

  it.each<[name: string, node: Node, error: object]>([
    ['4901 when none can be reached', () => new TypeError('Failed to fetch'), { code: 4901 }],
    [
      '4901 when none answers within 10 s, which is not repeated',
      () => 'never',
      { code: 4901, data: { widgetCode: 'http/timeout' } },
    ],
    ['−32005 for 429', () => status(429), { code: -32005 }],
    ['−32603 for another status', () => status(404), { code: -32603 }],
    ['−32603 for what is no JSON', () => new Response('<html>'), { code: -32603 }],
    [
      '−32603 for an answer to something else',
      () => Response.json({ jsonrpc: '2.0', id: 2, result: '0x7' }),
      { code: -32603 },
    ],
    [
      '−32603 for more than 8 MB',
      () => result('x'.repeat(8 * 1024 * 1024)),
      { code: -32603, data: { widgetCode: 'http/invalid-response' } },
    ],
  ])("%s › the widget's gateway is no fallback", async (_name, node, error) => {
    const { ask, elsewhere } = world(node)
    expect(await ask()).toMatchObject({ error })
    expect(elsewhere).not.toHaveBeenCalled()
  })

  it('destroy › aborts pending reads', async () => {
    const { reads, end, requests } = world(() => 'never')
    const destroyedError = new ProviderRpcError(4900, 'gone')
    const response = reads.handle(read)
    await vi.waitUntil(() => requests.length > 0)
    end.abort(destroyedError)
    await expect(response).rejects.toBe(destroyedError)
  })
})

describe('reads of the widget', () => {
  it('forWidget › read methods only, on chains with such a URL', async () => {
    const { forWidget } = world(() => result('0x7'))
    expect(await forWidget('eip155:31337')).toEqual({ value: '0x7' })
    expect(await forWidget('eip155:1')).toMatchObject({ error: { code: 4901 } })
    expect(await forWidget('eip155:31337', 'eth_sendRawTransaction')).toMatchObject({ error: { code: 4200 } })
    expect(await forWidget('eip155:31337', 'eth_getBalance', 'x')).toMatchObject({ error: { code: -32602 } })
  })

  it("more than 40 at once, or 20 a second › −32005, without the dApp's reads", async () => {
    const { forWidget, ask, clock } = world(() => result('0x7'))
    const many = await Promise.all(
      Array.from({ length: hostRpcReadBurst + 1 }, () => forWidget('eip155:31337')),
    )
    expect(many.filter((outcome) => 'value' in outcome)).toHaveLength(hostRpcReadBurst)
    expect(many.at(-1)).toMatchObject({ error: { code: -32005, data: { reason: 'rate-limited' } } })
    expect(await ask()).toEqual({ value: '0x7' })
    clock.advance(50)
    expect(await forWidget('eip155:31337')).toEqual({ value: '0x7' })
  })
})

describe('option rpcUrls', () => {
  it.each([
    'http://node.example/rpc',
    'http://192.168.0.1:8545',
    'http://169.254.169.254/',
    'ftp://node.example',
    'file:///etc/passwd',
    'wss://node.example',
    'https://user:pass@node.example',
    '/rpc',
    '',
    7,
  ])('%j › rejected at once, with its position', (url) => {
    expect(() =>
      world(() => result('0x7'), { networks: ['eip155:1', { id: 'eip155:5', rpcUrls: [one, url] }] }),
    ).toThrow(
      expect.objectContaining({
        code: 'config/invalid',
        message: expect.stringContaining('networks.1.rpcUrls.1'),
      }),
    )
  })

  it.each([[[]], [undefined], ['https://one.example'], [7]])(
    'rpcUrls %j › counts as none, and the widget validates it',
    async (rpcUrls) => {
      const { ask } = world(() => result('0x7'), { networks: createOptions(rpcUrls) })
      expect(await ask()).toEqual({ value: 'by the widget' })
    },
  )

  it.each(['http://localhost:8545', 'http://127.0.0.1:8545/x', 'https://node.example/v3/key?x=1'])(
    '%s › is used',
    async (url) => {
      const { ask, requests } = world(() => result('0x7'), { networks: createOptions([url]) })
      expect(await ask()).toEqual({ value: '0x7' })
      expect(requests[0]?.url).toBe(url)
    },
  )
})
