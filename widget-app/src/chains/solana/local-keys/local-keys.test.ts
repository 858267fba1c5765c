import { ed25519 } from '@noble/curves/ed25519'
import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Encoder,
  getBase64Encoder,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { walletProofText } from '#shared/api/wallet-proof.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { keyConnection, type LocalKey } from '../../local-keys.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { base58Of } from '../decode/decode-response.ts'
import { isSameBytes, parseTransaction, wireOf as signedWire } from '../decode/parse-transaction.ts'
import { systemTransfer } from '../instructions.ts'
import { offchainEncodings } from '../offchain-message.ts'
import type { OpenRpc } from '../rpc.ts'
import { sends, signs, signsIn, signsMessage } from '../testing/dapp-world.ts'
import { testKey } from '../testing/key.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { base64, instructionOf, noBlockhash, wireOf } from '../testing/transactions.ts'
import { bob, chain, lifetime, mint, network } from '../testing/unit-world.ts'
import { latestBlockhash } from '../transactions/fee.ts'
import { submit } from '../transactions/submit.ts'
import { parseRequest } from '../wallet/parse-request.ts'
import { verifyResponse } from '../wallet/verify-response.ts'
import { createLocalKeys } from './local-keys.ts'

const owner = testKey()
const key = {
  namespace: 'solana',
  address: owner.address,
  signMessage: owner.sign,
} as const satisfies LocalKey
const connection = keyConnection(key, chain)
const other = testKey()
const mismatch = { code: -32603, data: { reason: 'mismatch' } }

type Script = Parameters<typeof scriptedNode>[0]
const keysOver = (openRpc: OpenRpc) =>
  createLocalKeys({ openRpc, latestBlockhash, submit: (rpc, wire) => submit(rpc, virtualClock(), wire) })
const keysOn = (script: Script = {}) => keysOver(scriptedNode(script).openRpc)
const keys = keysOn()

const bytesOf = (text: string): Uint8Array => Uint8Array.from(getBase64Encoder().encode(text))
const isSigned = (message: Uint8Array, signature: Uint8Array, address: Address = owner.address) =>
  ed25519.verify(signature, message, Uint8Array.from(getAddressEncoder().encode(address)))

const transferOf = (lamports: bigint) => systemTransfer(owner.address, bob, lamports)
/** Another account signs too, and pays if it is the payer. */
const jointTransfer = (lamports: bigint, payer: Address) =>
  wireOf([transferOf(lamports), instructionOf(mint, [{ signer: other.address }], [1])], {
    payer,
    lifetime: lifetime.blockhash,
  })
const transfer = (lamports = 5n, version: 'legacy' | 0 = 0) =>
  wireOf([transferOf(lamports)], { payer: owner.address, lifetime: lifetime.blockhash, version })
const requestOf = (wire: Uint8Array, method: string = signs): RpcRequest => ({
  method,
  params: { address: owner.address, chain: 'solana:mainnet', transaction: base64(wire) },
})
const messageRequest = (bytes: Uint8Array): RpcRequest => ({
  method: signsMessage,
  params: { address: owner.address, message: base64(bytes) },
})

/** The same transaction with the signature of one signer. */
function withSignature(
  wire: Uint8Array,
  signer: Address,
  sign: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const parsed = parseTransaction(wire)
  if (parsed === undefined) throw new Error('No transaction')
  return signedWire(parsed.messageBytes, new Map([...parsed.signatures, [signer, sign(parsed.messageBytes)]]))
}

const transactionSchema = z.object({ signedTransaction: z.string() })
const messageSchema = z.object({ signedMessage: z.string(), signature: z.string() })

describe('sign › transactions', () => {
  test.each([0, 'legacy'] as const)(
    'version %s › only the account’s signature, of the message',
    async (version) => {
      const request = requestOf(transfer(5n, version))
      const signed = await keys.sign(key, request, chain)
      const wire = bytesOf(z.parse(transactionSchema, signed).signedTransaction)
      expect(isSigned(wire.subarray(65), wire.subarray(1, 65))).toBe(true)
      expect(isSameBytes(wire, withSignature(transfer(5n, version), owner.address, owner.sign))).toBe(true)
      expect(await keys.respond(connection, request, signed, network)).toEqual(signed)
      const { requested } = parseRequest(connection, request)
      const verdicts: unknown[] = []
      const ports = { rpc: scriptedNode({}).openRpc(network), clock: virtualClock() }
      await verifyResponse(ports, requested, signed, { onChecked: (verdict) => verdicts.push(verdict) })
      expect(verdicts).toEqual([{ is: 'verified' }])
    },
  )

  test.each([
    ['first', owner.address],
    ['second', other.address],
  ])('signature at the %s position › that of the other account stays', async (_, payer) => {
    const joint = withSignature(jointTransfer(5n, payer), other.address, other.sign)
    const signed = await keys.sign(key, requestOf(joint), chain)
    const wire = bytesOf(z.parse(transactionSchema, signed).signedTransaction)
    const signatures = parseTransaction(wire)?.signatures
    const message = wire.subarray(1 + 2 * 64)
    expect(isSigned(message, signatures?.get(owner.address) ?? new Uint8Array(64))).toBe(true)
    expect(isSigned(message, signatures?.get(other.address) ?? new Uint8Array(64), other.address)).toBe(true)
    expect(await keys.respond(connection, requestOf(joint), signed, network)).toEqual(signed)
  })

  test.each<[string, RpcRequest, number]>([
    [
      'the account does not sign',
      requestOf(
        wireOf([systemTransfer(other.address, bob, 1n)], {
          payer: other.address,
          lifetime: lifetime.blockhash,
        }),
      ),
      -32602,
    ],
    ['no blockhash', requestOf(wireOf([transferOf(5n)], { payer: owner.address })), -32602],
    [
      'another cluster',
      {
        method: signs,
        params: { address: owner.address, chain: 'solana:devnet', transaction: base64(transfer()) },
      },
      4901,
    ],
    ['another account', { method: signs, params: { address: bob, transaction: base64(transfer()) } }, 4100],
    ['bytes after the transaction', requestOf(Uint8Array.of(...transfer(), 0)), -32602],
    ['another method', { method: 'solana:signAllTransactions', params: {} }, 4200],
  ])('%s › rejected, and the key signs nothing', async (_, request, code) => {
    const untouched = { ...key, signMessage: () => expect.unreachable('The key was used') }
    await expect(keys.sign(untouched, request, chain)).rejects.toMatchObject({ code })
  })

  test('key or chain of another namespace › rejected', async () => {
    const polkadot = { namespace: 'polkadot', address: '', signMessage: owner.sign } as const
    await expect(keys.sign(polkadot, requestOf(transfer()), chain)).rejects.toMatchObject({ code: 4901 })
    const ethereum = parseChainId('eip155:1')
    await expect(keys.sign(key, requestOf(transfer()), ethereum)).rejects.toMatchObject({ code: 4901 })
  })
})

describe('sign › messages', () => {
  const text = new TextEncoder().encode('Two coffees, ✓')

  test('text › verifies, respond accepts it', async () => {
    const signed = await keys.sign(key, messageRequest(text), chain)
    const { signedMessage, signature } = z.parse(messageSchema, signed)
    expect(isSameBytes(bytesOf(signedMessage), text)).toBe(true)
    expect(isSigned(text, bytesOf(signature))).toBe(true)
    expect(await keys.respond(connection, messageRequest(text), signed, network)).toEqual(signed)
    expect(await keys.complete(connection, messageRequest(text), network)).toEqual(messageRequest(text))
  })

  test('sign-in › signs its text', async () => {
    const params = { domain: 'shop.example', address: owner.address, statement: 'Hello', nonce: '12345678' }
    const request = { method: signsIn, params }
    const signed = await keys.sign(key, request, chain)
    const { signedMessage, signature } = z.parse(messageSchema, signed)
    const expected = `shop.example wants you to sign in with your Solana account:\n${owner.address}\n\nHello\n\nNonce: 12345678`
    expect(new TextDecoder().decode(bytesOf(signedMessage))).toBe(expected)
    expect(isSigned(new TextEncoder().encode(expected), bytesOf(signature))).toBe(true)
    expect(await keys.respond(connection, request, signed, network)).toEqual(signed)
  })

  const offchain = offchainEncodings(owner.address, text)
  test.each<readonly [string, Uint8Array]>([
    ['bytes', Uint8Array.of(1, 2, 0, 255)],
    ...offchain.map((bytes, at) => [`off-chain message ${at}`, bytes] as const),
  ])('%s › signed', async (_, bytes) => {
    const { signature } = z.parse(messageSchema, await keys.sign(key, messageRequest(bytes), chain))
    expect(isSigned(bytes, bytesOf(signature))).toBe(true)
  })

  const messageBytes = (wire: Uint8Array) => wire.subarray(65)
  const proof = new TextEncoder().encode(
    walletProofText('user', 'challenge', { eip155: '0x', solana: '1', polkadot: '5' }),
  )
  test.each<[string, Uint8Array]>([
    ['the message of a transaction', messageBytes(transfer())],
    ['the message of a legacy transaction', messageBytes(transfer(5n, 'legacy'))],
    [
      'the message of a transaction of another account',
      messageBytes(
        wireOf([systemTransfer(other.address, bob, 1n)], {
          payer: other.address,
          lifetime: lifetime.blockhash,
        }),
      ),
    ],
    ['a whole transaction', transfer()],
    ['the message of a later version', Uint8Array.of(0x81, 1, 0, 255)],
    ['a proof of the wallet’s keys', proof],
    ...offchainEncodings(owner.address, proof).map((bytes, at): [string, Uint8Array] => [
      `a proof as off-chain message ${at}`,
      bytes,
    ]),
  ])('%s › rejected, and the key signs nothing', async (_, bytes) => {
    const untouched = { ...key, signMessage: () => expect.unreachable('The key was used') }
    await expect(keys.sign(untouched, messageRequest(bytes), chain)).rejects.toMatchObject({ code: 4200 })
    await expect(keys.complete(connection, messageRequest(bytes), network)).rejects.toMatchObject({
      code: 4200,
    })
  })

  test("the account's transaction whose bytes are readable text › rejected", async () => {
    const address = getAddressDecoder().decode(new TextEncoder().encode('a'.repeat(32)))
    const [accounts, blockhash] = ['a'.repeat(32 * 33), 'b'.repeat(32)]
    // 32 signers of 33 accounts, and 9 instructions with 9 accounts and 9 bytes of data each.
    const text = `   !${accounts}${blockhash}\t${` \t${' '.repeat(9)}\t${'c'.repeat(9)}`.repeat(9)}`
    const request = {
      method: signsMessage,
      params: { address, message: base64(new TextEncoder().encode(text)) },
    }
    await expect(keys.sign({ ...key, address }, request, chain)).rejects.toMatchObject({ code: 4200 })
    await expect(keys.sign(key, messageRequest(new TextEncoder().encode(text)), chain)).resolves.toBeDefined()
  })
})

describe('complete', () => {
  const blockhash = { getLatestBlockhash: () => inContext(lifetime) }

  test('transaction with a blockhash › unchanged, no node', async () => {
    expect(await keys.complete(connection, requestOf(transfer()), network)).toEqual(requestOf(transfer()))
    const joint = requestOf(withSignature(jointTransfer(5n, owner.address), other.address, other.sign))
    expect(await keys.complete(connection, joint, network)).toEqual(joint)
  })

  test('transaction without a blockhash › gets the latest one', async () => {
    const empty = wireOf([transferOf(5n)], { payer: owner.address, lifetime: noBlockhash })
    expect(await keysOn(blockhash).complete(connection, requestOf(empty), network)).toEqual(
      requestOf(transfer()),
    )
  })

  test('another account has signed without a blockhash › rejected', async () => {
    const instructions = [transferOf(5n), instructionOf(mint, [{ signer: other.address }], [1])]
    const empty = withSignature(wireOf(instructions, { payer: owner.address }), other.address, other.sign)
    await expect(keysOn(blockhash).complete(connection, requestOf(empty), network)).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('to send, another account has not signed › rejected', async () => {
    const joint = jointTransfer(5n, owner.address)
    await expect(keys.complete(connection, requestOf(joint, sends), network)).rejects.toMatchObject({
      code: -32602,
    })
    expect(await keys.complete(connection, requestOf(joint), network)).toEqual(requestOf(joint))
  })

  test('another network › rejected', async () => {
    const elsewhere = { ...network, id: parseChainId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1') }
    await expect(keys.complete(connection, requestOf(transfer()), elsewhere)).rejects.toMatchObject({
      code: 4901,
    })
  })
})

describe('respond', () => {
  const request = requestOf(transfer(), sends)
  const signed = () => keys.sign(key, request, chain)
  const idOf = (value: unknown) =>
    bytesOf(z.parse(transactionSchema, value).signedTransaction).subarray(1, 65)
  const accepts = {
    sendTransaction: ([wire]: readonly unknown[]) =>
      base58Of(bytesOf(z.parse(z.string(), wire)).subarray(1, 65)),
  }

  test('transaction to send › sent once, returns its signature', async () => {
    const node = scriptedNode(accepts)
    const sender = keysOver(node.openRpc)
    const response = z.parse(
      z.object({ signature: z.string() }),
      await sender.respond(connection, request, await signed(), network),
    )
    expect(isSameBytes(getBase58Encoder().encode(response.signature), idOf(await signed()))).toBe(true)
    expect(node.calls).toEqual(['sendTransaction'])
  })

  test('blockhash has expired › nothing was sent', async () => {
    const expired = () => {
      throw new ProviderRpcError(-32002, 'Transaction simulation failed: Blockhash not found', {
        err: 'BlockhashNotFound',
      })
    }
    const node = scriptedNode({ sendTransaction: expired })
    const sender = keysOver(node.openRpc)
    await expect(sender.respond(connection, request, await signed(), network)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'expired' },
    })
    expect(node.calls).toEqual(['sendTransaction'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['another amount', () => keys.sign(key, requestOf(transfer(6n)), chain)],
    ['another version', () => keys.sign(key, requestOf(transfer(5n, 'legacy')), chain)],
    [
      'another blockhash',
      () =>
        keys.sign(key, requestOf(wireOf([transferOf(5n)], { payer: owner.address, lifetime: bob })), chain),
    ],
    ['no signature', async () => ({ signedTransaction: base64(transfer()) })],
    [
      'a signature of other bytes',
      async () => ({
        signedTransaction: base64(
          withSignature(transfer(), owner.address, () => owner.sign(new Uint8Array(8))),
        ),
      }),
    ],
    [
      "another key's signature",
      async () => ({ signedTransaction: base64(withSignature(transfer(), owner.address, other.sign)) }),
    ],
    [
      'bytes after it',
      async () => ({
        signedTransaction: base64(Uint8Array.of(...withSignature(transfer(), owner.address, owner.sign), 0)),
      }),
    ],
    ['only a signature', async () => ({ signature: base64(owner.sign(transfer())) })],
    ['nothing', async () => undefined],
  ])('signed with %s › mismatch, nothing sent', async (_, sign) => {
    await expect(keys.respond(connection, request, await sign(), network)).rejects.toMatchObject(mismatch)
  })

  test('signature of another account dropped › mismatch', async () => {
    const joint = withSignature(jointTransfer(5n, owner.address), other.address, other.sign)
    const dropped = await keys.sign(key, requestOf(jointTransfer(5n, owner.address)), chain)
    await expect(keys.respond(connection, requestOf(joint), dropped, network)).rejects.toMatchObject(mismatch)
  })

  test.each<[string, (good: z.output<typeof messageSchema>) => unknown]>([
    ['another message', (good) => ({ ...good, signedMessage: base64(Uint8Array.of(1)) })],
    [
      'a signature of another message',
      (good) => ({ ...good, signature: base64(owner.sign(Uint8Array.of(1))) }),
    ],
    ['a short signature', (good) => ({ ...good, signature: base64(Uint8Array.of(1)) })],
    ['more members', (good) => ({ ...good, more: 1 })],
  ])('message signed with %s › mismatch', async (_, change) => {
    const asked = messageRequest(new TextEncoder().encode('Two coffees'))
    const good = z.parse(messageSchema, await keys.sign(key, asked, chain))
    await expect(keys.respond(connection, asked, change(good), network)).rejects.toMatchObject(mismatch)
  })
})
