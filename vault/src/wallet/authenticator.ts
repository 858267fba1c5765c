import type { PasskeyChallenge } from '#shared/api/embedded-passkeys.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, utf8Bytes } from '../core/bytes.ts'

/** The user cancelled the browser's dialog, or it timed out. */
export class PasskeyCancelledError extends Error {
  override readonly name = 'PasskeyCancelledError'
}

/** The authenticator has no `prf` extension, or returned two different outputs: it cannot open an envelope. */
export class PasskeyUnfitError extends Error {
  override readonly name = 'PasskeyUnfitError'
}

/** The authenticator has a passkey of this user already. */
export class PasskeyRegisteredError extends Error {
  override readonly name = 'PasskeyRegisteredError'
}

/** No user has this passkey: it was removed, or its account was deleted. */
export class PasskeyUnknownError extends Error {
  override readonly name = 'PasskeyUnknownError'
}

/** The passkey's count has not grown: a copy of it may be in use (Web Authentication Level 3, §6.1.1). */
export class PasskeyCopiedError extends Error {
  override readonly name = 'PasskeyCopiedError'
}

/** What runs WebAuthn ceremonies: `navigator.credentials`. */
export type Authenticator = Pick<CredentialsContainer, 'create' | 'get'> & {
  /** Tells the device's keychain that a passkey is no longer of use (WebAuthn Level 3, `signalUnknownCredential`). */
  readonly forget: (rpId: string, id: string) => Promise<void>
}

/** Minimum length of an output of the `prf` extension, in bytes. */
const prfMinLength = 32
/** ES256, EdDSA and RS256, in the order of preference (COSE). */
const algorithms = [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' as const }))

const prfExtension = { prf: { eval: { first: utf8Bytes('drawbridge envelope v1 passkey') } } }

/** A passkey that was just created or used, and the output of its `prf` extension. */
export type UsedPasskey = { readonly id: string; readonly output: Bytes | undefined }

/** Output of the `prf` extension; undefined if there is none. */
function prfOutput(credential: PublicKeyCredential): Bytes | undefined {
  const output = credential.getClientExtensionResults().prf?.results?.first
  return output instanceof ArrayBuffer && output.byteLength >= prfMinLength
    ? new Uint8Array(output)
    : undefined
}

async function runCeremony(start: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await start()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    // The browser reports a cancelled dialog and an expired one alike, so that no page learns what the user has.
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError') throw new PasskeyRegisteredError('There is one')
  }
  throw new PasskeyCancelledError('No passkey was used')
}

const text = (buffer: ArrayBuffer): string => toBase64url(new Uint8Array(buffer))

/** What the server needs of a passkey that was created, whether it can open an envelope, and what the `prf` extension returned. */
export async function createCredential(
  authenticator: Authenticator,
  { challenge, rpId, userId = '', credentials }: PasskeyChallenge,
  userName: string,
) {
  const credential = await runCeremony(() =>
    authenticator.create({
      publicKey: {
        challenge: fromBase64url(challenge),
        rp: { id: rpId, name: rpId },
        user: { id: fromBase64url(userId), name: userName, displayName: userName },
        pubKeyCredParams: algorithms,
        excludeCredentials: credentials.map(({ id }) => ({ id: fromBase64url(id), type: 'public-key' })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions: prfExtension,
      },
    }),
  )
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse))
    throw new PasskeyCancelledError('The browser returned no registration')
  const registration = {
    id: credential.id,
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports(),
  }
  const canOpen = credential.getClientExtensionResults().prf?.enabled === true
  return { registration, canOpen, output: prfOutput(credential) }
}

/** What the server needs of a passkey that was used, and the output of its `prf` extension. */
export async function readCredential(
  authenticator: Authenticator,
  { challenge, rpId, credentials }: PasskeyChallenge,
  allowed?: string,
) {
  const credential = await runCeremony(() =>
    authenticator.get({
      publicKey: {
        challenge: fromBase64url(challenge),
        rpId,
        userVerification: 'required',
        allowCredentials: credentials
          .filter(({ id }) => allowed === undefined || id === allowed)
          .map(({ id }) => ({ id: fromBase64url(id), type: 'public-key' })),
        extensions: prfExtension,
      },
    }),
  )
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse))
    throw new PasskeyCancelledError('The browser returned no assertion')
  const assertion = {
    id: credential.id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  }
  return { assertion, output: prfOutput(credential) }
}
