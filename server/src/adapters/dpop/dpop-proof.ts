import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import * as z from '../../../../shared/zod.ts'
import type { ReadDpopProof } from '../../ports/dpop-proofs.ts'

/** Longer texts are no proof: a P-256 key and the claims take some 600 characters. */
const maxLength = 4_096

const claims = z.object({
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  htm: z.string(),
  htu: z.string(),
  nonce: z.optional(z.string()),
  ath: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
})
const key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })

/** Reads DPoP proofs (RFC 9449 §4.3) signed with ES256. */
export const readDpopProof: ReadDpopProof = async (jwt) => {
  if (jwt.length > maxLength) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    })
    const { jti, htm, htu, nonce, ath } = z.parse(claims, payload)
    return {
      keyThumbprint: await calculateJwkThumbprint(z.parse(key, protectedHeader.jwk)),
      ...{ id: jti, method: htm, url: htu, nonce },
      tokenHash: ath === undefined ? undefined : Buffer.from(ath, 'base64url').toString('hex'),
    }
  } catch {
    // Whatever is wrong with it, it proves nothing.
    return undefined
  }
}
