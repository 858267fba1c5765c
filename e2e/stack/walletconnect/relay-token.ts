import { createPublicKey, verify } from 'node:crypto'
import * as z from '#shared/zod.ts'

/** Whether the relay accepts a client; clients expect these wordings of the reason. */
export type TokenVerdict =
  | { readonly is: 'accepted'; readonly clientId: string }
  | { readonly is: 'refused'; readonly reason: string }

const headerSchema = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT') })
const claimsSchema = z.object({ iss: z.string(), aud: z.string(), iat: z.number(), exp: z.number() })

/** Tolerated difference between the clocks of client and relay. */
const clockSkewSeconds = 60

/**
 * Verifies the `auth` parameter of a relay connection: a JWT signed by the Ed25519 key of its `did:key` issuer, whose audience
 * is the URL of this relay. The issuer is the client's id.
 */
export function verifyToken(token: string, relayUrl: string, nowMs: number): TokenVerdict {
  const [header = '', payload = '', signature = '', ...extraParts] = token.split('.')
  const isHeader = headerSchema.safeParse(parseJson(header)).success
  const claims = claimsSchema.safeParse(parseJson(payload))
  if (extraParts.length > 0 || !isHeader || !claims.success) return reject('invalid auth')
  const { iss, aud, iat, exp } = claims.data
  const key = keyOfIssuer(iss)
  const signed = Buffer.from(`${header}.${payload}`)
  if (key === undefined || !verify(null, signed, key, Buffer.from(signature, 'base64url'))) {
    return reject('invalid auth')
  }
  if (aud.replace(/\/$/, '') !== relayUrl) return reject(`invalid audience: ${aud}`)
  if (exp * 1_000 < nowMs) return reject('JWT expired')
  if (iat * 1_000 > nowMs + clockSkewSeconds * 1_000) return reject('JWT not yet valid')
  return { is: 'accepted', clientId: iss }
}

const reject = (reason: string): TokenVerdict => ({ is: 'refused', reason })

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

const didKeyPrefix = 'did:key:z'
const ed25519Multicodec = [0xed, 0x01]

function keyOfIssuer(issuer: string) {
  const bytes = issuer.startsWith(didKeyPrefix)
    ? decodeBase58(issuer.slice(didKeyPrefix.length))
    : Buffer.alloc(0)
  if (bytes.length !== 34 || ed25519Multicodec.some((byte, at) => bytes[at] !== byte)) return undefined
  const x = bytes.subarray(2).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58 without leading zeros, which a key with a multicodec prefix never has; empty when it is not base58. */
function decodeBase58(text: string): Buffer {
  // A longer text is no key, and decoding it is slow.
  if (text.length > 64 || [...text].some((letter) => !base58Alphabet.includes(letter))) return Buffer.alloc(0)
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(base58Alphabet.indexOf(letter)), 0n)
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}
