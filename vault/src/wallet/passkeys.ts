import {
  postPasskey,
  postPasskeyAssertion,
  postPasskeyChallenge,
  postPasskeyRemoval,
} from '#shared/api/embedded-passkeys.ts'
import {
  postEnvelope,
  postEnvelopeKey,
  postWalletChallenge,
  postWalletProof,
} from '#shared/api/embedded-wallet.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { openEnvelope, sealEnvelope } from '../core/envelope.ts'
import {
  type Authenticator,
  createCredential,
  PasskeyCopiedError,
  PasskeyRegisteredError,
  PasskeyUnfitError,
  PasskeyUnknownError,
  readCredential,
  type UsedPasskey,
} from './authenticator.ts'
import { completeEnvelope, withKeys } from './local-wallet.ts'
import type { VaultSession } from './vault-session.ts'
import type { WalletRecords } from './wallet-records.ts'

type PasskeyPorts = {
  readonly session: VaultSession
  readonly authenticator: Authenticator
  readonly records: Pick<WalletRecords, 'cleanups'>
}

/** Names why the server has rejected an assertion. @throws PasskeyUnknownError, PasskeyCopiedError, or the error itself */
export function throwRejection(error: unknown): never {
  const status = httpStatusOf(error)
  if (status === 404) throw new PasskeyUnknownError('The server does not know the passkey', { cause: error })
  if (status === 409) throw new PasskeyCopiedError('The passkey may have been copied', { cause: error })
  throw error
}

/**
 * Proves the user by a passkey.
 * @param allowed ids of the passkeys that may be used; by default any of the user's.
 * @returns the passkey's id, and the output of its `prf` extension, which the caller erases.
 * @throws PasskeyCancelledError, PasskeyUnknownError, PasskeyCopiedError
 */
export async function assertPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  allowed?: string,
): Promise<UsedPasskey> {
  const challenge = await session.run((call, token) =>
    call(postPasskeyChallenge, { params: {}, query: {}, body: { purpose: 'assert' } }, token),
  )
  const { assertion, output } = await readCredential(authenticator, challenge, allowed)
  await session
    .run((call, token) => call(postPasskeyAssertion, { params: {}, query: {}, body: { assertion } }, token))
    .catch(throwRejection)
  return { id: assertion.id, output }
}

/** Proves the wallet's keys to the server, which changes of passkeys and devices need. */
export async function proveWalletKeys(session: VaultSession, entropy: Uint8Array): Promise<void> {
  const { challenge } = await session.run((call, token) =>
    call(postWalletChallenge, { params: {}, query: {}, body: {} }, token),
  )
  const signatures = await withKeys(entropy, (keys) => keys.signProof(session.userId, challenge))
  await session.run((call, token) =>
    call(postWalletProof, { params: {}, query: {}, body: { challenge, signatures } }, token),
  )
}

/**
 * Whether the server has rejected a new passkey, so that a login with it fails. After a lost response, an error of the server or a proxy
 * (5xx), or a conflict (409), the server may have it.
 */
export function isRejected(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status !== undefined && status < 500 && status !== 409
}

/** @throws PasskeyUnfitError if it cannot open an envelope: the server does not get to know it */
async function registerPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  name: string,
): Promise<UsedPasskey> {
  const challenge = await session.run((call, token) =>
    call(postPasskeyChallenge, { params: {}, query: {}, body: { purpose: 'register' } }, token),
  )
  const [identity] = session.account().identities
  const created = await createCredential(authenticator, challenge, identity?.name ?? name)
  const { registration, output } = created
  if (!created.canOpen) {
    await authenticator.forget(challenge.rpId, registration.id)
    throw new PasskeyUnfitError('The passkey has no output')
  }
  const { account } = await session
    .run((call, token) => call(postPasskey, { params: {}, query: {}, body: { registration, name } }, token))
    .catch(async (error: unknown) => {
      if (isRejected(error)) await authenticator.forget(challenge.rpId, registration.id)
      throw error
    })
  session.setAccount(account)
  return { id: registration.id, output }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * Adds a passkey that opens the wallet. The session has proved the user within the last minutes. One that the device has already, but
 * that opens nothing, as after a dialog that the user cancelled, is completed.
 * @throws PasskeyCancelledError, PasskeyUnfitError
 */
export async function addPasskey(ports: PasskeyPorts, entropy: Uint8Array, name: string): Promise<void> {
  const { session, authenticator } = ports
  await proveWalletKeys(session, entropy)
  let isNew = true
  const passkey = await registerPasskey(session, authenticator, name).catch((error: unknown) => {
    if (!(error instanceof PasskeyRegisteredError)) throw error
    isNew = false
    return assertPasskey(session, authenticator)
  })
  try {
    await sealForPasskey(session, authenticator, entropy, passkey)
  } catch (error) {
    // One that opens nothing would only be asked for.
    if (isNew && error instanceof PasskeyUnfitError) await removePasskey(ports, entropy, passkey.id)
    throw error
  }
}

/**
 * Removes a passkey of the user, also from the device. After a lost response the next window removes it from the device (`clean-up.ts`). The
 * session has proved the user within the last minutes.
 */
export async function removePasskey(
  { session, authenticator, records: { cleanups } }: PasskeyPorts,
  entropy: Uint8Array,
  id: string,
): Promise<void> {
  await proveWalletKeys(session, entropy)
  const { rpId } = await session.run((call, token) =>
    call(postPasskeyChallenge, { params: {}, query: {}, body: { purpose: 'assert' } }, token),
  )
  // A browser that stores nothing can still remove it.
  await cleanups.put({ is: 'passkey', userId: session.userId, id, rpId }).catch(() => undefined)
  const { account } = await session.run((call, token) =>
    call(postPasskeyRemoval, { params: {}, query: {}, body: { id } }, token),
  )
  session.setAccount(account)
  await authenticator.forget(rpId, id)
  await cleanups.remove(id).catch(() => undefined)
}

/**
 * Creates the envelope that a passkey opens. The passkey's output is read a second time before it counts, because some
 * browsers returned others later (Safari 26.4).
 * @throws PasskeyCancelledError, PasskeyUnfitError
 */
export async function sealForPasskey(
  session: VaultSession,
  authenticator: Authenticator,
  entropy: Uint8Array,
  passkey: UsedPasskey,
): Promise<void> {
  const outputs = [passkey.output]
  const read = async () => {
    const { output } = await assertPasskey(session, authenticator, passkey.id)
    outputs.push(output)
    return output
  }
  try {
    const output = await read()
    await sealByOutputs(session, entropy, passkey.id, [passkey.output ?? (await read()), output])
  } finally {
    for (const each of outputs) if (each) eraseBytes(each)
  }
}

async function sealByOutputs(
  session: VaultSession,
  entropy: Uint8Array,
  passkeyId: string,
  [first, output]: readonly (Bytes | undefined)[],
): Promise<void> {
  if (first === undefined || output === undefined || !isEqual(first, output))
    throw new PasskeyUnfitError('The passkey has no stable output')
  const { userId } = session
  const { walletId } = session.account()
  const { id, serverKey: encodedKey } = await session.run((call, token) =>
    call(postEnvelope, { params: {}, query: {}, body: { kind: 'passkey', passkeyId } }, token),
  )
  const serverKey = fromBase64url(encodedKey)
  const context = { userId, walletId, kind: 'passkey' } as const
  const sealed = await sealEnvelope(entropy, { factor: output, serverKey }, context).finally(() =>
    eraseBytes(serverKey),
  )
  await completeEnvelope(session, entropy, id, toBase64url(sealed))
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
      ).finally(() => eraseBytes(serverKey))
      if (opened.is === 'opened') return opened.entropy
    }
  } finally {
    eraseBytes(output)
  }
  throw new PasskeyUnfitError('The passkey opens no envelope')
}
