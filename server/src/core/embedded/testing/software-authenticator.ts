import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import * as z from '../../../../../shared/zod.ts'

const coordinate = z.object({ x: z.string(), y: z.string() })
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** Bits of the authenticator data (WebAuthn §6.1). */
const [userPresent, userVerified, backupEligible, backedUp, attestedData] = [0x01, 0x04, 0x08, 0x10, 0x40]

/** What a test lets the authenticator or the browser state. */
type Ceremony = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly isUserVerified?: boolean
  readonly count?: number
}

/** An authenticator with one ES256 credential, and the browser that speaks with it. */
export function createSoftwareAuthenticator(home: { readonly origin: string; readonly rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = z.parse(coordinate, publicKey.export({ format: 'jwk' }))
  const credentialId = randomBytes(32)
  const id = encode(credentialId)

  const clientData = (challenge: string, type: string, { origin = home.origin, crossOrigin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, ...(crossOrigin && { crossOrigin }) }))

  function authenticatorData({ rpId = home.rpId, isUserVerified = true, count = 0 }: Ceremony, more = 0) {
    const flags = userPresent | (isUserVerified ? userVerified : 0) | backupEligible | backedUp | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  return {
    id,
    /** Creates the credential. `challenge` is in base64url, as the server sends it. */
    register: (challenge: string, ceremony: Ceremony = {}) => {
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(ceremony, attestedData),
        Buffer.alloc(16),
        length,
        credentialId,
        cose,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id,
        clientDataJSON: encode(clientData(challenge, ceremony.type ?? 'webauthn.create', ceremony)),
        attestationObject: encode(isoCBOR.encode(attestation as Map<string, never>)),
        transports: ['internal'],
      }
    },
    /** Signs a challenge. */
    assert: (challenge: string, ceremony: Ceremony = {}) => {
      const clientDataBytes = clientData(challenge, ceremony.type ?? 'webauthn.get', ceremony)
      const authData = authenticatorData(ceremony)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataBytes)]), privateKey)
      return {
        id,
        clientDataJSON: encode(clientDataBytes),
        authenticatorData: encode(authData),
        signature: encode(signature),
      }
    },
  }
}
