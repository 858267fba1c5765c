import { address, getAddressEncoder, getBase64Encoder } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ComputeFee, SubmittedTransaction } from '../../chain-adapter.ts'
import { memoryTransport, type ScriptedResult } from '../../testing/scripted-transport.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { latestBlockhashSchema } from '../chain-records.ts'
import { decodeTransaction } from '../decode/decode-transaction.ts'
import { systemTransfer } from '../instructions.ts'
import { writeTransaction } from '../message.ts'
import { tokenProgram } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import {
  accountJson,
  alice,
  bob,
  connection,
  fee,
  lifetime,
  mintJson,
  signature,
  thief,
  tokenTransfer,
  transfer,
  vault,
  walletAccount,
} from '../testing/unit-world.ts'
import { createAccountBook } from '../wallet/wallet-accounts.ts'
import { send } from './send.ts'

const signs = 'solana:signTransaction'
const sends = 'solana:signAndSendTransaction'
const fails =
  (code: number, message = '', data?: unknown): ScriptedResult =>
  () => {
    throw new ProviderRpcError(code, message, data)
  }

type Node = Parameters<typeof scriptedNode>[0]

/** A chain on which Alice has tokens, and Bob an account for them or none. */
function tokenNode(amount: bigint, ofBob: unknown = null): Node {
  const tokens = tokensOf(tokenTransfer.from, amount)
  return {
    getMultipleAccounts: ([addresses]) =>
      Array.isArray(addresses) && addresses.length === 1
        ? inContext([ofBob])
        : inContext([accountJson(10_000_000_000), accountJson(1_000_000), mintJson(6)]),
    getTokenAccountsByOwner: () =>
      inContext([{ pubkey: vault, account: accountJson(2_039_280, tokenProgram, tokens) }]),
  }
}

/** A token account, 165 bytes, of an owner. */
function tokensOf(owner: string, amount: bigint) {
  const [mintBytes, ownerBytes] = [tokenTransfer.asset.address ?? '', owner].map((text) =>
    getAddressEncoder().encode(address(text)),
  )
  const tokens = new Uint8Array([...(mintBytes ?? []), ...(ownerBytes ?? []), ...new Uint8Array(101)])
  new DataView(tokens.buffer).setBigUint64(64, amount, true)
  return tokens
}

const reads: Node = {
  getMultipleAccounts: () => inContext([accountJson(10_000_000_000), accountJson(1_000_000)]),
  getMinimumBalanceForRentExemption: () => 890_880,
  getLatestBlockhash: () => inContext(lifetime),
}

/** A wallet that signs with a dummy signature. */
const signing: ScriptedResult = (params) => {
  const wire = Uint8Array.from(getBase64Encoder().encode(String(Reflect.get(params ?? {}, 'transaction'))))
  wire.fill(7, 1, 65)
  return { signedTransaction: Buffer.from(wire).toString('base64') }
}

function world(feature: string, answer: ScriptedResult, node: Node = {}, chains?: readonly string[]) {
  const account = { ...walletAccount(alice, feature), ...(chains === undefined ? {} : { chains }) }
  const transport = memoryTransport({
    'standard:connect': () => ({ accounts: [account] }),
    [feature]: answer,
  })
  const { openRpc, calls } = scriptedNode({ ...reads, ...node })
  const clock = virtualClock()
  const ports = { transport, clock, book: createAccountBook(transport), openRpc }
  const signed: SubmittedTransaction[] = []
  const onSigned = (transaction: SubmittedTransaction) => {
    expect(calls).not.toContain('sendTransaction')
    signed.push(transaction)
  }
  return {
    transport,
    calls,
    clock,
    signed,
    send: (requested = transfer) => send(ports, connection, requested, fee, onSigned),
    sendWith: (reviewedFee: ComputeFee) => send(ports, connection, tokenTransfer, reviewedFee, onSigned),
  }
}

describe('send', () => {
  test('wallet that sends › gets the widget’s transaction, returns its signature', async () => {
    const { send, transport } = world(sends, () => ({ signature }))
    // It may have used a newer blockhash, so its expiry is unknown.
    expect(await send()).toEqual({ chain: connection.chain, from: alice, hash: signature, nonce: undefined })
    const { method, params } = transport.requests.at(-1) ?? {}
    expect(method).toBe(sends)
    expect(params).toMatchObject({
      address: alice,
      chain: 'solana:mainnet',
      options: { preflightCommitment: 'confirmed' },
    })
    const wire = getBase64Encoder().encode(String(Reflect.get(params ?? {}, 'transaction')))
    const read = decodeTransaction(Uint8Array.from(wire))
    expect(read?.signers).toEqual([alice])
    expect(read?.lifetime).toBe(lifetime.blockhash)
    const [limit, price, move] = read?.instructions ?? []
    expect([...(limit?.data ?? [])]).toEqual([2, 244, 1, 0, 0])
    expect([...(price?.data ?? [])]).toEqual([3, 3, 0, 0, 0, 0, 0, 0, 0])
    expect(move?.accounts).toEqual([alice, bob])
  })

  test('wallet that only signs › submitted to the node, with its last block', async () => {
    const { send, calls, signed } = world(signs, signing, { sendTransaction: () => signature })
    const sent = await send()
    expect(sent).toMatchObject({ expiresAfter: 150 })
    // Reported before it is submitted, so that a page that unloads by then loses nothing.
    expect(signed).toEqual([sent])
    expect(sent.hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(calls.at(-1)).toBe('sendTransaction')
  })

  test('account for other chains › no request to the wallet', async () => {
    const { send, transport } = world(sends, fails(1), {}, ['solana:devnet'])
    await expect(send()).rejects.toMatchObject({ code: 'send/failed', data: { reason: 'wrong-chain' } })
    expect(transport.count(sends)).toBe(0)
  })

  test.each([
    ['of the receiver', bob, undefined],
    ['handed on to another owner', thief, 'not-a-wallet'],
  ])('associated token account %s › the recipient gets it or nothing is sent', async (_, owner, reason) => {
    const account = accountJson(2_039_280, tokenProgram, tokensOf(owner, 0n))
    const { send, transport } = world(sends, () => ({ signature }), tokenNode(1_000n, account))
    if (reason === undefined) await expect(send(tokenTransfer)).resolves.toMatchObject({ hash: signature })
    else await expect(send(tokenTransfer)).rejects.toMatchObject({ code: 'send/failed', data: { reason } })
    expect(transport.count(sends)).toBe(reason === undefined ? 1 : 0)
  })

  test('account that cannot sign transactions › rejected', async () => {
    await expect(world('solana:signMessage', fails(1)).send()).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'wallet' },
    })
  })

  test.each([
    [7n, { reason: 'rent', account: 'receiver' }],
    [101n, { reason: 'insufficient-funds' }],
  ])('%i tokens of 100, deposit not reviewed › no request to the wallet', async (value, data) => {
    const { send, transport } = world(sends, fails(1), tokenNode(100n))
    await expect(send({ ...tokenTransfer, value })).rejects.toMatchObject({ code: 'send/failed', data })
    expect(transport.count(sends)).toBe(0)
  })

  test.each([
    ['less arrives', { arrives: 8n }],
    ['a memo is not due any more', { arrives: 7n, memo: 'Transfer' }],
  ])('token › %s than reviewed › no request to the wallet', async (_, token) => {
    const { transport, sendWith } = world(sends, fails(1), tokenNode(100n))
    const reviewedFee = { ...fee, accountDeposit: 2_039_280n, token }
    const failure = { code: 'send/failed', data: { reason: 'token-changed' } }
    await expect(sendWith(reviewedFee)).rejects.toMatchObject(failure)
    expect(transport.count(sends)).toBe(0)
  })

  test('wallet used another blockhash › the last block is unknown', async () => {
    const newer: ScriptedResult = () => {
      const { blockhash } = latestBlockhashSchema().parse(inContext({ ...lifetime, blockhash: bob })).value
      const instructions = [systemTransfer(alice, bob, transfer.value)]
      const { wire } = writeTransaction({
        ...fee,
        from: alice,
        instructions,
        blockhash,
        lastValidBlockHeight: 0,
      })
      return signing({ transaction: wire })
    }
    const { send } = world(signs, newer, { sendTransaction: () => signature })
    expect(await send()).not.toHaveProperty('expiresAfter')
  })

  test.each([undefined, null, '', 'ok', {}, { signature: 'short' }, { signature: 7 }])(
    'wallet that sends responds with %j › unknown outcome',
    async (answer) => {
      await expect(world(sends, () => answer).send()).rejects.toMatchObject({
        data: { reason: 'unknown-outcome' },
      })
    },
  )

  test.each([undefined, {}, { signedTransaction: 'garbage' }, { signedTransaction: '' }])(
    'wallet that signs responds with %j › nothing was sent',
    async (answer) => {
      await expect(world(signs, () => answer).send()).rejects.toMatchObject({
        code: 'send/failed',
        data: { reason: 'wallet' },
      })
    },
  )

  const unknown = { code: -32603, data: { reason: 'unknown-outcome' } }
  const nothing = { code: 'send/failed', data: { reason: 'wallet' } }
  test.each<[number, string, unknown, object, object]>([
    [4001, 'User rejected', undefined, { code: 4001 }, { code: 4001 }],
    [-32603, 'User rejected the request.', undefined, { code: 4001 }, { code: 4001 }],
    [-32002, 'Request pending', undefined, { code: -32002 }, { code: -32002 }],
    [-32002, 'Transaction simulation failed: Blockhash not found', undefined, nothing, nothing],
    [4100, 'Unauthorized', undefined, { code: 4100 }, { code: 4100 }],
    [4200, 'Unsupported', undefined, nothing, nothing],
    [-32602, 'Invalid params', undefined, nothing, nothing],
    [-32603, 'Unexpected error', undefined, unknown, nothing],
    [-32603, 'Transaction was not confirmed in 30.00 seconds', undefined, unknown, nothing],
    [4900, 'gone', { reason: 'unknown-outcome' }, { code: 4900 }, { code: 4900 }],
  ])(
    'wallet error %i %s › converted for sending and signing',
    async (code, message, data, fromSending, fromSigning) => {
      await expect(world(sends, fails(code, message, data)).send()).rejects.toMatchObject(fromSending)
      await expect(world(signs, fails(code, message, data)).send()).rejects.toMatchObject(fromSigning)
    },
  )
})

describe('submitting a signed transaction', () => {
  const nodeReturns = (...responses: readonly (() => unknown)[]): Node => {
    const remaining = [...responses]
    return { sendTransaction: () => remaining.shift()?.() }
  }
  const throws = (error: Error) => () => {
    throw error
  }
  const unreachable = throws(new WidgetError('http/network', 'away'))
  const preflight = (err: unknown) => throws(new ProviderRpcError(-32002, 'simulation failed', { err }))

  test.each<[string, Node, number]>([
    ['at once', nodeReturns(() => signature), 1],
    ['after a failure on the way', nodeReturns(unreachable, () => signature), 2],
    ['although no answer ever came', nodeReturns(unreachable, unreachable, unreachable), 3],
    ['because it was there already', nodeReturns(unreachable, preflight('AlreadyProcessed')), 2],
    [
      'although a repeated one was turned away',
      nodeReturns(unreachable, preflight('BlockhashNotFound'), unreachable),
      3,
    ],
    [
      'although the node has troubles of its own',
      nodeReturns(throws(new ProviderRpcError(-32005, 'behind'))),
      3,
    ],
  ])('sent %s', async (_, node, times) => {
    const { send, calls } = world(signs, signing, node)
    expect(await send()).toMatchObject({ expiresAfter: 150 })
    expect(calls.filter((method) => method === 'sendTransaction')).toHaveLength(times)
  })

  test.each<[string, Error, string]>([
    ['it came too late', new ProviderRpcError(-32002, '', { err: 'BlockhashNotFound' }), 'expired'],
    [
      'the fee cannot be paid',
      new ProviderRpcError(-32002, '', { err: 'InsufficientFundsForFee' }),
      'insufficient-funds',
    ],
    [
      'there is too little',
      new ProviderRpcError(-32002, '', { err: { InstructionError: [2, { Custom: 1 }] } }),
      'insufficient-funds',
    ],
    [
      'the rest would be too small',
      new ProviderRpcError(-32002, '', { err: { InsufficientFundsForRent: { account_index: 0 } } }),
      'rent',
    ],
    [
      'the program fails',
      new ProviderRpcError(-32002, '', { err: { InstructionError: [2, 'InvalidAccountData'] } }),
      'reverted',
    ],
    ['the signature is wrong', new ProviderRpcError(-32003, 'signature'), 'wallet'],
    ['our gateway does not pass it on', new ProviderRpcError(-32601, 'not allowed'), 'wallet'],
  ])('not sent › %s › rejected', async (_, error, reason) => {
    await expect(world(signs, signing, nodeReturns(throws(error))).send()).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason },
    })
  })
})
