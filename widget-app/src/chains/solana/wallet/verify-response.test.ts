import { type Address, getBase58Decoder, type IInstruction } from '@solana/web3.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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
import { verifyResponse } from './verify-response.ts'

const key = testKey()
const testConnection = { ...connection, accounts: [key.address] as const }
const transferSol = (to: Address = bob) => systemTransfer(key.address, to, 5n)
const wire = (...instructions: readonly IInstruction[]) => wireOf(instructions, { payer: key.address })
const requested = wire(computeUnitLimit(500), computeUnitPrice(1n), transferSol())
const signed = (bytes: Uint8Array) => signWire(bytes, key)
const signatureOf = (bytes: Uint8Array) => bytes.slice(1, 65)

const verify = async (
  method: string,
  params: object,
  response: unknown,
  onChain?: Uint8Array,
  options?: RequestOptions,
) => {
  const found = onChain && {
    slot: 1,
    meta: { err: null, fee: 5_000 },
    transaction: [base64(onChain), 'base64'],
  }
  const rpc = scriptedNode({ getTransaction: () => found ?? null }).openRpc(network)
  const parsed = parseRequest(testConnection, { method, params: { address: key.address, ...params } })
  return verifyResponse({ rpc, clock: virtualClock() }, parsed.requested, response, options)
}
const mismatch = {
  ...{ code: -32603, data: { reason: 'mismatch' } },
  message: 'The wallet signed something else',
}
const unknownOutcome = { code: -32603, data: { reason: 'unknown-outcome' } }
const transaction = { transaction: base64(requested) }

describe('verifyResponse › messages', () => {
  const message = Buffer.from('Two coffees')
  const params = { message: base64(message) }

  it('message signed by its account, also as an off-chain message › accepted', async () => {
    const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 0, 0, message.length, 0])
    for (const one of [message, Buffer.concat([head, message])]) {
      const response = { signedMessage: base64(one), signature: base64(key.sign(one)) }
      expect(await verify(signsMessage, params, response)).toEqual(response)
    }
    // Some return the text alone, with the signature over prefix and text.
    const signature = base64(key.sign(Buffer.concat([head, message])))
    await verify(signsMessage, params, { signedMessage: base64(message), signature })
  })

  it.each<[string, Buffer]>([
    ['text', message],
    ['text too long for an off-chain message', Buffer.alloc(65_536, 'a')],
  ])('%s signed by its account › verified', async (_, text) => {
    const onChecked = vi.fn()
    const response = { signedMessage: base64(text), signature: base64(key.sign(text)) }
    await verify(signsMessage, { message: base64(text) }, response, undefined, { onChecked })
    expect(onChecked.mock.calls).toEqual([[{ is: 'verified' }]])
  })

  it('browser without Ed25519 › unverified, with the signature', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    onTestFinished(() => importKey.mockRestore())
    importKey.mockRejectedValue(new DOMException('No Ed25519', 'NotSupportedError'))
    const onChecked = vi.fn()
    const signature = key.sign(message)
    const response = { signedMessage: base64(message), signature: base64(signature) }
    await verify(signsMessage, params, response, undefined, { onChecked })
    const hash = getBase58Decoder().decode(signature)
    expect(onChecked.mock.calls).toEqual([[{ is: 'unverified', hash }]])
  })

  it('R11 › off-chain prefix and additional text › mismatch', async () => {
    const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 0, 0, message.length, 0])
    const extended = Buffer.concat([head, Buffer.from('All of it. '), message])
    const response = { signedMessage: base64(extended), signature: base64(key.sign(extended)) }
    await expect(verify(signsMessage, params, response)).rejects.toMatchObject(mismatch)
  })

  it('another message, or another account’s signature › mismatch (test 43)', async () => {
    const other = Buffer.from('All of it')
    const appended = Buffer.concat([Buffer.from('All of it, and '), message])
    const responses = [
      { signedMessage: base64(other), signature: base64(key.sign(other)) },
      { signedMessage: base64(appended), signature: base64(key.sign(appended)) },
      { signedMessage: base64(message), signature: base64(testKey().sign(message)) },
    ]
    for (const response of responses)
      await expect(verify(signsMessage, params, response)).rejects.toMatchObject(mismatch)
  })

  it('sign-in to another site, or with more fields › mismatch (test 43)', async () => {
    const fields = { domain: 'shop.example', nonce: 'oBbLoEldZs' }
    const text = `shop.example wants you to sign in with your Solana account:\n${key.address}\n\nNonce: oBbLoEldZs`
    const response = (signedText: string) => {
      const bytes = Buffer.from(signedText)
      return { signedMessage: base64(bytes), signature: base64(key.sign(bytes)) }
    }
    await verify(signsIn, fields, response(text))
    for (const other of [text.replace('shop', 'evil'), `${text}\nRequest ID: 7`])
      await expect(verify(signsIn, fields, response(other))).rejects.toMatchObject(mismatch)
  })
})

describe('verifyResponse › transactions', () => {
  const lighthouse = (tag: number) =>
    instructionOf(lighthouseProgram, [{ reads: key.address }], [tag, 1, 2, 3])

  it.each<[string, Uint8Array]>([
    ['as it was asked for', requested],
    ['another price', wire(computeUnitLimit(900), computeUnitPrice(9n), transferSol())],
    ['no price', wire(transferSol())],
    [
      'another blockhash',
      wireOf([computeUnitPrice(1n), transferSol()], { payer: key.address, lifetime: bob }),
    ],
    ['assertions around it', wire(lighthouse(5), transferSol(), lighthouse(9))],
  ])('%s › accepted, signed or sent', async (_, bytes) => {
    const response = { signedTransaction: base64(signed(bytes)) }
    expect(await verify(signs, transaction, response)).toEqual(response)
    const signature = getBase58Decoder().decode(signatureOf(signed(bytes)))
    expect(await verify(sends, transaction, { signature }, signed(bytes))).toEqual({ signature })
  })

  it.each<[string, Uint8Array]>([
    ['another receiver', wire(transferSol(thief))],
    ['the transfer twice', wire(transferSol(), transferSol())],
    ['nothing', wire()],
    ['a transfer added', wire(transferSol(), transferSol(thief))],
    ['a memo added', wire(transferSol(), instructionOf(memoPrograms[0] ?? bob, [], [65]))],
    ['an absurd price', wire(computeUnitLimit(1_000_000), computeUnitPrice(1_000_000_001n), transferSol())],
    ['a price without a limit', wire(computeUnitPrice(10n ** 15n), transferSol())],
    [
      'an unknown budget setting',
      wire(transferSol(), instructionOf(computeBudgetProgram, [], [0, ...u32(1), ...u32(9)])),
    ],
    ['Lighthouse that writes', wire(transferSol(), lighthouse(0))],
    ['another version', wireOf([transferSol()], { payer: key.address, version: 'legacy' })],
  ])('R11 › %s › mismatch, signed or sent (test 43)', async (_, bytes) => {
    const response = { signedTransaction: base64(signed(bytes)) }
    await expect(verify(signs, transaction, response)).rejects.toMatchObject(mismatch)
    const signature = getBase58Decoder().decode(signatureOf(signed(bytes)))
    await expect(verify(sends, transaction, { signature }, signed(bytes))).rejects.toMatchObject(mismatch)
  })

  it.each<[string, Uint8Array, Uint8Array, string]>([
    [
      'above 0.01 SOL',
      requested,
      wire(computeUnitLimit(1_000_000), computeUnitPrice(10_000_001n), transferSol()),
      'unverified',
    ],
    [
      'of 1 SOL',
      requested,
      wire(computeUnitLimit(1_000_000), computeUnitPrice(1_000_000_000n), transferSol()),
      'unverified',
    ],
    [
      'four times a high one',
      wire(computeUnitLimit(1_000_000), computeUnitPrice(10_000_000n), transferSol()),
      wire(computeUnitLimit(1_000_000), computeUnitPrice(40_000_000n), transferSol()),
      'verified',
    ],
  ])('F5 › user raised the fee, %s › no mismatch, %#', async (_, request, raised, verdict) => {
    const params = { transaction: base64(request) }
    const signature = getBase58Decoder().decode(signatureOf(signed(raised)))
    const listener = vi.fn()
    const options = { onChecked: listener }
    await verify(signs, params, { signedTransaction: base64(signed(raised)) }, undefined, options)
    await verify(sends, params, { signature }, signed(raised), options)
    expect(listener.mock.calls.map(([one]) => one.is)).toEqual([verdict, verdict])
  })

  it('R11 › account of the requested instruction became writable › mismatch', async () => {
    const program = thief
    const reads = wire(instructionOf(program, [{ reads: bob }], [1]))
    const writes = wire(instructionOf(program, [bob], [1]))
    const response = { signedTransaction: base64(signed(writes)) }
    await expect(verify(signs, { transaction: base64(reads) }, response)).rejects.toMatchObject(mismatch)
  })

  it('R11 › another table, or another index in it › mismatch', async () => {
    // The same message with one lookup; its instruction uses the address from it.
    const withTable = (table: number, index: number) => {
      const one = [...wire(instructionOf(thief, [bob], [1]))]
      const bytes = one.map((byte, at) => (at === one.length - 4 ? 3 : byte))
      return Uint8Array.from([...bytes.slice(0, -1), 1, ...new Array(32).fill(table), 1, index, 0])
    }
    const params = { transaction: base64(withTable(7, 4)) }
    await verify(signs, params, { signedTransaction: base64(signed(withTable(7, 4))) })
    for (const other of [withTable(8, 4), withTable(7, 5)])
      await expect(verify(signs, params, { signedTransaction: base64(signed(other)) })).rejects.toMatchObject(
        mismatch,
      )
  })

  it('signature that is not over the message › mismatch', async () => {
    const wrong = Uint8Array.from(signed(requested))
    wrong.set(testKey().sign(Uint8Array.of(1)), 1)
    await expect(verify(signs, transaction, { signedTransaction: base64(wrong) })).rejects.toMatchObject(
      mismatch,
    )
  })

  it('signed by another signer › signature retained, no change accepted', async () => {
    const other = testKey()
    const both = instructionOf(thief, [{ signer: other.address }], [1])
    const start = wire(both)
    const place = 1 + 64
    const message = start.slice(1 + 2 * 64)
    const requestWire = Uint8Array.from(start)
    requestWire.set(other.sign(message), place)
    const params = { transaction: base64(requestWire) }
    const dropped = Uint8Array.from(start)
    dropped.set(key.sign(message), 1)
    const complete = Uint8Array.from(dropped)
    complete.set(other.sign(message), place)
    const response = { signedTransaction: base64(dropped) }
    expect(await verify(signs, params, response)).toEqual({ signedTransaction: base64(complete) })
    const changed = wireOf([both], { payer: key.address, lifetime: bob })
    changed.set(key.sign(changed.slice(1 + 2 * 64)), 1)
    const reblocked = { signedTransaction: base64(changed) }
    await expect(verify(signs, params, reblocked)).rejects.toMatchObject(mismatch)
    expect(await verify(signs, { transaction: base64(start) }, reblocked)).toEqual(reblocked)
  })
})

describe('verifyResponse › transaction that the chain does not show', () => {
  const repriced = signed(wire(computeUnitPrice(9n), transferSol()))
  const signature = getBase58Decoder().decode(signatureOf(repriced))

  it('R11 › sent with another price, never found › unverified after the response', async () => {
    const onChecked = vi.fn()
    expect(await verify(sends, transaction, { signature }, undefined, { onChecked })).toEqual({ signature })
    expect(onChecked).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(onChecked.mock.calls).toEqual([[{ is: 'unverified', hash: signature }]]))
  })

  type Found = (read: number) => Uint8Array | undefined
  /** Verifies a sent transaction at a node that shows `found`, by read; resolves after the verdict. */
  async function verifyPolled(found: Found) {
    const clock = virtualClock()
    const requests: unknown[] = []
    const getTransaction = (params: readonly unknown[]) => {
      requests.push(params)
      const bytes = found(requests.length)
      const meta = { err: null, fee: 5_000 }
      return bytes ? { slot: 1, meta, transaction: [base64(bytes), 'base64'] } : null
    }
    const rpc = scriptedNode({ getTransaction }).openRpc(network)
    const params = { address: key.address, ...transaction }
    const { requested: parsed } = parseRequest(testConnection, { method: sends, params })
    const onChecked = vi.fn()
    await verifyResponse({ rpc, clock }, parsed, { signature }, { onChecked })
    await vi.waitFor(() => expect(onChecked).toHaveBeenCalledOnce())
    return { verdict: onChecked.mock.calls[0]?.[0], requests, waits: clock.waits }
  }
  const unverified = { is: 'unverified', hash: signature }

  it('found at once › one read of its signature, without a wait', async () => {
    const { verdict, requests, waits } = await verifyPolled(() => repriced)
    expect([verdict, waits]).toEqual([{ is: 'verified' }, []])
    expect(requests).toEqual([[signature, expect.objectContaining({ encoding: 'base64' })]])
  })

  it('never found › read for half a minute', async () => {
    const { verdict, waits } = await verifyPolled(() => undefined)
    expect(verdict).toEqual(unverified)
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000])
  })

  it('node fails at first › read again', async () => {
    const { verdict } = await verifyPolled((read) => {
      if (read === 1) throw new Error('away')
      return repriced
    })
    expect(verdict).toEqual({ is: 'verified' })
  })

  it('bytes that are no transaction › unverified', async () => {
    expect((await verifyPolled(() => Uint8Array.of(1, 2, 3))).verdict).toEqual(unverified)
  })

  it('another transaction, found after the response › mismatch', async () => {
    const other = signed(wire(transferSol(thief)))
    const { verdict } = await verifyPolled((read) => (read > 4 ? other : undefined))
    expect(verdict).toEqual({ is: 'mismatch' })
  })

  it('signature of exactly the requested bytes › verified at once', async () => {
    const onChecked = vi.fn()
    const same = getBase58Decoder().decode(signatureOf(signed(requested)))
    expect(await verify(sends, transaction, { signature: same }, undefined, { onChecked })).toEqual({
      signature: same,
    })
    expect(onChecked.mock.calls).toEqual([[{ is: 'verified' }]])
  })
})

describe('verifyResponse › encodings of a response', () => {
  const complete = signed(requested)
  const bytes = signatureOf(complete)
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
    for (const response of [{ signature: form(bytes) }, [{ signature: form(bytes) }], form(bytes)])
      expect(await verify(sends, transaction, response)).toEqual(sent)
    const signedTransaction = form(complete)
    for (const response of [{ signedTransaction }, [{ signedTransaction }], signedTransaction])
      expect(await verify(signs, transaction, response)).toEqual({ signedTransaction: base64(complete) })
    const message = Buffer.from('Two coffees')
    const text = { signature: form(key.sign(message)), signedMessage: form(message) }
    expect(await verify(signsMessage, { message: base64(message) }, [text])).toEqual({
      signedMessage: base64(message),
      signature: base64(key.sign(message)),
    })
  })

  it('U4 › only a signature › the requested transaction or message, signed', async () => {
    const message = Buffer.from('Two coffees')
    const signature = base58.decode(key.sign(message))
    expect(await verify(signsMessage, { message: base64(message) }, { signature })).toMatchObject({
      signedMessage: base64(message),
    })
    expect(await verify(signs, transaction, { signature: base58.decode(bytes) })).toEqual({
      signedTransaction: base64(complete),
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a short signature', { signature: 'short' }],
    ['63 bytes', { signature: new Array(63).fill(1) }],
    ['no signature in it', { signedTransaction: base64(requested) }],
    ['numbers that are no bytes', { signature: new Array(64).fill(300) }],
    ['u64', { signature: u64(1n) }],
  ])('U4 › response that is %s › unknown outcome, not a mismatch', async (_, response) => {
    for (const method of [signs, sends])
      await expect(verify(method, transaction, response)).rejects.toMatchObject(unknownOutcome)
  })
})
