import { encodeAbiParameters, encodeErrorResult, parseAbi, parseAbiParameters, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { Simulation } from '../../simulation.ts'
import type { Hex } from '../hex.ts'
import { memoryNode, textResult, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { type SimulationInput, simulate } from './simulate.ts'

const word = (value: string | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')}`
const event = (signature: string, indexed: readonly (string | bigint)[], data: Hex, address: string) => ({
  address,
  topics: [toEventSelector(`event ${signature}`), ...indexed.map(word)],
  data,
})
const transferEvent = (from: string, to: string, value: bigint, address: string = tokenAddress) =>
  event('Transfer(address,address,uint256)', [from, to], word(value), address)
const nativeAddress = `0x${'e'.repeat(40)}`
const approvalEvent = (value: bigint) =>
  event('Approval(address,address,uint256)', [alice, bob], word(value), tokenAddress)

const reasons = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const success = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }
const head = {
  gasLimit: '0x1c9c380',
  baseFeePerGas: '0x64',
  miner: `0x${'c0'.repeat(20)}`,
  mixHash: `0x${'ab'.repeat(32)}`,
}
const call = { to: bob, value: 0n, data: '0x12345678' } as const
const input: SimulationInput = { from: alice, chain: network.id, calls: [call] }
const bundledToken = (contract: string) =>
  contract.toLowerCase() === tokenAddress.toLowerCase() ? { symbol: 'USDC', decimals: 6 } : undefined

type World = {
  readonly logs?: readonly object[]
  readonly node?: Parameters<typeof memoryNode>[0]
  readonly results?: readonly object[]
}

async function simulateWith(world: World, requested: SimulationInput = input, bundled = bundledToken) {
  const sent: unknown[] = []
  const node = memoryNode({
    eth_getBlockByNumber: () => head,
    eth_gasPrice: () => '0x6e',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call: () => '0x',
    eth_simulateV1: (params) => {
      sent.push(params[0])
      return [{ calls: world.results ?? [{ ...success, logs: world.logs ?? [] }] }]
    },
    ...world.node,
  })
  const { signal } = new AbortController()
  return { outcome: await simulate(node(network), requested, network, signal, bundled), sent }
}

const runOf = (outcome: Simulation) => (outcome.is === 'runs' ? outcome : undefined)

describe('simulate', () => {
  it("R8 › node's fees › call and block have price, base fee, coinbase, randomness", async () => {
    const { sent, outcome } = await simulateWith({})
    expect(sent).toEqual([
      {
        traceTransfers: true,
        validation: true,
        blockStateCalls: [
          {
            blockOverrides: {
              baseFeePerGas: '0x64',
              feeRecipient: head.miner,
              prevRandao: head.mixHash,
            },
            calls: [
              {
                from: alice,
                to: bob,
                value: '0x0',
                input: '0x12345678',
                gas: '0xf42400',
                maxFeePerGas: '0x6e',
                maxPriorityFeePerGas: '0xa',
              },
            ],
          },
        ],
      },
    ])
    expect(runOf(outcome)?.fee).toBe(21_000n * 110n)
  })

  it.each<[string, (data: string) => unknown, { fee: bigint; dataFee: bigint | 'unknown' }]>([
    ['no oracle', () => '0x', { fee: 21_000n * 110n, dataFee: 0n }],
    [
      'oracle',
      // 10 for each of 124 bytes: the call's 4 and those around it.
      (data) => uintResult(BigInt(`0x${data.slice(-64)}`) * 10n),
      { fee: 21_000n * 110n + 1_240n, dataFee: 1_240n },
    ],
    [
      'older oracle, which rejects the call',
      () => {
        throw new ProviderRpcError(3, 'execution reverted')
      },
      { fee: 21_000n * 110n, dataFee: 'unknown' },
    ],
    [
      'node busy',
      () => {
        throw new ProviderRpcError(-32_005, 'limit exceeded')
      },
      { fee: 21_000n * 110n, dataFee: 'unknown' },
    ],
    ['result that is no number', () => '0x12', { fee: 21_000n * 110n, dataFee: 'unknown' }],
  ])('R8 › OP Stack, %s › its data fee is part of the fee', async (_, respond, expected) => {
    const oracle = '0x420000000000000000000000000000000000000F'
    const node = {
      eth_call: ([requested]: readonly unknown[]) =>
        Object(requested).to === oracle ? respond(Object(requested).data) : '0x',
    }
    const { outcome } = await simulateWith({ node })
    expect(runOf(outcome)).toMatchObject(expected)
  })

  it('R8 › Scroll › data fee of its own oracle, for the bytes of the call', async () => {
    const oracle = '0x5300000000000000000000000000000000000002'
    const node = {
      eth_call: ([requested]: readonly unknown[]) =>
        // The length of the bytes, 10 for each.
        Object(requested).to === oracle
          ? uintResult(BigInt(`0x${Object(requested).data.slice(74, 138)}`) * 10n)
          : '0x',
    }
    const onScroll = { ...input, chain: parseChainId('eip155:534352') }
    expect(runOf((await simulateWith({ node }, onScroll)).outcome)).toMatchObject({ dataFee: 1_240n })
    expect(runOf((await simulateWith({}, onScroll)).outcome)).toMatchObject({ dataFee: 'unknown' })
  })

  it('R8 › bundled token moves › bundled symbol and decimals, no call to the chain', async () => {
    const { outcome } = await simulateWith({
      logs: [transferEvent(bob, alice, 5n), transferEvent(alice, bob, 9n, nativeAddress)],
    })
    expect(outcome).toMatchObject({
      is: 'runs',
      changes: [
        { figure: { value: -9n, contract: undefined }, isVerified: true },
        { figure: { value: 5n, asset: { symbol: 'USDC', decimals: 6 } }, isVerified: true },
      ],
    })
  })

  it('R8 › unknown token named USDC › address stays, nothing is verified', async () => {
    const node = {
      eth_call: ([requested]: readonly unknown[]) =>
        Object(requested).data === '0x313ce567' ? uintResult(6n) : textResult('USDC'),
    }
    const fake = `0x${'fa'.repeat(20)}`
    const { outcome } = await simulateWith({ logs: [transferEvent(bob, alice, 5_000n, fake)], node })
    expect(runOf(outcome)?.changes).toEqual([
      {
        figure: { value: 5_000n, contract: fake, asset: expect.objectContaining({ symbol: 'USDC' }) },
        collectible: undefined,
      },
    ])
  })

  it('R8 › approval in the simulation › a grant with its bundled symbol', async () => {
    const { outcome } = await simulateWith({ logs: [approvalEvent(5n)] })
    expect(runOf(outcome)?.grants).toMatchObject([
      { is: 'approval', spender: bob.toLowerCase(), figure: { value: 5n, asset: { symbol: 'USDC' } } },
    ])
  })

  it.each<[string, bigint, number]>([
    ['no larger than before', 9n, 0],
    ['larger than before', 4n, 1],
  ])('R8 › token moves and its allowance is %s › grants counted', async (_name, before, count) => {
    const node = { eth_call: () => uintResult(before) }
    const { outcome } = await simulateWith({ logs: [transferEvent(alice, bob, 4n), approvalEvent(5n)], node })
    expect(runOf(outcome)?.grants).toHaveLength(count)
  })

  it('R8 › node reports no native transfers › the sent value is shown, partial', async () => {
    const requested = { ...input, calls: [{ ...call, value: 7n }] }
    const { outcome } = await simulateWith({}, requested)
    expect(outcome).toMatchObject({ changes: [{ figure: { value: -7n } }], isPartial: true })
    const { outcome: complete } = await simulateWith(
      { logs: [transferEvent(alice, bob, 7n, nativeAddress)] },
      requested,
    )
    expect(complete).toMatchObject({ changes: [{ figure: { value: -7n } }], isPartial: false })
  })

  it('R8 › node returns fewer calls than requested › partial', async () => {
    const requested = { ...input, calls: [call, call] }
    expect(runOf((await simulateWith({}, requested)).outcome)?.isPartial).toBe(true)
    const both = await simulateWith({ results: [success, success] }, requested)
    expect(runOf(both.outcome)?.isPartial).toBe(false)
  })

  it('R8 › node rejects the sender › the simulation without validation is partial', async () => {
    const validations: unknown[] = []
    const node = {
      eth_simulateV1: ([requested]: readonly unknown[]) => {
        validations.push(Object(requested).validation)
        if (Object(requested).validation) throw new ProviderRpcError(-38024, 'sender is not an EOA')
        return [{ calls: [success] }]
      },
    }
    expect(runOf((await simulateWith({ node })).outcome)?.isPartial).toBe(true)
    expect(validations).toEqual([true, true, false])
  })

  it('node without simulation › throws after one attempt', async () => {
    let attempts = 0
    const node = {
      eth_simulateV1: () => {
        attempts += 1
        throw new ProviderRpcError(-32601, 'the method does not exist')
      },
    }
    await expect(simulateWith({ node })).rejects.toMatchObject({ code: -32601 })
    expect(attempts).toBe(1)
  })

  it.each([
    ['words', encodeErrorResult({ abi: reasons, errorName: 'Error', args: ['too soon'] }), 'too soon'],
    ['a panic', encodeErrorResult({ abi: reasons, errorName: 'Panic', args: [17n] }), 'Panic(17)'],
    [
      'the widget’s own name of another failure',
      encodeErrorResult({ abi: reasons, errorName: 'Error', args: ['insufficient-funds'] }),
      undefined,
    ],
    ['an error of its own', '0xe450d38c', '0xe450d38c'],
    ['an error of widely used tokens', '0xd93c0665', 'EnforcedPause()'],
    ['nothing', '0x', undefined],
    ['words that are cut', '0x08c379a0', undefined],
  ])('contract fails with %s › its reason or none', async (_, returnData, reason) => {
    const { outcome } = await simulateWith({ results: [{ ...success, status: '0x0', returnData }] })
    expect(outcome).toEqual({ is: 'fails', reason })
  })

  it('R8 › wrapped token without a transfer event › loss is shown once', async () => {
    const withdrawalEvent = event('Withdrawal(address,uint256)', [alice], word(5n), tokenAddress)
    const loss = [{ figure: { value: -5n, contract: tokenAddress } }]
    expect((await simulateWith({ logs: [withdrawalEvent] })).outcome).toMatchObject({ changes: loss })
    const twice = { logs: [transferEvent(alice, `0x${'0'.repeat(40)}`, 5n), withdrawalEvent] }
    expect((await simulateWith(twice)).outcome).toMatchObject({ changes: loss })
  })

  it('R8 › ERC-1155 batch leaves › each id is a change', async () => {
    const data = encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
      [1n, 2n],
      [3n, 4n],
    ])
    const logs = [
      event('TransferBatch(address,address,address,uint256[],uint256[])', [bob, alice, bob], data, bob),
    ]
    expect(runOf((await simulateWith({ logs })).outcome)?.changes).toEqual([
      { figure: { value: -3n, contract: bob }, collectible: 1n },
      { figure: { value: -4n, contract: bob }, collectible: 2n },
    ])
  })
})
