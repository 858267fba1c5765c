import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from '../../../../shared/zod.ts'
import type { PasskeyVerifier } from '../../ports/passkeys.ts'

const clientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) })

/** COSE algorithms: ES256, which every authenticator has, Ed25519, and RS256 of Windows Hello. */
const algorithms = [-7, -8, -257]
const noExtensions = { clientExtensionResults: {}, type: 'public-key' as const }

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const encodeText = (text: string): string => Buffer.from(text).toString('base64url')
/** A copy on a buffer of its own, which the library's types demand. */
const decode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

function clientDataOf(text: string) {
  try {
    return z.parse(clientData, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}

/**
 * Verifies by the procedures of WebAuthn Level 3 §7.
 * @param origin of the vault, whose documents run every ceremony in a top-level window.
 * @param rpId relying party id: the origin's host, or a domain above it.
 */
export function createPasskeyVerifier({
  origin,
  rpId,
}: {
  readonly origin: string
  readonly rpId: string
}): PasskeyVerifier {
  const expected = (challenge: string) => ({
    ...{ expectedChallenge: encodeText(challenge), expectedOrigin: origin, expectedRPID: rpId },
    requireUserVerification: true,
  })
  return {
    rpId,
    challengeOf: (clientDataJson) => {
      const data = clientDataOf(clientDataJson)
      if (data === undefined) return undefined
      return Buffer.from(data.challenge, 'base64url').toString('utf8')
    },
    verifyRegistration: async ({ id, clientDataJSON, attestationObject, transports = [] }, challenge) => {
      if (clientDataOf(clientDataJSON)?.crossOrigin === true) return undefined
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...noExtensions, id, rawId: id, response: { clientDataJSON, attestationObject } },
          ...expected(challenge),
          supportedAlgorithmIDs: algorithms,
        })
        if (!verified) return undefined
        const { credential, credentialBackedUp: isBackedUp } = registrationInfo
        if (credential.id !== id) return undefined
        return {
          ...{ id, publicKey: encode(credential.publicKey), signCount: credential.counter },
          ...{ transports, isBackedUp },
        }
      } catch {
        // Whatever is wrong with it, it registers nothing.
        return undefined
      }
    },
    verifyAssertion: async ({ id, ...response }, challenge, { publicKey, signCount }) => {
      if (clientDataOf(response.clientDataJSON)?.crossOrigin === true) return { is: 'invalid' }
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...noExtensions, id, rawId: id, response },
          ...expected(challenge),
          // The library throws one kind of error for all; the count is compared below.
          credential: { id, publicKey: decode(publicKey), counter: 0 },
        })
        if (!verified) return { is: 'invalid' }
        const { newCounter, credentialBackedUp: isBackedUp } = authenticationInfo
        const counts = newCounter > 0 || signCount > 0
        if (counts && newCounter <= signCount) return { is: 'copied' }
        return { is: 'valid', change: { signCount: newCounter, isBackedUp } }
      } catch {
        return { is: 'invalid' }
      }
    },
  }
}
