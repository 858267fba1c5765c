import {
  getRecovery,
  postRecovery,
  postRecoveryCancellation,
  postRecoveryCode,
  postRecoveryCompletion,
  postRecoveryKey,
  type RecoveryRequest,
} from '#shared/api/embedded-recovery.ts'
import { type MailedCode, postEnvelope, postEnvelopeRevocation } from '#shared/api/embedded-wallet.ts'
import { publicKeyId } from '#shared/recovery/public-key.ts'
import {
  createFactorKeys,
  openFactor,
  publicKeyOf,
  SealedFactorError,
  sealFactor,
} from '#shared/recovery/sealed-factor.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { openEnvelope, sealEnvelope } from '../core/envelope.ts'
import { completeEnvelope } from './local-wallet.ts'
import { proveWalletKeys } from './passkeys.ts'
import { requireOwnWallet } from './recovery.ts'
import type { RecoveryKeys } from './recovery-keys.ts'
import type { VaultSession } from './vault-session.ts'
import type { WalletRecords } from './wallet-records.ts'

/** The operator's answer does not open the wallet on this device. */
export class AnswerUnreadableError extends Error {
  override readonly name = 'AnswerUnreadableError'
}

const factorLength = 32
const noInput = { params: {}, query: {} } as const

/** The operator's key, and the user's request, if there is one. @throws as the calls */
export const readRecovery = (session: VaultSession) =>
  session.run((call, token) => call(getRecovery, noInput, token))

/** Ids of the envelopes that the operator can open. */
export const assistedEnvelopes = (session: VaultSession): readonly string[] =>
  session
    .account()
    .envelopes.flatMap(({ id, kind, isComplete }) => (kind === 'assisted' && isComplete ? [id] : []))

/**
 * Lets the operator open the wallet: its factor is random, and encrypted to the operator's offline key; the server has the other part. The
 * session has proved the user within the last minutes.
 * @throws as the calls
 */
export async function createAssistedEnvelope(session: VaultSession, entropy: Uint8Array): Promise<void> {
  const { userId } = session
  const { walletId } = session.account()
  const operatorKey = fromBase64url((await readRecovery(session)).operatorKey)
  const { id, serverKey: encodedKey } = await session.run((call, token) =>
    call(postEnvelope, { ...noInput, body: { kind: 'assisted' } }, token),
  )
  const serverKey = fromBase64url(encodedKey)
  const factor = crypto.getRandomValues(new Uint8Array(factorLength))
  const context = { userId, walletId, kind: 'assisted' } as const
  const owner = { userId, walletId, envelopeId: id }
  const seal = async () => {
    const envelope = await sealEnvelope(entropy, { factor, serverKey }, context)
    const keyId = await publicKeyId(operatorKey)
    const sealedFactor = await sealFactor(factor, operatorKey, { is: 'operator', keyId }, owner)
    return { sealed: toBase64url(envelope), recovery: { keyId, sealed: toBase64url(sealedFactor) } }
  }
  const { sealed, recovery } = await seal().finally(() => eraseBytes(factor, serverKey))
  await completeEnvelope(session, entropy, id, sealed, recovery)
}

/** Deletes the server's keys of what the operator can open. The session has proved the user within the last minutes. @throws as the calls */
export async function removeAssistedEnvelopes(session: VaultSession, entropy: Uint8Array): Promise<void> {
  await proveWalletKeys(session, entropy)
  for (const id of assistedEnvelopes(session)) {
    const { account } = await session.run((call, token) =>
      call(postEnvelopeRevocation, { params: { id }, query: {}, body: {} }, token),
    )
    session.setAccount(account)
  }
}

/** Sends the code that a request needs. @throws as the calls */
export const sendRecoveryCode = (session: VaultSession): Promise<MailedCode> =>
  session.run((call, token) => call(postRecoveryCode, { ...noInput, body: {} }, token))

/**
 * Creates a key pair of this browser, stores it, and requests a recovery to it. The pair is deleted once the recovery is over, by a later
 * window at the latest (`clean-up.ts`).
 * @throws as the calls, and as the storage: then nothing was requested
 */
export async function requestRecovery(
  { session, records }: { readonly session: VaultSession; readonly records: WalletRecords },
  keys: RecoveryKeys,
  { codeId, code }: { readonly codeId: string; readonly code: string },
): Promise<void> {
  const { userId } = session
  const pair = await createFactorKeys(false)
  const publicKey = toBase64url(await publicKeyOf(pair))
  await records.exclusively(userId, async () => {
    await records.cleanups.put({ is: 'recovery-key', userId, id: publicKey })
    await keys.put(publicKey, pair)
    await session.run((call, token) =>
      call(postRecovery, { ...noInput, body: { codeId, code, publicKey } }, token),
    )
  })
  await session.reload()
}

/** Cancels a request; one that is over already counts as cancelled. @throws as the calls */
export async function cancelRecovery(
  session: VaultSession,
  keys: RecoveryKeys,
  { id, publicKey }: RecoveryRequest,
): Promise<void> {
  try {
    const { account } = await session.run((call, token) =>
      call(postRecoveryCancellation, { params: { id }, query: {}, body: {} }, token),
    )
    session.setAccount(account)
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error
    await session.reload()
  }
  await keys.remove(publicKey).catch(() => undefined)
}

/**
 * Opens the wallet by the operator's answer. The session has proved the user within the last minutes.
 * @returns the entropy, which the caller erases.
 * @throws AnswerUnreadableError, OtherWalletError; as the calls
 */
export async function openByAnswer(
  session: VaultSession,
  pair: CryptoKeyPair,
  { id }: RecoveryRequest,
): Promise<Bytes> {
  const { userId } = session
  const { walletId } = session.account()
  const released = await session.run((call, token) =>
    call(postRecoveryKey, { params: { id }, query: {}, body: {} }, token),
  )
  const owner = { userId, walletId, envelopeId: released.envelopeId }
  const recipient = { is: 'device', requestId: id } as const
  const factor = await openFactor(fromBase64url(released.answer), pair, recipient, owner).catch(
    (error: unknown) => {
      if (error instanceof SealedFactorError) throw new AnswerUnreadableError(error.message)
      throw error
    },
  )
  const keys = { factor, serverKey: fromBase64url(released.serverKey) }
  const context = { userId, walletId, kind: 'assisted' } as const
  const opened = await openEnvelope(fromBase64url(released.sealed), keys, context).finally(() =>
    eraseBytes(factor, keys.serverKey),
  )
  if (opened.is === 'unreadable')
    throw new AnswerUnreadableError(`The envelope does not open: ${opened.reason}`)
  try {
    await requireOwnWallet(session, opened.entropy)
    return opened.entropy
  } catch (error) {
    eraseBytes(opened.entropy)
    throw error
  }
}

/** Ends an answered request of this device, whose wallet is open. The operator cannot open its envelope again. @throws as the calls */
export async function endRecovery(
  session: VaultSession,
  keys: RecoveryKeys,
  entropy: Uint8Array,
  { id, publicKey }: RecoveryRequest,
): Promise<void> {
  await proveWalletKeys(session, entropy)
  const { account } = await session.run((call, token) =>
    call(postRecoveryCompletion, { params: { id }, query: {}, body: {} }, token),
  )
  session.setAccount(account)
  await keys.remove(publicKey).catch(() => undefined)
}
