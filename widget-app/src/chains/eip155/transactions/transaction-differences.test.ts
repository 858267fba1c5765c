import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../testing/virtual-clock.ts'
import type { Hex } from '../hex.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import type { RequestedCall } from './transaction-differences.ts'
import { verifySentCall } from './verify-sent.ts'

const hash = `0x${'ab'.repeat(32)}`
const requested: RequestedCall = { from: alice, to: bob, value: 5n, data: '0x', chain: network.id }
const includedTransaction = {
  ...{ hash, from: alice, to: bob, value: '0x5', input: '0x', nonce: '0x3', chainId: '0xa' },
  ...{ type: '0x2', gas: '0x5208', maxFeePerGas: '0x3b9aca00' },
}
const authorization = { address: tokenAddress, chain: 10n, nonce: undefined, signature: undefined } as const
const includedAuthorization = { address: tokenAddress.toLowerCase(), chainId: '0xa', nonce: '0x1' }
const includedSignature = { yParity: '0x1', r: '0x2', s: '0x3' }
const key: Hex = `0x${'1'.padStart(64, '0')}`

type CodeAt = (block: unknown) => string

/** A node that returns the transaction at each poll, and the account's code at a block. */
function pollingNode(transaction: (poll: number) => object, codeAt: CodeAt, price?: string) {
  let polls = 0
  return memoryNode({
    eth_getTransactionByHash: () => {
      polls += 1
      return { ...includedTransaction, ...transaction(polls) }
    },
    eth_getCode: ([, block]) => codeAt(block),
    ...(price === undefined ? {} : { eth_gasPrice: () => price }),
  })
}

async function compare(
  transaction: object,
  over: Partial<RequestedCall> = {},
  code: string | CodeAt = '0x',
  price?: string,
) {
  const openRpc = pollingNode(() => transaction, typeof code === 'string' ? () => code : code, price)
  const { signal } = new AbortController()
  const ports = { openRpc, clock: virtualClock() }
  try {
    const { verdict, added } = await verifySentCall(
      ports,
      hash,
      { ...requested, ...over },
      network,
      signal,
      [0, 1, 1],
    )
    return added.length === 0 ? verdict : [verdict, ...added]
  } catch (error) {
    return Object(error).data.differs
  }
}

type Row = [name: string, found: object, over: Partial<RequestedCall>, outcome: string | readonly string[]]

describe('R11 › terms of a sent transaction', () => {
  it.each<Row>([
    ['the same', {}, {}, 'verified'],
    ['a legacy type', { type: '0x0', gasPrice: '0x1' }, { maxFeePerGas: 1n }, 'verified'],
    ['blobs', { type: '0x3' }, {}, ['type']],
    [
      'an authorisation that was not asked for',
      { type: '0x4', authorizationList: [includedAuthorization] },
      {},
      ['type', 'authorisations'],
    ],
    [
      'the authorisation that was asked for',
      { type: '0x4', authorizationList: [includedAuthorization] },
      { authorizations: [authorization] },
      'verified',
    ],
    [
      'another delegate',
      { type: '0x4', authorizationList: [{ ...includedAuthorization, address: bob }] },
      { authorizations: [authorization] },
      ['authorisations'],
    ],
    [
      'an authorisation for every chain',
      { type: '0x4', authorizationList: [{ ...includedAuthorization, chainId: '0x0' }] },
      { authorizations: [authorization] },
      ['authorisations'],
    ],
    [
      'another nonce than the request fixes',
      { type: '0x4', authorizationList: [includedAuthorization] },
      { authorizations: [{ ...authorization, nonce: 2n }] },
      ['authorisations'],
    ],
    [
      'the authorisation with the signature that the request had',
      { type: '0x4', authorizationList: [{ ...includedAuthorization, ...includedSignature }] },
      { authorizations: [{ ...authorization, nonce: 1n, signature: { yParity: 1n, r: 2n, s: 3n } }] },
      'verified',
    ],
    ...[{ yParity: '0x0' }, { r: '0x9' }, { s: '0x9' }].map(
      (other): Row => [
        `another signature (${Object.keys(other)})`,
        { type: '0x4', authorizationList: [{ ...includedAuthorization, ...includedSignature, ...other }] },
        { authorizations: [{ ...authorization, nonce: 1n, signature: { yParity: 1n, r: 2n, s: 3n } }] },
        ['authorisations'],
      ],
    ),
    ['no authorisation any more', {}, { authorizations: [authorization] }, ['type', 'authorisations']],
    ['an earlier nonce', {}, { nonce: 4n }, ['nonce']],
    ['a later nonce', {}, { nonce: 2n }, 'verified'],
    ['an access list of its own', { accessList: [{ address: bob, storageKeys: [] }] }, {}, ['accessList']],
    [
      'the access list in another case',
      { accessList: [{ address: bob.toLowerCase(), storageKeys: [key] }] },
      { accessList: [{ address: bob, storageKeys: [key] }] },
      'verified',
    ],
    ['no access list', {}, { accessList: [{ address: bob, storageKeys: [key] }] }, 'verified'],
  ])('R11 › wallet sent %s › verified', async (_name, transaction, over, outcome) => {
    expect(await compare(transaction, over)).toEqual(outcome)
  })

  it.each<[string, object, Partial<RequestedCall>, string | undefined, string | readonly string[]]>([
    ['small', { maxFeePerGas: '0x6fc23ac00' }, {}, undefined, 'verified'],
    ['large and usual', { maxFeePerGas: '0xe8d4a51000' }, {}, '0x3a35294400', 'verified'],
    ['large and unusual', { maxFeePerGas: '0xe8d4a51000' }, {}, '0x3b9aca00', ['fee']],
    [
      'large and asked for',
      { maxFeePerGas: '0xe8d4a51000' },
      { maxFeePerGas: 10n ** 12n },
      undefined,
      'verified',
    ],
    [
      'large, and no node says what is usual',
      { maxFeePerGas: '0xe8d4a51000' },
      {},
      undefined,
      'unverifiable',
    ],
  ])('R11 › fee is %s › compared with its bound', async (_name, transaction, over, price, outcome) => {
    expect(await compare(transaction, over, '0x', price)).toEqual(outcome)
  })
})

describe('R11 › account with code', () => {
  const code = `0xef0100${'12'.repeat(20)}`
  const requestedCall: RequestedCall = { ...requested, to: tokenAddress, value: 0n, data: '0xa9059cbb01' }
  type Call = { readonly target: Hex; readonly value: bigint; readonly data: Hex }
  const call: Call = { target: tokenAddress, value: 0n, data: '0xa9059cbb01' }
  const batch = (calls: readonly Call[]) =>
    encodeFunctionData({
      abi: parseAbi(['function execute(bytes32 mode, bytes executionData)']),
      args: [
        `0x01${'0'.repeat(62)}`,
        encodeAbiParameters(parseAbiParameters('(address target, uint256 value, bytes data)[]'), [calls]),
      ],
    })
  const selfCall = (calls: readonly Call[]) => ({ to: alice, value: '0x0', input: batch(calls) })
  const gasWord = (high: bigint, low: bigint): Hex =>
    `0x${((high << 128n) | low).toString(16).padStart(64, '0')}`
  const operation = (over: object) =>
    encodeFunctionData({
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [
        [
          {
            ...({ sender: alice, nonce: 0n, initCode: '0x', callData: batch([call]) } as const),
            ...({ preVerificationGas: 50_000n, paymasterAndData: '0x', signature: '0x' } as const),
            accountGasLimits: gasWord(100_000n, 100_000n),
            gasFees: gasWord(1n, 10n ** 9n),
            ...over,
          },
        ],
        bob,
      ],
    })
  const handleOps = (over: object = {}) => ({
    ...{ from: bob, to: entryPoint07Address, value: '0x0', input: operation(over) },
  })
  const delegating = { ...selfCall([call]), type: '0x4', authorizationList: [includedAuthorization] }
  const delegate = { is: 'authorisation', delegate: tokenAddress.toLowerCase(), chain: network.id }
  const excessiveFee = { maxFeePerGas: '0x5af3107a4000', gas: '0xf4240' }

  it.each<[string, object, string | readonly unknown[]]>([
    ['the call, and hands itself to a delegate', delegating, ['added', delegate]],
    [
      'the call, and hands itself to a delegate on every chain',
      { ...delegating, authorizationList: [{ ...includedAuthorization, chainId: '0x0' }] },
      ['added', { ...delegate, chain: undefined }],
    ],
    ['the call, at an absurd fee', { ...selfCall([call]), ...excessiveFee }, ['fee']],
    [
      'the call, for little in a block, whatever it offered',
      { ...selfCall([call]), ...excessiveFee, blockNumber: '0x10', gasPrice: '0x3b9aca00' },
      'verified',
    ],
    [
      'the call, for an absurd fee in a block',
      { ...selfCall([call]), ...excessiveFee, blockNumber: '0x10', gasPrice: '0x5af3107a4000' },
      ['fee'],
    ],
    ['the call, by an operation', handleOps(), 'verified'],
    ['the call, by an operation whose bundler pays a lot', { ...handleOps(), ...excessiveFee }, 'verified'],
    ['the call, by an operation at an absurd fee', handleOps({ gasFees: gasWord(1n, 10n ** 14n) }), ['fee']],
    ['the call, by an operation of absurd gas', handleOps({ preVerificationGas: 10n ** 9n }), ['fee']],
    [
      'the call, by an operation for which a paymaster pays',
      handleOps({ gasFees: gasWord(1n, 10n ** 14n), paymasterAndData: bob }),
      'verified',
    ],
    ['the call, by a contract that is no entry point', { ...handleOps(), to: bob }, 'unverifiable'],
    ['the call', selfCall([call]), 'verified'],
    ['another call', selfCall([{ ...call, data: '0xa9059cbb02' }]), ['calls']],
    ['the call with another one', selfCall([call, { ...call, target: bob }]), 'added'],
    ['words of its own', { to: alice, value: '0x0', input: '0xabc5345e' }, 'unverifiable'],
    ['through another account, unreadable', { from: bob, to: bob, input: '0x1234' }, 'unverifiable'],
    ['another call, by itself', { to: bob, value: '0x0', input: '0x1234' }, ['to', 'data']],
    ['the call on another chain', { ...selfCall([call]), chainId: '0x1' }, ['to', 'data', 'chain']],
  ])('R11 › account executed %s › verified against the request', async (_name, transaction, outcome) => {
    expect(await compare(transaction, requestedCall, code, '0x3b9aca00')).toEqual(outcome)
  })

  it('account without the requested authorization executed the call › unverified', async () => {
    expect(await compare(selfCall([call]), { ...requestedCall, authorizations: [authorization] }, code)).toBe(
      'unverifiable',
    )
    expect(await compare(delegating, { ...requestedCall, authorizations: [authorization] }, code)).toBe(
      'verified',
    )
  })

  const mined = { blockNumber: '0x10' }
  const atBlock = (block: unknown) => (block === '0x10' ? code : '0x')
  it.each<[string, object, (block: unknown) => string, string | readonly unknown[]]>([
    ['in the block', { ...selfCall([call]), ...mined }, () => '0x', ['to', 'data']],
    ['in the block', { ...delegating, ...mined }, () => '0x', ['to', 'data', 'type', 'authorisations']],
    ['but in the block', { ...selfCall([call]), ...mined }, atBlock, 'verified'],
    ['but in the block', { ...delegating, ...mined }, atBlock, ['added', delegate]],
    ['yet, upgraded before', selfCall([call]), () => '0x', 'unverifiable'],
    ['yet, upgraded with the call', delegating, () => '0x', 'unverifiable'],
    ['yet, deployed with the operation', handleOps({ initCode: bob }), () => '0x', 'unverifiable'],
    ['yet, with another call', selfCall([{ ...call, data: '0xa9059cbb02' }]), () => '0x', ['to', 'data']],
    [
      'yet, with words of its own',
      { to: alice, value: '0x0', input: '0xabc5345e' },
      () => '0x',
      ['to', 'data'],
    ],
    ['as far as is known', { ...selfCall([call]), ...mined }, () => '?', 'unverifiable'],
  ])(
    'R11 › account without code %s › verified against the request',
    async (_name, transaction, codeAt, outcome) => {
      expect(await compare(transaction, requestedCall, codeAt)).toEqual(outcome)
    },
  )

  it("node shows the account's code after its transaction › verified, no mismatch", async () => {
    let reads = 0
    const codeAfterDelay = () => {
      reads += 1
      return reads > 4 ? code : '0x'
    }
    expect(await compare({ ...selfCall([call]), ...mined }, requestedCall, codeAfterDelay)).toBe('verified')
  })

  it('R11 › account upgraded by the transaction, mined later › added, no mismatch', async () => {
    const openRpc = pollingNode((poll) => (poll < 3 ? delegating : { ...delegating, ...mined }), atBlock)
    const ports = { openRpc, clock: virtualClock() }
    const { signal } = new AbortController()
    expect(await verifySentCall(ports, hash, requestedCall, network, signal, [0, 1, 1])).toMatchObject({
      verdict: 'added',
    })
  })
})
