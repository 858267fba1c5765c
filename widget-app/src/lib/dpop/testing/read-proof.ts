import { integer, matching, nonEmptyText, oneOf, openObject, optional } from '#shared/wire-schema.ts'
import * as z from '#shared/zod.ts'
import { fromBase64url, toBase64url } from '../../text/base64url.ts'

const headerSchema = openObject({
  typ: oneOf('dpop+jwt'),
  alg: oneOf('ES256'),
  jwk: openObject({ kty: oneOf('EC'), crv: oneOf('P-256'), x: nonEmptyText(43), y: nonEmptyText(43) }),
})
const claimsSchema = openObject({
  jti: matching(/^[\w-]{16,64}$/),
  htm: nonEmptyText(8),
  htu: nonEmptyText(2_048),
  iat: integer(0),
  nonce: nonEmptyText(512),
  ath: optional(nonEmptyText(43)),
})

const decode = (part: string): unknown => JSON.parse(new TextDecoder().decode(fromBase64url(part)))

/** Test only: the header and claims of a proof. @throws Error unless its own key has signed it. */
export async function readProof(jwt: string) {
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  const { jwk } = z.parse(headerSchema, decode(header))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${claims}`)
  if (!(await crypto.subtle.verify(algorithm, key, fromBase64url(signature), signed)))
    throw new Error('The proof is not signed by its key')
  return { jwk, claims: z.parse(claimsSchema, decode(claims)) }
}

/** SHA-256 of a text in base64url. */
export const sha256Of = async (text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
