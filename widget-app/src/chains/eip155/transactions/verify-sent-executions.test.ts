import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { sentTransactionSchema } from '../chain-records.ts'
import type { Execution } from '../simulate/executed-calls.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import type { RequestedCall } from './transaction-differences.ts'
import { isAccountFeeWithin, isFeeWithin, verifySentCall } from './verify-sent.ts'

type Call = { readonly to: `0x${string}`; readonly value: bigint; readonly data: `0x${string}` }

const hash = `0x${'ab'.repeat(32)}`
const swap: Call = { to: bob, value: 7n, data: '0x38ed173902' }
const other: Call = { to: tokenAddress, value: 0n, data: '0xa9059cbb03' }
const requested: RequestedCall = { ...swap, from: alice, chain: network.id }

const abi = parseAbi(['function execute(bytes32 mode, bytes executionData)'])
const tuples = parseAbiParameters('(address target, uint256 value, bytes data)[]')
/** A batch by ERC-7821. */
const encodeBatch = (...calls: readonly Call[]) => {
  const targets = calls.map(({ to, ...call }) => ({ target: to, ...call }))
  const args = [`0x01${'0'.repeat(62)}`, encodeAbiParameters(tuples, [targets])] as const
  return encodeFunctionData({ abi, functionName: 'execute', args })
}
/** A transaction in which the account calls itself with a batch. */
const wrapped = (input: string, over: object = {}) => ({
  ...{ hash, from: alice, to: alice, value: '0x0', input, nonce: '0x3', chainId: '0xa' },
  ...over,
})
const mined = { blockNumber: '0x10' }
const delegated = `0xef0100${bob.slice(2)}`
/** A maximum fee of 0.02 of the native currency, at 20 gwei. */
const largeFee = { gas: '0xf4240', maxFeePerGas: '0x4a817c800' }

type Node = {
  readonly code?: (poll: number) => unknown
  readonly price?: () => unknown
}

/** Verifies the requested call in a found transaction. */
async function verify(
  found: object,
  { code = () => delegated, price = () => '0x3b9aca00' }: Node = {},
  terms: Partial<RequestedCall> = {},
) {
  let polls = 0
  const openRpc = memoryNode({
    eth_getTransactionByHash: () => {
      polls += 1
      return found
    },
    eth_getCode: () => code(polls),
    eth_gasPrice: price,
  })
  const { signal } = new AbortController()
  const ports = { openRpc, clock: virtualClock() }
  const call = { ...requested, ...terms }
  const result = verifySentCall(ports, hash, call, network, signal, [0, 1, 1, 1])
  const outcome = await result.catch((error: unknown) => error)
  return { outcome, polls }
}
const mismatch = (...differs: readonly string[]) => ({ code: 'send/mismatch', data: { differs, hash } })
const away = () => {
  throw new Error('away')
}

describe('call that an account with code executes', () => {
  it.each<[string, string, object]>([
    ['alone', encodeBatch(swap), { verdict: 'verified', added: [] }],
    ['after another one', encodeBatch(other, swap), { verdict: 'added', added: [] }],
    ['before another one', encodeBatch(swap, other), { verdict: 'added', added: [] }],
    ['not at all', encodeBatch(other), mismatch('calls')],
    ['with another amount', encodeBatch({ ...swap, value: 8n }), mismatch('calls')],
    ['with other data', encodeBatch({ ...swap, data: '0x38ed173903' }), mismatch('calls')],
    ['at another contract', encodeBatch({ ...swap, to: tokenAddress }), mismatch('calls')],
    ['in an unknown function', '0xabc5345e', { verdict: 'unverifiable', added: [] }],
  ])('%s › the verdict', async (_, input, expected) => {
    expect((await verify(wrapped(input))).outcome).toMatchObject(expected)
  })

  it('for an excessive fee › mismatch', async () => {
    expect((await verify(wrapped(encodeBatch(swap), largeFee))).outcome).toMatchObject(mismatch('fee'))
  })

  it('for a large fee, usual price unknown › unverifiable', async () => {
    const { outcome } = await verify(wrapped(encodeBatch(swap), largeFee), { price: away })
    expect(outcome).toEqual({ verdict: 'unverifiable', added: [] })
  })

  const authorization = { address: bob, chain: 10n, nonce: undefined, signature: undefined } as const
  const withDelegate = { type: '0x4', authorizationList: [{ address: bob, chainId: '0xa', nonce: '0x1' }] }
  it('with a delegate that the wallet added › added, with the delegate', async () => {
    const { outcome } = await verify(wrapped(encodeBatch(swap), withDelegate))
    const added = [{ is: 'authorisation', delegate: bob, chain: network.id }]
    expect(outcome).toMatchObject({ verdict: 'added', added })
  })

  it('with the requested delegate › verified; without it › unverifiable', async () => {
    const terms = { authorizations: [authorization] }
    const found = wrapped(encodeBatch(swap), withDelegate)
    expect((await verify(found, {}, terms)).outcome).toEqual({ verdict: 'verified', added: [] })
    const without = await verify(wrapped(encodeBatch(swap)), {}, terms)
    expect(without.outcome).toEqual({ verdict: 'unverifiable', added: [] })
  })

  it.each<[string, object, string]>([
    ['on another chain', { chainId: '0x1' }, 'chain'],
    ['with another access list', { accessList: [{ address: bob, storageKeys: [] }] }, 'accessList'],
  ])('%s › mismatch at once', async (_, over, name) => {
    const { outcome, polls } = await verify(wrapped(encodeBatch(swap), over))
    expect(outcome).toMatchObject({ code: 'send/mismatch' })
    expect(JSON.stringify(Object(outcome).data.differs)).toContain(name)
    expect(polls).toBe(1)
  })

  it('in a call of another account, from the own one › mismatch', async () => {
    const { outcome } = await verify(wrapped(encodeBatch(swap), { to: tokenAddress }))
    expect(outcome).toMatchObject(mismatch('to', 'value', 'data'))
  })
})

describe('account without code', () => {
  const differs = ['to', 'value', 'data']
  it('none yet, and the transaction is pending › polled again, then unverifiable', async () => {
    const { outcome, polls } = await verify(wrapped(encodeBatch(swap)), { code: () => '0x' })
    expect([outcome, polls]).toEqual([{ verdict: 'unverifiable', added: [] }, 4])
  })

  it('none in the block of the transaction › mismatch from the third poll', async () => {
    const { outcome, polls } = await verify(wrapped(encodeBatch(swap), mined), { code: () => '0x' })
    expect(outcome).toMatchObject(mismatch(...differs))
    expect(polls).toBe(3)
  })

  it('code appears at the next poll › verified', async () => {
    const code = (poll: number) => (poll < 2 ? '0x' : delegated)
    const { outcome, polls } = await verify(wrapped(encodeBatch(swap), mined), { code })
    expect([outcome, polls]).toEqual([{ verdict: 'verified', added: [] }, 2])
  })

  it.each([
    ['other calls', encodeBatch(other)],
    ['no batch', '0xabc5345e'],
  ])('pending with %s › mismatch at once', async (_, input) => {
    const { outcome, polls } = await verify(wrapped(input), { code: () => '0x' })
    expect(outcome).toMatchObject(mismatch(...differs))
    expect(polls).toBe(1)
  })

  it('code unknown › polled again, then unverifiable', async () => {
    const { outcome, polls } = await verify(wrapped(encodeBatch(swap)), { code: away })
    expect([outcome, polls]).toEqual([{ verdict: 'unverifiable', added: [] }, 4])
  })
})

describe('fee of a call that is sent as it is', () => {
  const plain = (over: object) => wrapped(swap.data, { to: bob, value: '0x7', ...over })
  it.each<[string, object, Node['price'], object]>([
    ['small', {}, away, { verdict: 'verified' }],
    ['usual', largeFee, () => '0x12a05f200', { verdict: 'verified' }],
    ['excessive', largeFee, () => '0x12a05f1ff', mismatch('fee')],
    ['large, usual price unknown', largeFee, away, { verdict: 'unverifiable' }],
  ])('%s › the verdict', async (_, over, price = away, expected) => {
    expect((await verify(plain(over), { price })).outcome).toMatchObject(expected)
  })

  it('large, within what was requested › verified without the usual price', async () => {
    const terms = { maxFeePerGas: 5_000_000_000n }
    expect((await verify(plain(largeFee), { price: away }, terms)).outcome).toMatchObject({
      verdict: 'verified',
    })
  })
})

describe('isAccountFeeWithin', () => {
  const { signal } = new AbortController()
  const rpc = (price: () => unknown) => memoryNode({ eth_gasPrice: price })(network)
  const included = (over: object) => sentTransactionSchema.parse(wrapped('0x', over))
  const operation = (gas: bigint, maxFeePerGas: bigint): Execution => ({
    ...{ is: 'batch', calls: [] },
    fee: { gas, maxFeePerGas },
  })
  const within = (transaction: object, execution: Execution, price: () => unknown = () => '0x3b9aca00') =>
    isAccountFeeWithin(rpc(price), included(transaction), execution, { from: alice }, signal)
  const none: Execution = { is: 'batch', calls: [] }

  it.each<[string, object, Execution, boolean]>([
    ['own transaction, small fee', {}, none, true],
    ['own transaction, excessive fee', largeFee, none, false],
    ["another account's transaction, excessive fee", { ...largeFee, from: bob }, none, true],
    ['operation with an excessive fee', { from: bob }, operation(1_000_000n, 20_000_000_000n), false],
    ['operation with a usual fee', { from: bob }, operation(1_000_000n, 2_000_000_000n), true],
    ['operation of 15 million gas', { from: bob }, operation(15_000_000n, 1_000_000_000n), true],
    ['operation of more gas', { from: bob }, operation(15_000_001n, 1_000_000_000n), false],
    ['operation of more gas, small fee', { from: bob }, operation(15_000_001n, 1n), true],
    ['usual operation in a dear transaction', largeFee, operation(1_000_000n, 1n), false],
  ])('%s › within the bound or not', async (_, transaction, execution, isWithin) => {
    expect(await within(transaction, execution)).toBe(isWithin)
  })

  it('usual price › requested without parameters, with the signal', async () => {
    const requests: unknown[] = []
    const node = memoryNode({
      eth_gasPrice: (params, requestSignal) => {
        requests.push([params, requestSignal === signal])
        return '0x1'
      },
    })
    await isFeeWithin(node(network), included(largeFee), {}, signal)
    expect(requests).toEqual([[[], true]])
  })

  it('usual price unknown › undefined', async () => {
    expect(await within(largeFee, none, away)).toBeUndefined()
    expect(await isFeeWithin(rpc(away), included(largeFee), {}, signal)).toBeUndefined()
  })
})
