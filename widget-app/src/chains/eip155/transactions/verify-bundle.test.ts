import { encodeAbiParameters, encodeFunctionData, encodePacked, parseAbi, parseAbiParameters } from 'viem'
import { entryPoint06Abi, entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { virtualClock } from '../../testing/virtual-clock.ts'
import type { OpenRpc } from '../rpc.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { verifyBundle } from './verify-bundle.ts'

type Hex = `0x${string}`
type Call = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

const hash = `0x${'0b'.repeat(32)}`
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const zeroAddress = `0x${'0'.repeat(40)}` as const
const word = `0x${'0'.repeat(64)}` as const
const approve: Call = { to: tokenAddress, value: 0n, data: '0x095ea7b301' }
const swap: Call = { to: bob, value: 7n, data: '0x38ed173902' }
const drain: Call = { to: tokenAddress, value: 0n, data: '0xa9059cbb03' }
const requested = [approve, swap]

const batchMode: Hex = `0x01${'0'.repeat(62)}`
const withDataMode: Hex = `0x01000000000078210001${'0'.repeat(44)}`
const abi = parseAbi([
  'function execute(bytes32 mode, bytes executionData)',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] calls)',
])
const tuples = '(address target, uint256 value, bytes data)[]'
const toTuples = (calls: readonly Call[]) => calls.map(({ to, ...call }) => ({ target: to, ...call }))
const execute = (mode: Hex, execution: Hex) =>
  encodeFunctionData({ abi, functionName: 'execute', args: [mode, execution] })
const encodeBatch = (calls: readonly Call[], mode = batchMode) =>
  execute(mode, encodeAbiParameters(parseAbiParameters(tuples), [toTuples(calls)]))
const encodeTuples = (calls: readonly Call[]) =>
  encodeFunctionData({ abi, functionName: 'executeBatch', args: [toTuples(calls)] })
const encodeLists = (calls: readonly Call[]) =>
  encodeFunctionData({
    abi,
    functionName: 'executeBatch',
    args: [calls.map(({ to }) => to), calls.map(({ value }) => value), calls.map(({ data }) => data)],
  })

const common = (sender: Hex, callData: Hex) => ({
  ...({ sender, nonce: 0n, initCode: '0x', callData, preVerificationGas: 0n } as const),
  ...({ paymasterAndData: '0x', signature: '0x' } as const),
})
const handleOps07 = (callData: Hex, sender: Hex = alice) =>
  encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[{ ...common(sender, callData), accountGasLimits: word, gasFees: word }], bob],
  })
const fees = { callGasLimit: 0n, verificationGasLimit: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
const handleOps06 = (callData: Hex) =>
  encodeFunctionData({
    abi: entryPoint06Abi,
    functionName: 'handleOps',
    args: [[{ ...common(alice, callData), ...fees }], bob],
  })

type IncludedTransaction = {
  readonly from?: Hex
  readonly to?: Hex | null
  readonly value?: bigint
  readonly input: Hex
  readonly terms?: object
}
const onChain = ({ from = alice, to = alice, value = 0n, input, terms }: IncludedTransaction) => ({
  ...{ hash, from, to, input, nonce: '0x3', chainId: '0xa', ...terms },
  value: `0x${value.toString(16)}`,
})

const delegated = `0xef0100${bob.slice(2)}`

/**
 * Verifies a bundle; the account's code is read at the latest block, and at that of the transaction. Also returns what the
 * node was requested with.
 */
async function compareAtNode(
  found: readonly IncludedTransaction[],
  calls: readonly Partial<Call>[] = requested,
  missing = 0,
  codeAt: (block: unknown) => string = () => delegated,
) {
  const clock = virtualClock()
  const { signal } = new AbortController()
  const opened: unknown[] = []
  const signals = new Set<AbortSignal | undefined>()
  let polls = 0
  const hashes = found.map((_, at) => `0x${String(at).padEnd(2, 'b').repeat(32)}`)
  const node = memoryNode({
    eth_getTransactionByHash: ([requested], requestSignal) => {
      polls += 1
      signals.add(requestSignal)
      const included = found[hashes.indexOf(String(requested))]
      return included && polls > missing ? onChain(included) : null
    },
    eth_gasPrice: () => '0x3b9aca00',
    eth_getCode: ([, block]) => codeAt(block),
  })
  const openRpc: OpenRpc = (target) => {
    opened.push(target.id)
    return node(target)
  }
  const sent = {
    ...{ account: alice, chain: network.id, hashes },
    calls: calls.map((call) => ({ value: 0n, data: '0x', ...call })),
  }
  const verification = await verifyBundle({ openRpc, clock }, sent, signal)
  return { verification, opened, hasSignal: [...signals].every((one) => one === signal), waits: clock.waits }
}

const compare = async (...args: Parameters<typeof compareAtNode>) =>
  (await compareAtNode(...args)).verification

const verify = async (...args: Parameters<typeof compare>) => (await compare(...args)).verdict

/** Encodings in which accounts execute calls. */
const forms: readonly (readonly [string, (calls: readonly Call[]) => IncludedTransaction])[] = [
  ['by the account itself (EIP-7702, ERC-7821)', (calls) => ({ input: encodeBatch(calls) })],
  [
    'with data for the account',
    (calls) => ({
      input: execute(
        withDataMode,
        encodeAbiParameters(parseAbiParameters(`${tuples}, bytes`), [toTuples(calls), '0x1234']),
      ),
    }),
  ],
  ['as a list of tuples', (calls) => ({ input: encodeTuples(calls) })],
  ['as three lists', (calls) => ({ input: encodeLists(calls) })],
  [
    'by the entry point of 0.7 (ERC-4337)',
    (calls) => ({ from: bob, to: entryPoint, input: handleOps07(encodeBatch(calls)) }),
  ],
  [
    'by the entry point of 0.6',
    (calls) => ({ from: bob, to: entryPoint, input: handleOps06(encodeTuples(calls)) }),
  ],
]

describe('verifyBundle', () => {
  test.each(forms)('same calls, executed %s › verified', async (_, encode) => {
    expect(await verify([encode(requested)])).toBe('verified')
  })

  test.each(forms)('other calls, executed %s › mismatch', async (_, encode) => {
    const wrong = [
      [approve],
      [swap, approve],
      [{ ...approve, data: '0x095ea7b3ff' as const }, swap],
      [approve, { ...swap, value: 8n }],
      [approve, { ...swap, to: alice } as const],
      [drain],
    ]
    for (const calls of wrong)
      await expect(verify([encode(calls)])).rejects.toMatchObject({ code: 'send/mismatch', data: { hash } })
  })

  test.each(forms)('R11 › call added to the bundle, executed %s › added', async (_, encode) => {
    for (const calls of [
      [drain, approve, swap],
      [approve, drain, swap],
      [approve, swap, drain],
    ])
      expect(await verify([encode(calls)])).toBe('added')
  })

  test('R11 › another transaction of the account with the bundle › added', async () => {
    const own = { to: drain.to, value: drain.value, input: drain.data }
    expect(await verify([{ input: encodeBatch(requested) }, own])).toBe('added')
  })

  test.each<[string, object, readonly unknown[]]>([
    ['a delegate', {}, [{ is: 'authorisation', delegate: bob, chain: network.id }]],
    ['a delegate on every chain', { chainId: '0x0' }, [{ is: 'authorisation', delegate: bob }]],
  ])('transaction that delegates the account to %s › added, with the delegate', async (_, over, added) => {
    const authorizationList = [{ address: bob, chainId: '0xa', nonce: '0x1', ...over }]
    const terms = { type: '0x4', authorizationList }
    expect(await compare([{ input: encodeBatch(requested), terms }])).toMatchObject({
      verdict: 'added',
      added,
    })
  })

  test('transaction with the authorization of another account › verified', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { r, s, yParity } = await account.signAuthorization({ address: bob, chainId: 10, nonce: 1 })
    const signed = { r, s, yParity: `0x${yParity ?? 0}` }
    const terms = {
      type: '0x4',
      authorizationList: [{ address: bob, chainId: '0xa', nonce: '0x1', ...signed }],
    }
    expect(await verify([{ input: encodeBatch(requested), terms }])).toBe('verified')
  })

  test('upgrade in a separate, reported transaction › added, with the delegate', async () => {
    const authorizationList = [{ address: bob, chainId: '0xa', nonce: '0x1' }]
    const upgrade = { input: '0x', terms: { type: '0x4', authorizationList } } as const
    const added = [{ is: 'authorisation', delegate: bob, chain: network.id }]
    expect(await compare([upgrade, { input: encodeBatch(requested) }])).toEqual({ verdict: 'added', added })
  })

  const mined = { input: encodeBatch(requested), terms: { blockNumber: '0x10' } }
  test.each<[string, IncludedTransaction, (block: unknown) => string, object]>([
    [
      'in that block, and none any more',
      mined,
      (block) => (block === '0x10' ? delegated : '0x'),
      { verdict: 'verified' },
    ],
    [
      'unknown in that block, and none now',
      mined,
      (block) => (block === '0x10' ? '?' : '0x'),
      { verdict: 'unverifiable' },
    ],
    ['unknown', mined, () => '?', { verdict: 'unverifiable' }],
    [
      'none, at a node that shows no block yet',
      { input: encodeBatch(requested) },
      () => '0x',
      { verdict: 'unverifiable' },
    ],
  ])('code of the account %s › no mismatch', async (_, found, codeAt, outcome) => {
    expect(await compare([found], requested, 0, codeAt)).toMatchObject(outcome)
  })

  test("node that shows the account's code only after its transaction › verified", async () => {
    let reads = 0
    const codeAt = () => {
      reads += 1
      return reads > 4 ? delegated : '0x'
    }
    expect(await compare([mined], requested, 0, codeAt)).toMatchObject({ verdict: 'verified' })
  })

  test('account without code in the block of its bundle › mismatch, nothing executed', async () => {
    await expect(compare([mined], requested, 0, () => '0x')).rejects.toMatchObject({
      code: 'send/mismatch',
      data: { differs: ['calls'], made: 0 },
    })
  })

  test('bundle with a low fee, after the suggested price fell › verified', async () => {
    const terms = { gas: '0x1e8480', maxFeePerGas: '0x12a06d4f0', gasPrice: '0x7178', blockNumber: '0x10' }
    expect(await verify([{ input: encodeBatch(requested), terms }])).toBe('verified')
  })

  test('bundle with an excessive fee that the account pays › mismatch', async () => {
    const terms = { gas: '0xf4240', maxFeePerGas: '0x5af3107a4000' }
    await expect(verify([{ input: encodeBatch(requested), terms }])).rejects.toMatchObject({
      data: { differs: ['fee'] },
    })
  })

  test('zero address › the account itself (ERC-7821)', async () => {
    const own = { ...swap, to: alice } as const
    expect(await verify([{ input: encodeBatch([{ ...own, to: zeroAddress }]) }], [own])).toBe('verified')
  })

  test('one call as the transaction, several as one each › verified', async () => {
    const single = ({ to, value, data }: Call): IncludedTransaction => ({ to, value, input: data })
    expect(await verify([single(swap)], [swap])).toBe('verified')
    expect(await verify(requested.map(single))).toBe('verified')
    await expect(verify([single(drain)], [swap])).rejects.toMatchObject({ code: 'send/mismatch' })
  })

  test.each<[string, readonly IncludedTransaction[]]>([
    ['a function of the wallet’s own', [{ input: '0xabc5345e' }]],
    ['a mode of the wallet’s own', [{ input: encodeBatch(requested, `0x03${'0'.repeat(62)}`) }]],
    ['one packed call', [{ input: execute(`0x00${'0'.repeat(62)}`, encodePacked(['address'], [bob])) }]],
    ['a batch that does not decode', [{ input: execute(batchMode, '0x1234') }]],
    ['an operation that does not decode', [{ to: entryPoint, input: handleOps07('0x12345678') }]],
    [
      'somebody else’s operation',
      [{ from: bob, to: entryPoint, input: handleOps07(encodeBatch(requested), bob) }],
    ],
    ['a contract that carries all of it', [{ to: entryPoint, input: '0x12345678' }]],
    ['a new contract', [{ to: null, input: '0x6000' }]],
    [
      'an operation with coins beside it',
      [{ to: entryPoint, value: 5n, input: handleOps07(encodeBatch(requested)) }],
    ],
    [
      'an operation at a contract that is no entry point',
      [{ to: bob, value: 5n, input: handleOps07(encodeBatch(requested)) }],
    ],
    [
      'a part of it beside words of its own',
      [{ input: '0xabc5345e' }, { input: encodeBatch(requested.slice(0, 1)) }],
    ],
    ['no transaction', []],
    ['coins that another account sends to it', [{ from: bob, input: '0x' }]],
  ])('%s › unverifiable, no mismatch', async (_, found) => {
    expect(await verify(found)).toBe('unverifiable')
  })

  test('batch of calls, one of which creates a contract › unverifiable', async () => {
    const found = [{ input: encodeBatch([approve]) }]
    expect(await verify(found, [approve, { value: 0n, data: '0x6000' }])).toBe('unverifiable')
  })

  test('single call of an account whose code is unknown › verified', async () => {
    const found = { to: swap.to, value: swap.value, input: swap.data }
    expect(await verify([found], [swap], 0, () => '?')).toBe('verified')
  })

  test("requests › to the bundle's chain, with the signal, the first without a wait", async () => {
    const found = [{ input: encodeBatch(requested) }]
    const once = await compareAtNode(found)
    expect(once).toMatchObject({ opened: [network.id], hasSignal: true, waits: [] })
    expect((await compareAtNode(found, requested, 9)).waits).toEqual([500, 1_000, 2_000, 4_000])
  })

  test('account without code › mismatch at the third poll', async () => {
    let reads = 0
    const codeAt = () => {
      reads += 1
      return '0x'
    }
    await expect(compare([mined], requested, 0, codeAt)).rejects.toMatchObject({
      message: 'The wallet carried out something else than was asked',
    })
    // At the latest block, and at the transaction's.
    expect(reads).toBe(3 * 2)
  })

  test('node that lags › polled again, then unverifiable without a mismatch', async () => {
    expect(await verify([{ input: encodeBatch(requested) }], requested, 3)).toBe('verified')
    expect(await verify([{ input: encodeBatch(requested) }], requested, 9)).toBe('unverifiable')
  })
})
