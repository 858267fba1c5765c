import { expect, test } from 'vitest'
import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'
import { type ChainRpc, UnsupportedChainError } from '../ports/rpc.ts'
import { forwardCalls, responseText } from './rpc-gateway.ts'

const echo = (sent: RpcRequest[]): ChainRpc => ({
  chainIds: () => ['eip155:1'],
  send: async (chainId, calls) => {
    if (chainId !== 'eip155:1') throw new UnsupportedChainError(chainId)
    sent.push(...calls)
    return calls.map(({ id, method }): RpcResponse => ({ jsonrpc: '2.0', id, result: method }))
  },
})

const callOf = (id: number, method: string): RpcRequest => ({ jsonrpc: '2.0', id, method })

test('gateway › allowed and rejected calls mixed, repeated ids › responses in order', async () => {
  const sent: RpcRequest[] = []
  const calls = ['eth_accounts', 'eth_call', 'personal_sign', 'eth_gasPrice'].map((method) =>
    callOf(7, method),
  )
  const rejection = { code: -32601, message: 'Requested RPC call is not allowed' }

  expect(await forwardCalls(echo(sent), 'eip155:1', calls)).toMatchObject([
    { id: 7, error: rejection },
    { id: 7, result: 'eth_call' },
    { id: 7, error: rejection },
    { id: 7, result: 'eth_gasPrice' },
  ])
  expect(sent.map(({ method }) => method)).toEqual(['eth_call', 'eth_gasPrice'])
})

test('gateway › chain without nodes › UnsupportedChainError, also for rejected calls', async () => {
  await expect(forwardCalls(echo([]), 'eip155:2', [callOf(1, 'eth_accounts')])).rejects.toThrow(
    UnsupportedChainError,
  )
})

test.each<RpcResponse>([
  { jsonrpc: '2.0', id: 7, result: { number: '0x1', list: [null, 'é"\\', 1.5] } },
  { jsonrpc: '2.0', id: 'a"b', result: null },
  { jsonrpc: '2.0', id: 0, result: '0x' },
  { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no', data: undefined } },
  { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted', data: '0x08' } },
])('response text %# › equals JSON.stringify', (response) => {
  expect(responseText(response)).toBe(JSON.stringify(response))
  expect(responseText(response)).toBe(JSON.stringify(response))
})

test('text of a shared result › serialized once', () => {
  let reads = 0
  const result = {
    get number() {
      reads += 1
      return '0x1'
    },
  }
  for (const id of [1, 2])
    expect(responseText({ jsonrpc: '2.0', id, result })).toBe(
      `{"jsonrpc":"2.0","id":${id},"result":{"number":"0x1"}}`,
    )
  expect(reads).toBe(1)
})
