import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { FeeEstimate } from '../../chain-adapter.ts'
import { memoryTransport, type ScriptedResult } from '../../testing/scripted-transport.ts'
import { alice, bob, connection, tokenAddress, tokenTransfer, transfer } from '../testing/unit-world.ts'
import { send } from './send.ts'

const hash = `0x${'Ab'.repeat(32)}`
const fee: FeeEstimate = {
  gas: 21_000n,
  maxFeePerGas: 120n,
  maxPriorityFeePerGas: 7n,
  expectedFee: 2_100_000n,
  maxFee: 2_520_000n,
}
const onChain: ScriptedResult = () => '0xa'
const wallet = (response: ScriptedResult) =>
  memoryTransport({ eth_chainId: onChain, eth_sendTransaction: response })
const fails =
  (code: number, message: string, data?: unknown): ScriptedResult =>
  () => {
    throw new ProviderRpcError(code, message, data)
  }

describe('send', () => {
  test("native value › to the recipient with the widget's gas, fee and chain", async () => {
    const transport = wallet(() => hash)
    expect(await send(transport, connection, transfer, fee)).toEqual({
      chain: 'eip155:10',
      from: alice,
      hash: hash.toLowerCase(),
      nonce: undefined,
    })
    expect(transport.requests.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [
        {
          from: alice,
          to: bob,
          value: '0x5',
          gas: '0x5208',
          maxFeePerGas: '0x78',
          maxPriorityFeePerGas: '0x7',
          chainId: '0xa',
        },
      ],
    })
  })

  test('token › through its contract, without native value', async () => {
    const transport = wallet(() => hash)
    await send(transport, connection, tokenTransfer, fee)
    const data = `0xa9059cbb${bob.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`
    expect(transport.requests.at(-1)).toMatchObject({ params: [{ to: tokenAddress, data, chainId: '0xa' }] })
    expect(listOf(transport.requests.at(-1)?.params)[0]).not.toHaveProperty('value')
  })

  test('chain without base fee › one gas price', async () => {
    const transport = wallet(() => hash)
    await send(transport, connection, transfer, { ...fee, legacyGasPrice: 9n })
    const [params] = listOf(transport.requests.at(-1)?.params)
    expect(params).toMatchObject({ gasPrice: '0x9' })
    expect(params).not.toHaveProperty('maxFeePerGas')
  })

  test('wallet on another network › no signature request', async () => {
    const transport = memoryTransport({ eth_chainId: () => '0x1' })
    await expect(send(transport, connection, transfer, fee)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'wrong-chain' },
    })
  })

  test('R1 › transfer of an account that is not connected › no request to the wallet', async () => {
    const transport = wallet(() => hash)
    const unconnected = { ...transfer, from: bob, to: alice }
    await expect(send(transport, connection, unconnected, fee)).rejects.toMatchObject({ code: 4100 })
    expect(transport.count('eth_sendTransaction')).toBe(0)
  })

  test('recipient with a wrong checksum › nothing is sent', async () => {
    const wrongChecksum = { ...transfer, to: bob.replace('3C', '3c') }
    await expect(send(memoryTransport({}), connection, wrongChecksum, fee)).rejects.toMatchObject({
      code: 'address/checksum',
    })
  })

  test.each([{ hash }, hash.slice(2), { result: { txHash: hash.toUpperCase() } }])(
    'U6 › response %j › decoded as the hash',
    async (response) => {
      const sent = await send(
        wallet(() => response),
        connection,
        transfer,
        fee,
      )
      expect(sent.hash).toBe(hash.toLowerCase())
    },
  )

  test.each([undefined, null, '', '0x12', 'ok', {}, `${hash}00`])(
    'response %j › unknown outcome',
    async (response) => {
      await expect(
        send(
          wallet(() => response),
          connection,
          transfer,
          fee,
        ),
      ).rejects.toMatchObject({
        data: { reason: 'unknown-outcome' },
      })
    },
  )

  test.each<[number, string, unknown, object]>([
    [4001, 'User rejected', undefined, { code: 4001 }],
    [5002, '', undefined, { code: 4001 }],
    [-32000, 'MetaMask Tx Signature: User denied transaction signature.', undefined, { code: 4001 }],
    [-32002, 'Already pending', undefined, { code: -32002 }],
    [4100, 'Unauthorized', undefined, { code: 4100 }],
    [4900, 'gone', { reason: 'unknown-outcome' }, { code: 4900, data: { reason: 'unknown-outcome' } }],
    [-32000, 'expired', { reason: 'aborted' }, { code: -32000, data: { reason: 'aborted' } }],
    [-32000, 'already known', undefined, { data: { reason: 'unknown-outcome' } }],
    [-32000, 'request timed out', undefined, { data: { reason: 'unknown-outcome' } }],
    [-32000, 'insufficient funds', undefined, { code: 'send/failed', data: { code: -32000 } }],
    [5001, 'Policy', undefined, { code: 'send/failed', data: { walletMessage: 'Policy' } }],
    [-32603, 'Internal', undefined, { code: 'send/failed', message: 'Failed to send transaction' }],
  ])('error › %i %j %j', async (code, message, data, expected) => {
    const transport = wallet(fails(code, message, data))
    await expect(send(transport, connection, transfer, fee)).rejects.toMatchObject(expected)
    expect(transport.count('eth_sendTransaction')).toBe(1)
  })
})

function listOf(params: unknown): unknown[] {
  return Array.isArray(params) ? params : []
}
