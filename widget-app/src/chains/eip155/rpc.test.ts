import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { RpcRequest } from '../chain-adapter.ts'
import { memoryTransport } from '../testing/scripted-transport.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createAdapter } from './adapter.ts'
import { alice, network, transfer } from './testing/unit-world.ts'

const hash = `0x${'ab'.repeat(32)}`

/** An adapter on a chain that only the host serves; requests of the widget itself are recorded and fail. */
function world(response: (request: RpcRequest) => unknown) {
  const fetchedUrls: string[] = []
  const hostRequests: RpcRequest[] = []
  const ports: AdapterPorts = {
    transport: memoryTransport({}),
    rpcUrl: () => 'https://gateway.example',
    fetch: async (input) => {
      fetchedUrls.push(String(input))
      throw new TypeError('Failed to fetch')
    },
    clock: virtualClock(),
    hostRpc: (chain) =>
      chain === network.id
        ? async (request) => {
            hostRequests.push(request)
            return response(request)
          }
        : undefined,
  }
  return { adapter: createAdapter(ports), fetchedUrls, hostRequests }
}

describe('chain that only the host serves', () => {
  it('balance › read through the host, without a request of the widget', async () => {
    const { adapter, hostRequests, fetchedUrls } = world(() => '0x7')
    expect(await adapter.nativeBalance?.(alice, network)).toBe(7n)
    expect(hostRequests).toEqual([{ method: 'eth_getBalance', params: [alice, 'latest'] }])
    expect(fetchedUrls).toEqual([])
  })

  it.each([['seven'], [7], [null], [{ result: '0x7' }]])('%j › not a balance', async (response) => {
    const { adapter } = world(() => response)
    await expect(adapter.nativeBalance?.(alice, network)).rejects.toMatchObject({
      code: 'http/invalid-response',
    })
  })

  it.each<[what: string, thrown: unknown, code: unknown]>([
    ['a lost link', new ProviderRpcError(4900, 'gone'), 'http/network'],
    ['an RPC that cannot be reached', new ProviderRpcError(4901, 'away'), 'http/network'],
    ['a site that is asked too much', new ProviderRpcError(-32005, 'slow down'), 'http/network'],
    ['anything else', new Error('what?'), 'http/network'],
    ['the node’s own word', new ProviderRpcError(3, 'reverted'), 3],
  ])('error › %s', async (_what, error, code) => {
    const { adapter } = world(() => {
      throw error
    })
    await expect(adapter.nativeBalance?.(alice, network)).rejects.toMatchObject({ code })
  })

  it('host RPC › verifies neither signatures nor sent transactions', async () => {
    const onChain = {
      hash,
      from: alice,
      to: transfer.to,
      value: '0x5',
      input: '0x',
      nonce: '0x3',
      chainId: '0xa',
    }
    const { adapter, hostRequests, fetchedUrls } = world(({ method }) =>
      method === 'eth_call' ? `0x${'1'.padStart(64, '0')}` : onChain,
    )
    const signed = { address: alice, message: 'hello', signature: `0x${'12'.repeat(65)}` }
    await expect(adapter.verifyMessage?.(signed, network)).rejects.toMatchObject({ code: 'http/network' })
    const sent = { chain: network.id, from: alice, hash, nonce: undefined }
    const { signal } = new AbortController()
    expect(await adapter.verifySent?.(sent, transfer, network, signal)).toBe('unverifiable')
    expect([hostRequests, fetchedUrls]).toEqual([[], []])
  })
})
