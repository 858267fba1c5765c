import { randomId } from '#shared/channel/random-id.ts'
import { matching, openObject, parseWire } from '#shared/wire-schema.ts'
import { toBase64url } from '../text/base64url.ts'

const encoder = new TextEncoder()

const coordinate = matching(/^[\w-]{43}$/)
const coordinates = openObject({ x: coordinate, y: coordinate })

/** A public P-256 key (RFC 7517), with its required members in the order of their names (RFC 7638). */
type PublicJwk = { readonly crv: 'P-256'; readonly kty: 'EC'; readonly x: string; readonly y: string }

async function publicJwk({ publicKey }: CryptoKeyPair): Promise<PublicJwk> {
  const exported = parseWire(coordinates, await crypto.subtle.exportKey('jwk', publicKey))
  if (!exported.success) throw new TypeError('The key is not a P-256 key')
  const { x, y } = exported.data
  return { crv: 'P-256', kty: 'EC', x, y }
}

const sha256 = async (text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))

/** Thumbprint of a public key (RFC 7638), in base64url. */
export const keyThumbprint = async (pair: CryptoKeyPair): Promise<string> =>
  sha256(JSON.stringify(await publicJwk(pair)))

/** The call that a proof is for. */
export type CallToProve = {
  readonly method: string
  /** Absolute URL; the proof states it without its query. */
  readonly url: URL
  readonly nonce: string
  /** Token of the session, if the call has one. */
  readonly token?: string | undefined
  /** Epoch milliseconds. */
  readonly nowMs: number
}

const encodeJson = (value: object) => toBase64url(encoder.encode(JSON.stringify(value)))

/** A proof of possession for one call (RFC 9449 §4.2): a JWT that counts once. */
export async function createDpopProof(pair: CryptoKeyPair, call: CallToProve): Promise<string> {
  const { method, url, nonce, token, nowMs } = call
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(pair) }
  const claims = {
    jti: randomId(),
    htm: method,
    htu: `${url.origin}${url.pathname}`,
    iat: Math.floor(nowMs / 1_000),
    nonce,
    ...(token === undefined ? {} : { ath: await sha256(token) }),
  }
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    encoder.encode(signed),
  )
  return `${signed}.${toBase64url(new Uint8Array(signature))}`
}
