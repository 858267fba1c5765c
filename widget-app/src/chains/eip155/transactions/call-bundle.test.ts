import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryTransport, type ScriptedResult } from '../../testing/scripted-transport.ts'
import { alice, bob, connection as held, network, tokenAddress } from '../testing/unit-world.ts'
import { isBundleSupported, sendCallBundle } from './call-bundle.ts'

const connection = { ...held, chain: network.id }

const fails =
  (code: number, message: string): ScriptedResult =>
  () => {
    throw new ProviderRpcError(code, message)
  }
const calls = [
  { chain: connection.chain, from: alice, to: tokenAddress, data: '0x095ea7b3', value: 0n },
  { chain: connection.chain, from: alice, to: bob, data: '0x38ed1739', value: 7n },
]
const wallet = (respond: ScriptedResult, chain = '0xa') =>
  memoryTransport({ eth_chainId: () => chain, wallet_sendCalls: respond })

describe('isBundleSupported', () => {
  test.each<[string, ScriptedResult, boolean]>([
    ['supported', () => ({ '0xa': { atomic: { status: 'supported' } } }), true],
    ['ready for an upgrade', () => ({ '0x0a': { atomic: { status: 'ready' } } }), true],
    ['on every chain', () => ({ '0x0': { atomic: { status: 'supported' } } }), true],
    [
      'supported, beside a chain in other words',
      () => ({ 'eip155:1': 1, '0xa': { atomic: { status: 'supported' } } }),
      true,
    ],
    ['unsupported', () => ({ '0xa': { atomic: { status: 'unsupported' } } }), false],
    ['on another chain alone', () => ({ '0x1': { atomic: { status: 'supported' } } }), false],
    ['other capabilities', () => ({ '0xa': { paymasterService: { supported: true } } }), false],
    ['nothing that makes sense', () => 'yes', false],
    ['an unknown method', fails(4200, 'Unsupported method'), false],
  ])('wallet that reports %s › supported or not', async (_, respond, isSupported) => {
    const transport = memoryTransport({ wallet_getCapabilities: respond })
    expect(await isBundleSupported(transport, connection)).toBe(isSupported)
    expect(transport.requests).toEqual([{ method: 'wallet_getCapabilities', params: [alice, ['0xa']] }])
  })
})

describe('sendCallBundle', () => {
  test('calls › one bundle, atomic (EIP-5792)', async () => {
    const transport = wallet(() => ({ id: '0xb1' }))
    expect(await sendCallBundle(transport, connection, calls)).toBe('0xb1')
    expect(transport.requests.at(-1)).toEqual({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0xa',
          from: alice,
          atomicRequired: true,
          calls: [
            { to: tokenAddress, data: '0x095ea7b3' },
            { to: bob, value: '0x7', data: '0x38ed1739' },
          ],
        },
      ],
    })
  })

  test.each<[string, ScriptedResult, object]>([
    ['a person’s no', fails(4001, 'User rejected'), { code: 4001 }],
    ['calls that are not atomic there', fails(5760, 'No atomicity'), { code: 'send/failed' }],
    ['an unknown method', fails(4200, 'Unsupported method'), { code: 'send/failed' }],
    ['no id', () => ({}), { data: { reason: 'unknown-outcome' } }],
    ['a lost connection', fails(4900, 'Gone'), { code: 4900 }],
  ])('error › %s', async (_, respond, error) => {
    await expect(sendCallBundle(wallet(respond), connection, calls)).rejects.toMatchObject(error)
  })

  test('R1 › bundle of an account that is not connected › no request to the wallet', async () => {
    const transport = wallet(() => ({ id: '0xb1' }))
    const unconnected = calls.map((call) => ({ ...call, from: bob }))
    await expect(sendCallBundle(transport, connection, unconnected)).rejects.toMatchObject({ code: 4100 })
    await expect(sendCallBundle(transport, connection, [...calls, ...unconnected])).rejects.toThrow(TypeError)
    expect(transport.count('wallet_sendCalls')).toBe(0)
  })

  test('wallet on another network › no signature request', async () => {
    const transport = wallet(() => ({ id: '0xb1' }), '0x1')
    await expect(sendCallBundle(transport, connection, calls)).rejects.toMatchObject({
      data: { reason: 'wrong-chain' },
    })
    expect(transport.requests.map(({ method }) => method)).toEqual(['eth_chainId'])
  })
})
