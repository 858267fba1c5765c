import { describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../../shared/api/rpc.ts'
import { isRpcMethodAllowed, rpcCallPolicy, rpcCost } from './rpc-methods.ts'

const ethereum = 'eip155:1'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const callOf = (method: string, ...params: unknown[]): RpcRequest => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

describe('allowed methods', () => {
  test.each([
    [ethereum, 'eth_call'],
    [ethereum, 'eth_getLogs'],
    [ethereum, 'net_version'],
    [ethereum, 'eth_sendRawTransaction'],
    [solana, 'getAccountInfo'],
    [solana, 'isBlockhashValid'],
    [solana, 'simulateTransaction'],
    [solana, 'sendTransaction'],
    [polkadot, 'state_getStorage'],
    [polkadot, 'chain_getFinalizedHead'],
    [polkadot, 'payment_queryInfo'],
    [polkadot, 'system_accountNextIndex'],
    [polkadot, 'system_addressing'],
    [polkadot, 'author_submitExtrinsic'],
    [polkadot, 'author_pendingExtrinsics'],
    [polkadot, 'rpc_methods'],
  ])('%s › %s › allowed', (chainId, method) => {
    expect(isRpcMethodAllowed(chainId, method)).toBe(true)
  })

  test.each([
    [ethereum, 'eth_sendTransaction'],
    [ethereum, 'eth_accounts'],
    [ethereum, 'personal_sign'],
    [ethereum, 'debug_traceTransaction'],
    [ethereum, 'anvil_setBalance'],
    [ethereum, 'getAccountInfo'],
    [ethereum, 'eth_call\n'],
    [solana, 'requestAirdrop'],
    [solana, 'get'],
    [solana, 'getaccountinfo'],
    [solana, 'eth_call'],
    [solana, 'accountSubscribe'],
    [polkadot, 'author_insertKey'],
    [polkadot, 'author_rotateKeys'],
    [polkadot, 'state_subscribeStorage'],
    [polkadot, 'chain_unsubscribeNewHeads'],
    [polkadot, 'state_traceBlock'],
    [polkadot, 'system_addReservedPeer'],
    [polkadot, 'system_removeReservedPeer'],
    [polkadot, 'system_resetLogFilter'],
    [polkadot, 'offchain_localStorageSet'],
    ['bip122:000000000019d6689c085ae165831e93', 'getBalance'],
    ['constructor:1', 'eth_call'],
    ['', 'eth_call'],
  ])('%s › %s › rejected', (chainId, method) => {
    expect(isRpcMethodAllowed(chainId, method)).toBe(false)
  })
})

describe('policy', () => {
  test.each([
    [solana, 'sendTransaction'],
    [polkadot, 'author_submitExtrinsic'],
    [ethereum, 'eth_sendRawTransaction'],
    [ethereum, 'no_suchMethod'],
  ])('%s › %s › sent once, alone, uncached', (chainId, method) => {
    expect(rpcCallPolicy(chainId, callOf(method))).toMatchObject({
      submits: true,
      hedge: false,
      unbatched: true,
      cache: { is: 'never' },
    })
  })

  test.each<[string, RpcRequest, object]>([
    [ethereum, callOf('eth_chainId'), { is: 'chain-constant' }],
    [ethereum, callOf('eth_blockNumber'), { is: 'latest' }],
    [
      ethereum,
      callOf('eth_getTransactionReceipt', '0x1'),
      { is: 'finalized', block: 'result', lifetimeMs: 0 },
    ],
    [ethereum, callOf('eth_getBlockByNumber', '0x10', false), { is: 'finalized', block: 16n }],
    [ethereum, callOf('eth_getBlockByNumber', 'finalized', false), { is: 'never' }],
    [ethereum, callOf('eth_getStorageAt', '0x1', '0x0', '0x10'), { is: 'finalized', block: 16n }],
    [ethereum, callOf('eth_getBalance', '0x1', '0x010'), { is: 'never' }],
    [ethereum, callOf('eth_getTransactionCount', '0x1', '0x10'), { is: 'finalized', lifetimeMs: 0 }],
    [ethereum, callOf('eth_getTransactionCount', '0x1'), { is: 'never' }],
    [ethereum, callOf('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' }), { is: 'never' }],
    [ethereum, callOf('eth_getLogs', { blockHash: '0x1' }), { is: 'never' }],
    [ethereum, callOf('eth_getLogs'), { is: 'never' }],
    [solana, callOf('getLatestBlockhash'), { is: 'never' }],
    [solana, callOf('getGenesisHash'), { is: 'chain-constant' }],
    [solana, callOf('getTransaction', 'sig', 'base64'), { is: 'immutable' }],
    [solana, callOf('getBlock', 5, { commitment: 'finalized' }), { is: 'immutable' }],
    [solana, callOf('getBlock', 5, { commitment: 'confirmed' }), { is: 'never' }],
    [polkadot, callOf('system_chain'), { is: 'chain-constant' }],
    [polkadot, callOf('state_getMetadata'), { is: 'runtime-constant' }],
    [polkadot, callOf('state_getMetadata', null), { is: 'runtime-constant' }],
    [polkadot, callOf('state_getMetadata', '0xab'), { is: 'immutable' }],
    [polkadot, callOf('state_getStorage', '0x01', '0xab'), { is: 'immutable' }],
    [polkadot, callOf('state_getStorage', '0x01'), { is: 'latest' }],
    [polkadot, callOf('chain_getBlockHash', 0), { is: 'chain-constant' }],
    [polkadot, callOf('chain_getBlockHash', 5), { is: 'never' }],
    [polkadot, callOf('system_accountNextIndex', '5G'), { is: 'never' }],
    [polkadot, callOf('system_health'), { is: 'never' }],
  ])('%s › %j › cache rule', (chainId, call, rule) => {
    expect(rpcCallPolicy(chainId, call).cache).toMatchObject(rule)
  })

  test('timeouts › any method › at most 9 s, reads leave time for a second node', () => {
    for (const [chainId, method] of [
      [ethereum, 'eth_getLogs'],
      [solana, 'getBlock'],
      [polkadot, 'state_getPairs'],
    ] as const) {
      expect(rpcCallPolicy(chainId, callOf(method)).timeoutMs).toBe(6_000)
    }
    expect(rpcCallPolicy(ethereum, callOf('eth_call')).timeoutMs).toBe(3_000)
    expect(rpcCallPolicy(solana, callOf('sendTransaction')).timeoutMs).toBe(9_000)
  })

  test('cost › batch of cheap, expensive and rejected calls › sum', () => {
    const calls = [callOf('eth_chainId'), callOf('eth_getLogs'), callOf('eth_accounts')]
    expect(rpcCost(ethereum, calls)).toBe(12)
    expect(rpcCost(ethereum, [])).toBe(0)
  })
})
