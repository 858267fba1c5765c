import fc from 'fast-check'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryNode, textResult, uintResult } from '../testing/memory-node.ts'
import { network, tokenTransfer, transfer } from '../testing/unit-world.ts'
import { encodeTokenFact } from '../tokens/erc20.ts'
import { composeFee, estimateFee } from './fee.ts'

const throws = (code: number, message: string) => () => {
  throw new ProviderRpcError(code, message)
}
const oracle = '0x420000000000000000000000000000000000000f'
const isOracle = (params: readonly unknown[]): boolean =>
  JSON.stringify(params).toLowerCase().includes(oracle)

const chain = {
  eth_estimateGas: () => '0x5208',
  eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x64' }),
  eth_maxPriorityFeePerGas: () => '0xa',
  eth_call: () => '0x',
}

describe('estimateFee', () => {
  test('base fee and tip › with a margin of 1.2 on the price', async () => {
    expect(await estimateFee(memoryNode(chain), transfer, network)).toEqual({
      gas: 21_000n,
      maxFeePerGas: 132n,
      maxPriorityFeePerGas: 10n,
      expectedFee: 2_310_000n,
      maxFee: 2_772_000n,
    })
  })

  test('chain without base fee › its gas price', async () => {
    const legacy = { ...chain, eth_getBlockByNumber: () => ({ number: '0x1' }), eth_gasPrice: () => '0x64' }
    expect(await estimateFee(memoryNode(legacy), transfer, network)).toMatchObject({
      legacyGasPrice: 120n,
      expectedFee: 2_100_000n,
      maxFee: 2_520_000n,
    })
  })

  test('node without a tip method › the tip from its gas price', async () => {
    const node = { ...chain, eth_maxPriorityFeePerGas: throws(-32601, 'unknown'), eth_gasPrice: () => '0x66' }
    expect((await estimateFee(memoryNode(node), transfer, network)).maxPriorityFeePerGas).toBe(2n)
  })

  test('rollup › adds the cost of publishing', async () => {
    const rollup = { ...chain, eth_call: () => uintResult(1_000n) }
    const fee = await estimateFee(memoryNode(rollup), transfer, network)
    expect([fee.expectedFee, fee.maxFee]).toEqual([2_311_000n, 2_773_200n])
  })

  test('rollup whose oracle rejects the call › gas alone; node that does not respond to it › rejected', async () => {
    const node = (code: number) => memoryNode({ ...chain, eth_call: throws(code, 'failed') })
    expect((await estimateFee(node(3), transfer, network)).expectedFee).toBe(2_310_000n)
    await expect(estimateFee(node(-32_005), transfer, network)).rejects.toMatchObject({ code: -32_005 })
  })

  test('token without a return value, like USDT › can be sent', async () => {
    const node = {
      ...chain,
      eth_call: (params: readonly unknown[]) =>
        JSON.stringify(params).includes(encodeTokenFact('decimals')) ? uintResult(6n) : '0x',
      eth_getBalance: () => '0x1',
    }
    const fee = await estimateFee(memoryNode(node), tokenTransfer, network)
    expect(fee.gas).toBe(21_000n)
  })

  test('token that returns false › rejected', async () => {
    const node = {
      ...chain,
      eth_call: (params: readonly unknown[]) => (isOracle(params) ? '0x' : uintResult(0n)),
    }
    await expect(estimateFee(memoryNode(node), tokenTransfer, network)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'token-refuses' },
    })
  })

  test.each([
    ['execution reverted', undefined, 'reverted'],
    ['execution reverted: Pausable: paused', undefined, 'token-paused'],
    ['execution reverted', '0xd93c0665', 'token-paused'],
    ['execution reverted: Blacklistable: account is blacklisted', undefined, 'token-blocked'],
    ['execution reverted: amount too small', undefined, 'token-refuses'],
  ])('token › %s %s › rejected as %s', async (message, data, reason) => {
    const fails = () => {
      throw new ProviderRpcError(3, message, data)
    }
    const node = memoryNode({ ...chain, eth_estimateGas: fails })
    await expect(estimateFee(node, tokenTransfer, network)).rejects.toMatchObject({ data: { reason } })
  })

  test('token that fails with an unknown error › the message has its selector', async () => {
    const fails = () => {
      throw new ProviderRpcError(3, 'execution reverted', { data: `0x60386e76${uintResult(3n).slice(2)}` })
    }
    const node = memoryNode({ ...chain, eth_estimateGas: fails })
    await expect(estimateFee(node, tokenTransfer, network)).rejects.toMatchObject({
      message: expect.stringContaining('0x60386e76'),
    })
  })

  const encodeRevert = (text: string): string => `0x08c379a0${textResult(text).slice(2)}`

  const paused = [
    'EnforcedPause()',
    'ContractPaused()',
    'TokenPaused()',
    'TransferPaused()',
    'USDMPausedTransfers()',
  ]
  const blocked = [
    ...['ERC20Blocked(address)', 'ERC20Disallowed(address)', 'ERC20UserRestricted(address)'],
    ...[
      'AddressFrozen()',
      'AccountFrozen(address)',
      'AccountIsFrozen(address)',
      'USDMBlockedSender(address)',
    ],
    ...['AccountBlacklisted()', 'AccountBlacklisted(address)', 'Blacklisted()', 'Blacklisted(address)'],
    ...['AccountBlocked()', 'AccountBlocked(address)'],
  ]
  const rowOfError =
    (reason: string) =>
    (signature: string): [string, number, string, unknown, string] => {
      const data = `${toFunctionSelector(signature)}${signature.endsWith('()') ? '' : uintResult(5n).slice(2)}`
      return [signature, 3, 'execution reverted', data, reason]
    }

  test.each<[string, number, string, unknown, string]>([
    [
      'its balance in its own words',
      3,
      'execution reverted: Insufficient balance',
      undefined,
      'token-refuses',
    ],
    [
      'the reason in the data alone',
      -32000,
      'Execution reverted',
      encodeRevert('Pausable: paused'),
      'token-paused',
    ],
    [
      'Nethermind',
      -32015,
      'VM execution error.',
      `Reverted ${encodeRevert('account is blocked')}`,
      'token-blocked',
    ],
    ['Hardhat', -32603, 'Error: reverted', { data: encodeRevert('too soon'), message: '' }, 'token-refuses'],
    ['an assertion', -32000, 'invalid opcode: INVALID', undefined, 'reverted'],
    ['a throw of old compilers', -32000, 'invalid jump destination', undefined, 'reverted'],
    ['a custom error', 3, 'execution reverted', '0xe450d38c', 'reverted'],
    ['a custom error that the node writes as text', 3, 'execution reverted: `8nv', '0x60386e76', 'reverted'],
    ['a custom error in words', -32603, 'reverted: custom error 0x60386e76', undefined, 'reverted'],
    ...paused.map(rowOfError('token-paused')),
    ...blocked.map(rowOfError('token-blocked')),
    ['a reason that is cut', 3, 'execution reverted', encodeRevert('paused').slice(0, 80), 'reverted'],
  ])('token that fails with %s › rejected with its reason', async (_, code, message, data, reason) => {
    const fails = () => {
      throw new ProviderRpcError(code, message, data)
    }
    const node = memoryNode({ ...chain, eth_estimateGas: fails })
    await expect(estimateFee(node, tokenTransfer, network)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason },
    })
  })

  test.each([
    [3, 'execution reverted: paused', 'reverted'],
    [3, 'execution reverted: insufficient balance', 'reverted'],
    [-32000, 'insufficient funds for transfer', 'insufficient-funds'],
  ])('error %i %s › rejected as %s', async (code, message, reason) => {
    const node = memoryNode({ ...chain, eth_estimateGas: throws(code, message) })
    await expect(estimateFee(node, transfer, network)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason },
    })
  })
})

describe('composeFee', () => {
  test('maxFee › at least 1.2 times the expected fee, covers gas at the maximum price', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(amount, amount, amount, amount, (gas, baseFee, tip, dataFee) => {
        const fee = composeFee(gas, { baseFee, tip }, dataFee)
        expect(fee.maxFee * 100n >= fee.expectedFee * 120n).toBe(true)
        expect(fee.maxFee >= fee.gas * fee.maxFeePerGas + dataFee).toBe(true)
        expect(fee.maxFeePerGas >= fee.maxPriorityFeePerGas).toBe(true)
      }),
    )
  })
})
