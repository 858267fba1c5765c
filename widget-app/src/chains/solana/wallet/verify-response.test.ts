import { type Address, getBase58Decoder, type IInstruction } from '@solana/web3.js'
import { describe, expect, it, vi } from 'vitest'
import type { RequestOptions } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { computeUnitLimit, computeUnitPrice, systemTransfer } from '../instructions.ts'
import { computeBudgetProgram, lighthouseProgram, memoPrograms } from '../programs.ts'
import { sends, signs, signsIn, signsMessage } from '../testing/dapp-world.ts'
import { signWire, testKey } from '../testing/key.ts'
import { scriptedNode } from '../testing/scripted-node.ts'
import { base64, instructionOf, u32, u64, wireOf } from '../testing/transactions.ts'
import { bob, connection, network, thief } from '../testing/unit-world.ts'
import { parseRequest } from './parse-request.ts'
import { checkAnswer } from './verify-response.ts'

const key = testKey()
const own = { ...connection, accounts: [key.address] as const }
const pay = (to: Address = bob) => systemTransfer(key.address, to, 5n)
const wire = (...instructions: readonly IInstruction[]) => wireOf(instructions, { payer: key.address })
const asked = wire(computeUnitLimit(500), computeUnitPrice(1n), pay())
const signed = (bytes: Uint8Array) => signWire(bytes, key)
const signatureOf = (bytes: Uint8Array) => bytes.slice(1, 65)

const check = async (
  method: string,
  params: object,
  answer: unknown,
  onChain?: Uint8Array,
  options?: RequestOptions,
) => {
  const found = onChain && {
    slot: 1,
    meta: { err: null, fee: 5_000 },
    transaction: [base64(onChain), 'base64'],
  }
  const rpc = scriptedNode({ getTransaction: () => found ?? null }).openRpc(network)
  const parsed = parseRequest(own, { method, params: { address: key.address, ...params } })
  return checkAnswer({ rpc, clock: virtualClock() }, parsed.asked, answer, options)
}
const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const unknownOutcome = { code: -32603, data: { reason: 'unknown-outcome' } }
const transaction = { transaction: base64(asked) }

describe('verifyResponse › messages', () => {
  const message = Buffer.from('Two coffees')
  const params = { message: base64(message) }

  it('message signed by its account, also as an off-chain message › accepted', async () => {
    const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 0, 0, message.length, 0])
    for (const one of [message, Buffer.concat([head, message])]) {
      const answer = { signedMessage: base64(one), signature: base64(key.sign(one)) }
      expect(await check(signsMessage, params, answer)).toEqual(answer)
    }
    // Some return the text alone, with the signature over prefix and text.
    const signature = base64(key.sign(Buffer.concat([head, message])))
    await check(signsMessage, params, { signedMessage: base64(message), signature })
  })

  it('R11 › off-chain prefix and additional text › mismatch', async () => {
    const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 0, 0, message.length, 0])
    const more = Buffer.concat([head, Buffer.from('All of it. '), message])
    const answer = { signedMessage: base64(more), signature: base64(key.sign(more)) }
    await expect(check(signsMessage, params, answer)).rejects.toMatchObject(mismatch)
  })

  it('another message, or another account’s signature › mismatch (test 43)', async () => {
    const other = Buffer.from('All of it')
    const behind = Buffer.concat([Buffer.from('All of it, and '), message])
    const answers = [
      { signedMessage: base64(other), signature: base64(key.sign(other)) },
      { signedMessage: base64(behind), signature: base64(key.sign(behind)) },
      { signedMessage: base64(message), signature: base64(testKey().sign(message)) },
    ]
    for (const answer of answers)
      await expect(check(signsMessage, params, answer)).rejects.toMatchObject(mismatch)
  })

  it('sign-in to another site, or with more fields › mismatch (test 43)', async () => {
    const fields = { domain: 'shop.example', nonce: 'oBbLoEldZs' }
    const text = `shop.example wants you to sign in with your Solana account:\n${key.address}\n\nNonce: oBbLoEldZs`
    const answer = (said: string) => {
      const bytes = Buffer.from(said)
      return { signedMessage: base64(bytes), signature: base64(key.sign(bytes)) }
    }
    await check(signsIn, fields, answer(text))
    for (const other of [text.replace('shop', 'evil'), `${text}\nRequest ID: 7`])
      await expect(check(signsIn, fields, answer(other))).rejects.toMatchObject(mismatch)
  })
})

describe('verifyResponse › transactions', () => {
  const lighthouse = (tag: number) =>
    instructionOf(lighthouseProgram, [{ reads: key.address }], [tag, 1, 2, 3])

  it.each<[string, Uint8Array]>([
    ['as it was asked for', asked],
    ['another price', wire(computeUnitLimit(900), computeUnitPrice(9n), pay())],
    ['no price', wire(pay())],
    ['another blockhash', wireOf([computeUnitPrice(1n), pay()], { payer: key.address, lifetime: bob })],
    ['assertions around it', wire(lighthouse(5), pay(), lighthouse(9))],
  ])('%s › accepted, signed or sent', async (_, bytes) => {
    const answer = { signedTransaction: base64(signed(bytes)) }
    expect(await check(signs, transaction, answer)).toEqual(answer)
    const signature = getBase58Decoder().decode(signatureOf(signed(bytes)))
    expect(await check(sends, transaction, { signature }, signed(bytes))).toEqual({ signature })
  })

  it.each<[string, Uint8Array]>([
    ['another receiver', wire(pay(thief))],
    ['the transfer twice', wire(pay(), pay())],
    ['nothing', wire()],
    ['a transfer added', wire(pay(), pay(thief))],
    ['a memo added', wire(pay(), instructionOf(memoPrograms[0] ?? bob, [], [65]))],
    ['an absurd price', wire(computeUnitLimit(1_000_000), computeUnitPrice(1_000_000_001n), pay())],
    ['a price without a limit', wire(computeUnitPrice(10n ** 15n), pay())],
    [
      'an unknown budget setting',
      wire(pay(), instructionOf(computeBudgetProgram, [], [0, ...u32(1), ...u32(9)])),
    ],
    ['Lighthouse that writes', wire(pay(), lighthouse(0))],
    ['another version', wireOf([pay()], { payer: key.address, version: 'legacy' })],
  ])('R11 › %s › mismatch, signed or sent (test 43)', async (_, bytes) => {
    const answer = { signedTransaction: base64(signed(bytes)) }
    await expect(check(signs, transaction, answer)).rejects.toMatchObject(mismatch)
    const signature = getBase58Decoder().decode(signatureOf(signed(bytes)))
    await expect(check(sends, transaction, { signature }, signed(bytes))).rejects.toMatchObject(mismatch)
  })

  it.each<[string, Uint8Array, Uint8Array, string]>([
    [
      'above 0.01 SOL',
      asked,
      wire(computeUnitLimit(1_000_000), computeUnitPrice(10_000_001n), pay()),
      'unverified',
    ],
    [
      'of 1 SOL',
      asked,
      wire(computeUnitLimit(1_000_000), computeUnitPrice(1_000_000_000n), pay()),
      'unverified',
    ],
    [
      'four times a high one',
      wire(computeUnitLimit(1_000_000), computeUnitPrice(10_000_000n), pay()),
      wire(computeUnitLimit(1_000_000), computeUnitPrice(40_000_000n), pay()),
      'verified',
    ],
  ])('F5 › user raised the fee, %s › no mismatch, %#', async (_, request, dear, verdict) => {
    const params = { transaction: base64(request) }
    const signature = getBase58Decoder().decode(signatureOf(signed(dear)))
    const told = vi.fn()
    const options = { onChecked: told }
    await check(signs, params, { signedTransaction: base64(signed(dear)) }, undefined, options)
    await check(sends, params, { signature }, signed(dear), options)
    expect(told.mock.calls.map(([one]) => one.is)).toEqual([verdict, verdict])
  })

  it('R11 › account of the requested instruction became writable › mismatch', async () => {
    const program = thief
    const reads = wire(instructionOf(program, [{ reads: bob }], [1]))
    const writes = wire(instructionOf(program, [bob], [1]))
    const answer = { signedTransaction: base64(signed(writes)) }
    await expect(check(signs, { transaction: base64(reads) }, answer)).rejects.toMatchObject(mismatch)
  })

  it('R11 › another table, or another index in it › mismatch', async () => {
    // The same message with one lookup; its instruction uses the address from it.
    const withTable = (table: number, index: number) => {
      const one = [...wire(instructionOf(thief, [bob], [1]))]
      const bytes = one.map((byte, at) => (at === one.length - 4 ? 3 : byte))
      return Uint8Array.from([...bytes.slice(0, -1), 1, ...new Array(32).fill(table), 1, index, 0])
    }
    const params = { transaction: base64(withTable(7, 4)) }
    await check(signs, params, { signedTransaction: base64(signed(withTable(7, 4))) })
    for (const other of [withTable(8, 4), withTable(7, 5)])
      await expect(check(signs, params, { signedTransaction: base64(signed(other)) })).rejects.toMatchObject(
        mismatch,
      )
  })

  it('signature that is not over the message › mismatch', async () => {
    const wrong = Uint8Array.from(signed(asked))
    wrong.set(testKey().sign(Uint8Array.of(1)), 1)
    await expect(check(signs, transaction, { signedTransaction: base64(wrong) })).rejects.toMatchObject(
      mismatch,
    )
  })

  it('signed by another signer › signature retained, no change accepted', async () => {
    const other = testKey()
    const both = instructionOf(thief, [{ signer: other.address }], [1])
    const start = wire(both)
    const place = 1 + 64
    const message = start.slice(1 + 2 * 64)
    const asks = Uint8Array.from(start)
    asks.set(other.sign(message), place)
    const params = { transaction: base64(asks) }
    const dropped = Uint8Array.from(start)
    dropped.set(key.sign(message), 1)
    const whole = Uint8Array.from(dropped)
    whole.set(other.sign(message), place)
    const answer = { signedTransaction: base64(dropped) }
    expect(await check(signs, params, answer)).toEqual({ signedTransaction: base64(whole) })
    const changed = wireOf([both], { payer: key.address, lifetime: bob })
    changed.set(key.sign(changed.slice(1 + 2 * 64)), 1)
    const later = { signedTransaction: base64(changed) }
    await expect(check(signs, params, later)).rejects.toMatchObject(mismatch)
    expect(await check(signs, { transaction: base64(start) }, later)).toEqual(later)
  })
})

describe('verifyResponse › transaction that the chain does not show', () => {
  const dearer = signed(wire(computeUnitPrice(9n), pay()))
  const signature = getBase58Decoder().decode(signatureOf(dearer))

  it('R11 › sent with another price, never found › unverified after the response', async () => {
    const onChecked = vi.fn()
    expect(await check(sends, transaction, { signature }, undefined, { onChecked })).toEqual({ signature })
    expect(onChecked).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(onChecked.mock.calls).toEqual([[{ is: 'unverified', hash: signature }]]))
  })

  it('signature of exactly the requested bytes › verified at once', async () => {
    const onChecked = vi.fn()
    const same = getBase58Decoder().decode(signatureOf(signed(asked)))
    expect(await check(sends, transaction, { signature: same }, undefined, { onChecked })).toEqual({
      signature: same,
    })
    expect(onChecked.mock.calls).toEqual([[{ is: 'verified' }]])
  })
})

describe('verifyResponse › encodings of a response', () => {
  const whole = signed(asked)
  const bytes = signatureOf(whole)
  const indexed = (of: Uint8Array) => Object.fromEntries([...of].map((byte, at) => [String(at), byte]))
  const base58 = getBase58Decoder()

  const forms: readonly [string, (of: Uint8Array) => unknown][] = [
    ['a list of numbers', (of) => [...of]],
    ['a Uint8Array', (of) => of],
    ['an object with an index for each byte', indexed],
    ['a Buffer as JSON', (of) => ({ type: 'Buffer', data: [...of] })],
    ['base64', base64],
    ['base64 without its end', (of) => base64(of).replace(/=+$/, '')],
    ['base58', (of) => base58.decode(of)],
  ]
  it.each(forms)('U4 › %s › decoded', async (_, form) => {
    const sent = { signature: base58.decode(bytes) }
    for (const answer of [{ signature: form(bytes) }, [{ signature: form(bytes) }], form(bytes)])
      expect(await check(sends, transaction, answer)).toEqual(sent)
    const signedTransaction = form(whole)
    for (const answer of [{ signedTransaction }, [{ signedTransaction }], signedTransaction])
      expect(await check(signs, transaction, answer)).toEqual({ signedTransaction: base64(whole) })
    const message = Buffer.from('Two coffees')
    const text = { signature: form(key.sign(message)), signedMessage: form(message) }
    expect(await check(signsMessage, { message: base64(message) }, [text])).toEqual({
      signedMessage: base64(message),
      signature: base64(key.sign(message)),
    })
  })

  it('U4 › only a signature › the requested transaction or message, signed', async () => {
    const message = Buffer.from('Two coffees')
    const signature = base58.decode(key.sign(message))
    expect(await check(signsMessage, { message: base64(message) }, { signature })).toMatchObject({
      signedMessage: base64(message),
    })
    expect(await check(signs, transaction, { signature: base58.decode(bytes) })).toEqual({
      signedTransaction: base64(whole),
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a short signature', { signature: 'short' }],
    ['63 bytes', { signature: new Array(63).fill(1) }],
    ['no signature in it', { signedTransaction: base64(asked) }],
    ['numbers that are no bytes', { signature: new Array(64).fill(300) }],
    ['u64', { signature: u64(1n) }],
  ])('U4 › response that is %s › unknown outcome, not a mismatch', async (_, answer) => {
    for (const method of [signs, sends])
      await expect(check(method, transaction, answer)).rejects.toMatchObject(unknownOutcome)
  })
})
