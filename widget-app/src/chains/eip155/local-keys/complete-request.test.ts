import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, connection, network as otherNetwork } from '../testing/unit-world.ts'
import { createLocalKeys } from './local-keys.ts'

const network = { ...otherNetwork, id: connection.chain }
const transfer = { from: alice, to: bob, value: '0x5' }
const gwei = 10n ** 9n
const hex = (value: bigint) => `0x${value.toString(16)}`

/** A node with a base fee of 10 gwei and a tip of 1 gwei; `over` replaces results. */
const node = (over: Parameters<typeof memoryNode>[0] = {}) =>
  memoryNode({
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: hex(10n * gwei) }),
    eth_maxPriorityFeePerGas: () => hex(gwei),
    eth_estimateGas: () => '0x5208',
    eth_getTransactionCount: (params) => (params[1] === 'pending' ? '0x7' : '0x6'),
    eth_getBalance: () => hex(10n ** 18n),
    ...over,
  })

const paramsSchema = z.tuple([z.record(z.string(), z.unknown())])

async function complete(transaction: object, over: Parameters<typeof memoryNode>[0] = {}) {
  const keys = createLocalKeys({ openRpc: node(over), clock: virtualClock(), chosenNonces: new Set() })
  const request = { method: 'eth_sendTransaction', params: [transaction] }
  const completed = await keys.complete(connection, request, network)
  expect(completed.method).toBe(request.method)
  return z.parse(paramsSchema, completed.params)[0]
}

const fails = (code: number, message: string, data?: unknown) => () => {
  throw new ProviderRpcError(code, message, data)
}

describe('complete', () => {
  test('transfer › type 2, pending nonce, gas, 1.2 times the price', async () => {
    expect(await complete(transfer)).toEqual({
      from: alice,
      to: bob,
      value: '0x5',
      chainId: '0x1',
      type: '0x2',
      nonce: '0x7',
      gas: '0x5208',
      maxFeePerGas: hex((11n * gwei * 12n) / 10n),
      maxPriorityFeePerGas: hex(gwei),
    })
  })

  test('requested fields › unchanged, a second completion changes nothing', async () => {
    const first = await complete({ ...transfer, gas: '0x6000', nonce: '0x9', maxFeePerGas: hex(20n * gwei) })
    expect(first).toMatchObject({ gas: '0x6000', nonce: '0x9', maxFeePerGas: hex(20n * gwei), type: '0x2' })
    const nothingRead = {
      eth_estimateGas: fails(-32000, 'read'),
      eth_getTransactionCount: fails(-32000, 'read'),
    }
    expect(await complete(first, nothingRead)).toEqual(first)
  })

  test('network without a base fee › type 0 with a gas price', async () => {
    const legacy = { eth_getBlockByNumber: () => ({ number: '0x1' }), eth_gasPrice: () => hex(5n * gwei) }
    const completed = await complete(transfer, legacy)
    expect(completed).toMatchObject({ type: '0x0', gasPrice: hex(6n * gwei) })
    expect(completed).not.toHaveProperty('maxFeePerGas')
    await expect(complete({ ...transfer, type: '0x2' }, legacy)).rejects.toMatchObject({ code: -32602 })
  })

  test.each<[string, object, object]>([
    ['a gas price', { gasPrice: hex(gwei) }, { type: '0x0', gasPrice: hex(gwei) }],
    [
      'a gas price and an access list',
      { gasPrice: hex(gwei), accessList: [{ address: bob, storageKeys: [] }] },
      { type: '0x1' },
    ],
    ['type 0', { type: '0x0' }, { type: '0x0', gasPrice: hex((11n * gwei * 12n) / 10n) }],
    [
      'a fee limit below the tip',
      { maxFeePerGas: '0x3' },
      { maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x3' },
    ],
    [
      'a tip',
      { maxPriorityFeePerGas: hex(4n * gwei) },
      { maxFeePerGas: hex((14n * gwei * 12n) / 10n), maxPriorityFeePerGas: hex(4n * gwei) },
    ],
  ])('%s › fits the type', async (_, requested, expected) => {
    expect(await complete({ ...transfer, ...requested })).toMatchObject(expected)
  })

  test.each([
    ['0x5208', '0x5208'],
    [hex(100_000n), hex(120_000n)],
    [hex(16_000_000n), hex(2n ** 24n)],
    [hex(20_000_000n), hex(24_000_000n)],
  ])('estimate of %s › gas %s', async (estimate, gas) => {
    const request = { ...transfer, data: '0x01' }
    expect(
      (await complete(request, { eth_estimateGas: () => estimate, eth_getBalance: () => hex(10n ** 20n) }))
        .gas,
    ).toBe(gas)
  })

  test('estimate reverts › −32000 with the decoded reason', async () => {
    const reason = `0x08c379a0${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'6e6f7065'.padEnd(64, '0')}`
    const estimate = fails(3, 'execution reverted', reason)
    await expect(complete(transfer, { eth_estimateGas: estimate })).rejects.toMatchObject({
      code: -32000,
      message: 'execution reverted: nope',
      data: { reason: 'reverted' },
    })
  })

  test('balance below amount and fee › −32000', async () => {
    await expect(complete(transfer, { eth_getBalance: () => '0x5' })).rejects.toMatchObject({
      code: -32000,
      data: { reason: 'insufficient-funds' },
    })
  })

  test.each<[string, string, object, number]>([
    ['another account', 'eth_sendTransaction', { ...transfer, from: bob }, 4100],
    ['another chain', 'eth_sendTransaction', { ...transfer, chainId: '0xa' }, 4901],
    [
      'a tip above the fee limit',
      'eth_sendTransaction',
      { ...transfer, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      -32602,
    ],
    [
      'a delegation',
      'eth_sendTransaction',
      { ...transfer, authorizationList: [{ address: bob, chainId: '0x1', nonce: '0x0' }] },
      4200,
    ],
    ['a blob transaction', 'eth_sendTransaction', { ...transfer, blobVersionedHashes: [] }, -32602],
    ['type 3', 'eth_sendTransaction', { ...transfer, type: '0x3' }, -32602],
    ['a user operation', 'eth_sendUserOperation', {}, 4200],
    ['signed bytes', 'eth_sendRawTransaction', {}, -32602],
    ['eth_sign', 'eth_sign', {}, 4200],
  ])('%s › rejected', async (_, method, param, code) => {
    const keys = createLocalKeys({ openRpc: node(), clock: virtualClock(), chosenNonces: new Set() })
    await expect(keys.complete(connection, { method, params: [param] }, network)).rejects.toMatchObject({
      code,
    })
  })

  test('another network › rejected before it is read', async () => {
    const keys = createLocalKeys({ openRpc: memoryNode({}), clock: virtualClock(), chosenNonces: new Set() })
    const request = { method: 'eth_sendTransaction', params: [transfer] }
    await expect(keys.complete(connection, request, otherNetwork)).rejects.toMatchObject({ code: 4901 })
  })
})
