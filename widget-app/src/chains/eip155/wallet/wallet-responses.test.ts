import {
  hashMessage,
  hexToBytes,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { isSameHex } from '../hex.ts'
import { signerOf } from './verify-message-signature.ts'
import {
  bytesCandidates,
  canonicalSignature,
  readBundleId,
  readHash,
  readSignature,
} from './wallet-responses.ts'

const account = privateKeyToAccount(generatePrivateKey())
const message = 'hello'
const signature = await account.signMessage({ message })
const parts = parseSignature(signature)
const hash = `0x${'ab'.repeat(32)}`
const bytes = [...hexToBytes(signature)]
const withLastByte = (byte: string) => `${signature.slice(0, -2)}${byte}`
const parity = signature.endsWith('1b') ? 0 : 1

describe('U6 › signature in another form', () => {
  it.each<[string, unknown]>([
    ['no 0x', signature.slice(2)],
    ['capital hex', signature.toUpperCase()],
    ['spaces around it', ` ${signature}\n`],
    ['v 0 or 1', withLastByte(`0${parity}`)],
    ['v of EIP-155', withLastByte((35 + parity).toString(16))],
    ['EIP-2098', serializeCompactSignature(signatureToCompactSignature(parts))],
    ['bytes as a list', bytes],
    ['bytes as a Uint8Array', Uint8Array.from(bytes)],
    ['bytes with numbered members', { ...bytes }],
    ['member signature', { signature }],
    ['member result in a member', { result: { signature } }],
    ['a list of one', [signature]],
    ['r, s and v', { r: parts.r, s: parts.s, v: parity + 27 }],
    ['r, s and yParity', { r: parts.r, s: parts.s, yParity: parity }],
    ['r, s and v in hex', { r: parts.r, s: parts.s, v: `0x${parity}` }],
  ])('U6 › %s › the common form of the account’s signature', async (_name, response) => {
    const decoded = readSignature(response)
    expect(decoded).toBe(signature)
    const signer = decoded && (await signerOf(hashMessage(message), decoded))
    expect(isSameHex(signer, account.address)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['words', 'signed'],
    ['a number', 5],
    ['an empty object', {}],
    ['numbers that are no bytes', [256, -1]],
    ['a hash four objects deep', { result: { result: { result: { result: { hash } } } } }],
  ])('U4 › %s › no bytes', (_name, response) => {
    expect(bytesCandidates(response)).toEqual([])
    expect(readHash(response)).toBeUndefined()
  })

  it('contract’s signature of another length › unchanged', () => {
    expect(canonicalSignature('0x1234')).toBeUndefined()
    expect(readSignature('0x1234')).toBe('0x1234')
    expect(readSignature(withLastByte('05'))).toBe(withLastByte('05'))
  })
})

describe('U6 › hash in another form', () => {
  it.each<[string, unknown]>([
    ['capitals', hash.toUpperCase()],
    ['no 0x', hash.slice(2)],
    ['member hash', { hash }],
    ['member txHash', { txHash: hash }],
    ['member transactionHash', { transactionHash: hash }],
    ['member of a result', { result: { hash } }],
    ['bytes', [...hexToBytes(`0x${hash.slice(2)}`)]],
    ['beside the signature', { signature, hash }],
  ])('U6 › %s › the hash', (_name, response) => {
    expect(readHash(response)).toBe(hash)
  })

  it.each<[string, unknown, string | undefined]>([
    ['text', '0x12', '0x12'],
    ['an object', { id: '0x12', capabilities: null }, '0x12'],
    ['a wrapper', { result: { id: '0x12' } }, '0x12'],
    ['nothing', {}, undefined],
    ['an empty text', '', undefined],
  ])('U4 › bundle id as %s › its id or undefined', (_name, response, id) => {
    expect(readBundleId(response)).toBe(id)
  })
})
