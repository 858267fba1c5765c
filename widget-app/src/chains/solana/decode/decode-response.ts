import {
  type Address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/web3.js'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { isSameBytes, type ParsedTransaction, parseTransaction, wireOf } from './parse-transaction.ts'

// Wallets return more encodings than the standard has: lists of one, bare values, bytes as arrays of numbers or as JSON of a
// Uint8Array, text in base58 or base64. All of them have the same meaning, so all of them are decoded (U4, U6).

/** Maximum number of bytes that are decoded from a response. */
const bytesMaxLength = 65_536

const signatureLength = 64

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const member = (value: unknown, name: string): unknown =>
  isObject(value) && name in value ? Reflect.get(value, name) : undefined

/** The entry of a list of one; other values unchanged. */
const unwrapSingle = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && !isByte(value[0]) ? value[0] : value

/** Bytes as bytes: a Uint8Array, a list of numbers, Node's Buffer as JSON, or an object with an index for each byte. */
function rawBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0))
  if (!isObject(value)) return undefined
  const data = member(value, 'type') === 'Buffer' ? member(value, 'data') : value
  const list: readonly unknown[] = Array.isArray(data) ? data : isObject(data) ? Object.values(data) : []
  const isIndexed = Array.isArray(data) || Object.keys(data ?? {}).every((key, at) => key === String(at))
  return isIndexed && list.length > 0 && list.length <= bytesMaxLength && list.every(isByte)
    ? Uint8Array.from(list)
    : undefined
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
const base58Pattern = /^[1-9A-HJ-NP-Za-km-z]+$/

const fromBase64 = (text: string): readonly Uint8Array[] =>
  base64Pattern.test(text)
    ? [Uint8Array.from(getBase64Encoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4, '=')))]
    : []

// Decoding base58 takes quadratic time: nothing longer than a transaction is decoded.
const fromBase58 = (text: string): readonly Uint8Array[] =>
  base58Pattern.test(text) && text.length <= 2_048 ? [Uint8Array.from(getBase58Encoder().encode(text))] : []

/** All byte strings that a value may encode, the likeliest first. */
function candidates(value: unknown, textFirst: 'base64' | 'base58'): readonly Uint8Array[] {
  const raw = rawBytes(value)
  if (raw !== undefined) return [raw]
  if (typeof value !== 'string' || value === '' || value.length > 2 * bytesMaxLength) return []
  const [base64, base58] = [fromBase64(value), fromBase58(value)]
  return textFirst === 'base64' ? [...base64, ...base58] : [...base58, ...base64]
}

/** The error for an undecodable response after a prompt: the request may have been signed or sent. */
export const undecodableResponse = () =>
  linkError(
    providerCodes.internal,
    'The wallet answered without a signature that can be read',
    'unknown-outcome',
    'Look into the wallet, or at the account on the chain, before you try again.',
  )

/** The signature in a response, 64 bytes. @throws ProviderRpcError −32603, `data.reason` unknown-outcome. */
export function decodeSignature(response: unknown): Uint8Array {
  const body = unwrapSingle(response)
  const encoded = unwrapSingle(member(body, 'signature') ?? member(body, 'signatures') ?? body)
  const found = candidates(encoded, 'base58').find(({ length }) => length === signatureLength)
  if (found === undefined || found.every((byte) => byte === 0)) throw undecodableResponse()
  return found
}

/** The signed bytes of a message and the signature. A wallet that returns only the signature signed the requested bytes. */
export function decodeSignedMessage(response: unknown, requested: Uint8Array) {
  const signature = decodeSignature(response)
  const encoded = member(unwrapSingle(response), 'signedMessage')
  const decoded = encoded === undefined || encoded === null ? [requested] : candidates(encoded, 'base64')
  // Short texts may be both base64 and base58: prefer the decoding that equals the request.
  const message = decoded.find((one) => isSameBytes(one, requested)) ?? decoded[0]
  if (message === undefined) throw undecodableResponse()
  return { message, signature }
}

/**
 * The transaction in a response, in canonical form. If the wallet returns only the signature of an account, this is the
 * requested transaction with that signature.
 * @throws ProviderRpcError −32603, `data.reason` unknown-outcome.
 */
export function decodeSignedTransaction(
  response: unknown,
  requested: ParsedTransaction,
  account: Address,
): ParsedTransaction {
  const body = unwrapSingle(response)
  const encoded = unwrapSingle(member(body, 'signedTransaction') ?? member(body, 'transaction') ?? body)
  const found = candidates(encoded, 'base64').flatMap((bytes) => parseTransaction(bytes) ?? [])[0]
  if (found !== undefined) return found
  if (member(body, 'signature') === undefined) throw undecodableResponse()
  const signatures = new Map([...requested.signatures, [account, decodeSignature(body)]])
  const signed = parseTransaction(wireOf(requested.messageBytes, signatures))
  if (signed === undefined) throw undecodableResponse()
  return signed
}

/** Encodes bytes as responses carry them (docs/protocol.md). */
export const base64Of = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** Encodes a signature as the transaction id. */
export const base58Of = (signature: Uint8Array): string => getBase58Decoder().decode(signature)
