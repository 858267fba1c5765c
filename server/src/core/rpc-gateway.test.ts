import { expect, test } from 'vitest'
import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'
import { type ChainRpc, UnsupportedChainError } from '../ports/rpc.ts'
import { relayCalls } from './rpc-gateway.ts'

const echo = (sent: RpcRequest[]): ChainRpc => ({
  chainIds: () => ['eip155:1'],
  send: async (chainId, calls) => {
    if (chainId !== 'eip155:1') throw new UnsupportedChainError(chainId)
    sent.push(...calls)
    return calls.map(({ id, method }): RpcResponse => ({ jsonrpc: '2.0', id, result: method }))
  },
})

const callOf = (id: number, method: string): RpcRequest => ({ jsonrpc: '2.0', id, method })

test('relay › allowed and refused calls mixed, ids repeat › answers in order', async () => {
  const sent: RpcRequest[] = []
  const calls = ['eth_accounts', 'eth_call', 'personal_sign', 'eth_gasPrice'].map((method) =>
    callOf(7, method),
  )
  const refused = { code: -32601, message: 'Requested RPC call is not allowed' }

  expect(await relayCalls(echo(sent), 'eip155:1', calls)).toMatchObject([
    { id: 7, error: refused },
    { id: 7, result: 'eth_call' },
    { id: 7, error: refused },
    { id: 7, result: 'eth_gasPrice' },
  ])
  expect(sent.map(({ method }) => method)).toEqual(['eth_call', 'eth_gasPrice'])
})

test('relay › chain without nodes › UnsupportedChainError, refused calls included', async () => {
  await expect(relayCalls(echo([]), 'eip155:2', [callOf(1, 'eth_accounts')])).rejects.toThrow(
    UnsupportedChainError,
  )
})
