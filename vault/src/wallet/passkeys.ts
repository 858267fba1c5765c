import {
  type PasskeyChallenge,
  postPasskey,
  postPasskeyAssertion,
  postPasskeyChallenge,
  postPasskeyLogin,
  postPasskeyLoginChallenge,
  postPasskeySignUp,
} from '#shared/api/embedded-passkeys.ts'
import {
  postEnvelope,
  postEnvelopeKey,
  postWalletChallenge,
  postWalletProof,
} from '#shared/api/embedded-wallet.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes, utf8Bytes } from '../core/bytes.ts'
import { openEnvelope, sealEnvelope } from '../core/envelope.ts'
import { signWalletProof } from '../core/wallet-accounts.ts'
import { completeEnvelope, withKeys } from './local-wallet.ts'
import type { VaultSession } from './vault-session.ts'

/** The user cancelled the browser's dialog, or it timed out. */
export class PasskeyCancelledError extends Error {
  override readonly name = 'PasskeyCancelledError'
}

/** The authenticator has no `prf` extension, or returned two different outputs: it cannot open an envelope. */
export class PasskeyUnfitError extends Error {
  override readonly name = 'PasskeyUnfitError'
}

/** What runs WebAuthn ceremonies: `navigator.credentials`. */
export type Authenticator = Pick<CredentialsContainer, 'create' | 'get'>

/** Minimum length of an output of the `prf` extension, in bytes. */
const prfMinLength = 32
/** ES256, EdDSA and RS256, in the order of preference (COSE). */
const algorithms = [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' as const }))

const prfExtension = { prf: { eval: { first: utf8Bytes('drawbridge envelope v1 passkey') } } }

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
    if (error.name === 'InvalidStateError') throw new PasskeyUnfitError('This passkey is registered')
  }
  throw new PasskeyCancelledError('No passkey was used')
}

const text = (buffer: ArrayBuffer): string => toBase64url(new Uint8Array(buffer))

/**
 * Proves the user by a passkey.
 * @param allowed ids of the passkeys that may be used; by default any of the user's.
 * @returns the passkey's id, and the output of its `prf` extension, which the caller erases.
 * @throws PasskeyCancelledError
 */
export async function assertPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  allowed?: string,
): Promise<{ readonly id: string; readonly output: Bytes | undefined }> {
  const challenge = await session.run((call, token) =>
    call(postPasskeyChallenge, { params: {}, query: {}, body: { purpose: 'assert' } }, token),
  )
  const { assertion, output } = await readCredential(authenticator, challenge, allowed)
  await session.run((call, token) =>
    call(postPasskeyAssertion, { params: {}, query: {}, body: { assertion } }, token),
  )
  return { id: assertion.id, output }
}

/** Proves the wallet's keys to the server, which changes of passkeys and devices need. */
async function proveWalletKeys(session: VaultSession, entropy: Uint8Array): Promise<void> {
  const { challenge } = await session.run((call, token) =>
    call(postWalletChallenge, { params: {}, query: {}, body: {} }, token),
  )
  const signatures = await withKeys(entropy, (keys) => signWalletProof(keys, session.userId, challenge))
  await session.run((call, token) =>
    call(postWalletProof, { params: {}, query: {}, body: { challenge, signatures } }, token),
  )
}

/** What the server needs of a passkey that was created, and the output of its `prf` extension. */
async function createCredential(
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
  return { registration, output: prfOutput(credential) }
}

/** What the server needs of a passkey that was used, and the output of its `prf` extension. */
async function readCredential(
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

async function registerPasskey(session: VaultSession, authenticator: Authenticator, name: string) {
  const challenge = await session.run((call, token) =>
    call(postPasskeyChallenge, { params: {}, query: {}, body: { purpose: 'register' } }, token),
  )
  const [identity] = session.account().identities
  const { registration, output } = await createCredential(authenticator, challenge, identity?.name ?? name)
  const { account } = await session.run((call, token) =>
    call(postPasskey, { params: {}, query: {}, body: { registration, name } }, token),
  )
  session.setAccount(account)
  return { id: registration.id, output }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** A passkey that was just created. */
type NewPasskey = { readonly id: string; readonly output: Bytes | undefined }

/**
 * Adds a passkey that opens the wallet.
 * @throws PasskeyCancelledError; PasskeyUnfitError: the passkey is registered, and proves the user, but opens nothing
 */
export async function addPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  entropy: Uint8Array,
  name: string,
): Promise<void> {
  await proveWalletKeys(session, entropy)
  await sealForPasskey(session, authenticator, entropy, await registerPasskey(session, authenticator, name))
}

/**
 * Creates the envelope that a new passkey opens. The passkey's output is read a second time before it counts, because some
 * browsers returned others later (Safari 26.4).
 * @throws PasskeyCancelledError, PasskeyUnfitError
 */
export async function sealForPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  entropy: Uint8Array,
  created: NewPasskey,
): Promise<void> {
  const { output } = await assertPasskey(session, authenticator, created.id)
  const first = created.output ?? (await assertPasskey(session, authenticator, created.id)).output
  if (first === undefined || output === undefined || !isEqual(first, output))
    throw new PasskeyUnfitError('The passkey has no stable output')
  const { userId } = session
  const { walletId } = session.account()
  const { id, serverKey: encodedKey } = await session.run((call, token) =>
    call(postEnvelope, { params: {}, query: {}, body: { kind: 'passkey', passkeyId: created.id } }, token),
  )
  const serverKey = fromBase64url(encodedKey)
  const context = { userId, walletId, kind: 'passkey' } as const
  const sealed = toBase64url(await sealEnvelope(entropy, { factor: output, serverKey }, context))
  eraseBytes(first, output, serverKey)
  await completeEnvelope(session, entropy, id, sealed)
}

/**
 * Opens the wallet by a passkey.
 * @returns the entropy, which the caller erases.
 * @throws PasskeyCancelledError; PasskeyUnfitError if the passkey opens no envelope
 */
export async function openByPasskey(session: VaultSession, authenticator: Authenticator): Promise<Bytes> {
  const { output } = await assertPasskey(session, authenticator)
  return openByOutput(session, output)
}

/** The same by the output of a passkey that has just proved the user, which is erased. @throws PasskeyUnfitError */
export async function openByOutput(session: VaultSession, output: Bytes | undefined): Promise<Bytes> {
  if (output === undefined) throw new PasskeyUnfitError('The passkey has no output')
  const { userId } = session
  const { walletId, envelopes } = session.account()
  const context = { userId, walletId, kind: 'passkey' } as const
  try {
    for (const { id } of envelopes.filter(({ kind, isComplete }) => kind === 'passkey' && isComplete)) {
      const released = await session
        .run((call, token) => call(postEnvelopeKey, { params: { id }, query: {}, body: {} }, token))
        .catch((error: unknown) => {
          // The server releases only the envelope of the passkey that was just used.
          if (httpStatusOf(error) === 403) return undefined
          throw error
        })
      if (released?.sealed === undefined) continue
      const serverKey = fromBase64url(released.serverKey)
      const opened = await openEnvelope(
        fromBase64url(released.sealed),
        { factor: output, serverKey },
        context,
      )
      eraseBytes(serverKey)
      if (opened.is === 'opened') return opened.entropy
    }
  } finally {
    eraseBytes(output)
  }
  throw new PasskeyUnfitError('The passkey opens no envelope')
}

const noInput = { params: {}, query: {} } as const

/** Logs in with any passkey of this relying party. @throws PasskeyCancelledError; as the calls */
export async function logInByPasskey(client: DpopClient, authenticator: Authenticator) {
  const challenge = await client.call(postPasskeyLoginChallenge, { ...noInput, body: { purpose: 'log-in' } })
  const { assertion, output } = await readCredential(authenticator, challenge)
  const opened = await client.call(postPasskeyLogin, { ...noInput, body: { assertion } })
  return { opened, output }
}

/** Creates a user who logs in with a new passkey. @throws PasskeyCancelledError; as the calls */
export async function signUpByPasskey(client: DpopClient, authenticator: Authenticator, name: string) {
  const challenge = await client.call(postPasskeyLoginChallenge, { ...noInput, body: { purpose: 'sign-up' } })
  const { registration, output } = await createCredential(authenticator, challenge, name)
  const opened = await client.call(postPasskeySignUp, { ...noInput, body: { registration, name } })
  return { opened, created: { id: registration.id, output } }
}
