import { describe, expect, test } from 'vitest'
import { chainSettleMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import {
  type MemoryTransport,
  memoryTransport,
  type ScriptedResult,
} from '../../testing/scripted-transport.ts'
import { connection, network } from '../testing/unit-world.ts'
import { switchNetwork as switchWith } from './switch-network.ts'
import { classifyWalletError } from './wallet-error.ts'

const fails =
  (code: number, message = '', data?: unknown): ScriptedResult =>
  () => {
    throw new ProviderRpcError(code, message, data)
  }
const acknowledges: ScriptedResult = () => null
const unrecognized = fails(4902, 'Unrecognized chain ID')
const onTarget: ScriptedResult = () => '0xa'
const onOther: ScriptedResult = () => '0x1'

/** Switches while the clock advances past the wallet's settling time. */
async function switchNetwork(
  transport: MemoryTransport,
  from: typeof connection,
  to: typeof network,
): Promise<void> {
  const clock = fakeClock()
  const addNetwork = (request: RpcRequest) => transport.request(from.handle, request)
  const switched = switchWith({ transport, clock }, from, to, { addNetwork })
  const settled = switched.catch(() => undefined)
  await clock.advance(chainSettleMs)
  await settled
  expect(clock.pending).toBe(0)
  return switched
}

describe('classifyWalletError', () => {
  test.each<[number, string, unknown, string]>([
    [4902, 'Unrecognized chain ID "0xa"', undefined, 'unrecognised-chain'],
    [4902, 'rejected: unknown chain', undefined, 'unrecognised-chain'],
    [-32603, 'Internal error', undefined, 'unrecognised-chain'],
    [32603, 'Internal error', undefined, 'unrecognised-chain'],
    [5000, 'Unknown error', undefined, 'unrecognised-chain'],
    [-32603, 'User rejected the request', undefined, 'refused'],
    [-32603, 'Request cancelled', undefined, 'refused'],
    [32603, 'canceled', undefined, 'refused'],
    [5000, 'Request denied', undefined, 'refused'],
    [5000, 'User rejected', undefined, 'refused'],
    [-32603, 'Internal', { originalError: { code: 4902 } }, 'unrecognised-chain'],
    [-32000, 'Outer', { originalError: { code: 4902, message: 'Unrecognized chain' } }, 'unrecognised-chain'],
    [-32000, 'Outer', { cause: { code: 4902 } }, 'unrecognised-chain'],
    [-32000, 'Outer', { cause: { data: { originalError: { code: '4902' } } } }, 'unrecognised-chain'],
    [-32603, 'Internal', { originalError: { code: 4001 } }, 'refused'],
    [-32603, 'Internal', { originalError: { message: 'User denied it' } }, 'refused'],
    [4902, 'Outer', { originalError: { code: 4001 } }, 'refused'],
    [4001, '', undefined, 'refused'],
    [5002, '', undefined, 'refused'],
    [-32601, 'Method not found', undefined, 'unsupported'],
    [4200, 'Unsupported', undefined, 'unsupported'],
    [-32000, 'already known', undefined, 'maybe-sent'],
    [-32002, 'Already pending', undefined, 'other'],
    [4100, 'Unauthorized', undefined, 'other'],
  ])('%i %j with data %j › %s', (code, message, data, meaning) => {
    expect(classifyWalletError(new ProviderRpcError(code, message, data))).toBe(meaning)
  })

  test.each([undefined, null, 'text', 7, {}, []])('%j › other', (thrown) => {
    expect(classifyWalletError(thrown)).toBe('other')
  })

  test('error that wraps itself › terminates', () => {
    const data: { cause?: unknown } = {}
    data.cause = data
    expect(classifyWalletError(new ProviderRpcError(1, 'loop', data))).toBe('other')
  })
})

describe('switchNetwork', () => {
  test('known chain › one request', async () => {
    const transport = memoryTransport({ wallet_switchEthereumChain: acknowledges, eth_chainId: onTarget })
    await switchNetwork(transport, connection, network)
    expect(transport.requests).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
      { method: 'eth_chainId' },
    ])
  })

  test('U2 › wallet acknowledges the switch and stays › not-switched', async () => {
    const transport = memoryTransport({ wallet_switchEthereumChain: acknowledges, eth_chainId: onOther })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({
      code: 'chain/not-switched',
      data: { chain: 'eip155:10', walletChain: 'eip155:1' },
    })
    expect(transport.count('wallet_switchEthereumChain')).toBe(1)
  })

  test('U2 › wallet responds before it has switched › resolves after the switch', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: acknowledges,
      eth_chainId: [onOther, onOther, onTarget],
    })
    await switchNetwork(transport, connection, network)
    expect(transport.count('eth_chainId')).toBe(3)
  })

  test('U2 › wallet returns no chain after the switch › not-answering', async () => {
    const transport = memoryTransport({ wallet_switchEthereumChain: acknowledges, eth_chainId: () => null })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({
      code: 'wallet/not-answering',
    })
  })

  test('U2 › wallet never responds to the read › rejects after the settling time', async () => {
    const neverResponds = () => new Promise<never>(() => {})
    const transport = memoryTransport({
      wallet_switchEthereumChain: acknowledges,
      eth_chainId: neverResponds,
    })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({
      code: 'wallet/not-answering',
    })
  })

  test('unknown chain, adding switches › added, no further request', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: [unrecognized],
      wallet_addEthereumChain: acknowledges,
      eth_chainId: onTarget,
    })
    await switchNetwork(transport, connection, network)
    expect(transport.requests[1]).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0xa',
          chainName: 'OP Mainnet',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['https://rpc.example'],
          blockExplorerUrls: ['https://explorer.example/'],
        },
      ],
    })
  })

  test('adding does not switch › the switch is requested again', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: [unrecognized, acknowledges],
      wallet_addEthereumChain: acknowledges,
      eth_chainId: [onOther, onTarget],
    })
    await switchNetwork(transport, connection, network)
    expect(transport.count('wallet_switchEthereumChain')).toBe(2)
  })

  test.each([
    ['4001', fails(4001, 'User rejected')],
    ['-32603 with words', fails(-32603, 'User rejected the request')],
    ['5000 with words', fails(5000, 'denied')],
    ['a nested 4001', fails(-32603, 'Internal', { originalError: { code: 4001 } })],
  ])('rejected switch (%s) › no second prompt', async (_, rejection) => {
    const transport = memoryTransport({ wallet_switchEthereumChain: rejection })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({ code: 4001 })
    expect(transport.requests).toHaveLength(1)
  })

  test('U2 › wallet adds, acknowledges the switch and stays › not-switched', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: [unrecognized, acknowledges],
      wallet_addEthereumChain: acknowledges,
      eth_chainId: onOther,
    })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({
      code: 'chain/not-switched',
    })
  })

  test('rejected addition › no further prompt', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: [unrecognized],
      wallet_addEthereumChain: fails(4001, 'User rejected'),
      eth_chainId: onOther,
    })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({ code: 4001 })
    expect(transport.requests.at(-1)?.method).toBe('wallet_addEthereumChain')
  })

  test('busy wallet › reported as busy', async () => {
    const transport = memoryTransport({
      wallet_switchEthereumChain: fails(-32002, 'Already pending'),
      eth_chainId: onOther,
    })
    await expect(switchNetwork(transport, connection, network)).rejects.toMatchObject({ code: -32002 })
    expect(transport.count('wallet_switchEthereumChain')).toBe(1)
  })

  test.each<[string, Record<string, ScriptedResult | ScriptedResult[]>]>([
    [
      'cannot add',
      {
        wallet_switchEthereumChain: [unrecognized],
        wallet_addEthereumChain: fails(-32601),
        eth_chainId: onOther,
      },
    ],
    [
      'adds and yet does not know it',
      {
        wallet_switchEthereumChain: [unrecognized, unrecognized],
        wallet_addEthereumChain: acknowledges,
        eth_chainId: onOther,
      },
    ],
  ])("wallet %s › 'Chain is not supported'", async (_, script) => {
    await expect(switchNetwork(memoryTransport(script), connection, network)).rejects.toMatchObject({
      code: 'chain/not-supported-by-wallet',
      message: 'Chain is not supported',
    })
  })

  test('no node URL for the wallet › nothing is added', async () => {
    const { rpcUrls: _, ...withoutRpcUrls } = network
    const transport = memoryTransport({ wallet_switchEthereumChain: [unrecognized], eth_chainId: onOther })
    await expect(switchNetwork(transport, connection, withoutRpcUrls)).rejects.toThrow(
      'Chain is not supported',
    )
    expect(transport.count('wallet_addEthereumChain')).toBe(0)
  })
})
