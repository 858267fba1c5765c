import { type EmbeddedAccounts, listedEnvelopes } from '#shared/api/embedded-account.ts'
import { postEnvelope, postEnvelopeKey, putEnvelope } from '#shared/api/embedded-wallet.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { createEntropy } from '../core/entropy.ts'
import { openEnvelope, sealEnvelope } from '../core/envelope.ts'
import { createDeviceFactor } from '../core/sealed-bytes.ts'
import type { WalletKeys } from '../core/wallet-accounts.ts'
import type { VaultSession } from './vault-session.ts'
import type { WalletRecord, WalletRecords } from './wallet-records.ts'

/** The wallet of the user is on no record of this device that opens. */
export class WalletNotHereError extends Error {
  override readonly name = 'WalletNotHereError'
}

/** The user has a wallet already, with other accounts, or one that is not on this device. */
export class OtherWalletError extends Error {
  override readonly name = 'OtherWalletError'
}

/** The server releases this device's key only after a proof by one of the user's passkeys, or by the wallet's keys. */
export class PasskeyNeededError extends Error {
  override readonly name = 'PasskeyNeededError'
}

const noInput = { params: {}, query: {} } as const
const envelopeInput = (id: string) => ({ params: { id }, query: {} })

const isSame = (one: EmbeddedAccounts, other: EmbeddedAccounts): boolean =>
  one.eip155 === other.eip155 && one.solana === other.solana && one.polkadot === other.polkadot

/** Loads what derives keys: three curves, and the words of BIP-39. The first screen needs none of them. */
export const loadKeys = () => import('../core/wallet-accounts.ts')

/** Calls with the keys of an entropy, and erases them. */
export async function withKeys<Result>(
  entropy: Uint8Array,
  use: (keys: WalletKeys) => Promise<Result> | Result,
): Promise<Result> {
  const { deriveWalletKeys } = await loadKeys()
  const keys = await deriveWalletKeys(entropy)
  try {
    return await use(keys)
  } finally {
    keys.erase()
  }
}

/**
 * Completes an envelope with the server. The call may be repeated.
 * @param factor of an `assisted` envelope, encrypted to the operator's key.
 * @throws OtherWalletError
 */
export async function completeEnvelope(
  session: VaultSession,
  entropy: Uint8Array,
  id: string,
  sealed: string | undefined,
  factor?: { readonly keyId: string; readonly sealed: string },
): Promise<void> {
  const body = await withKeys(entropy, (keys) => ({
    accounts: keys.accounts,
    signatures: keys.signProof(session.userId, id),
    ...(sealed !== undefined && { sealed }),
    ...(factor && { factor }),
  }))
  try {
    const { account } = await session.run((call, token) =>
      call(putEnvelope, { ...envelopeInput(id), body, idempotent: true }, token),
    )
    session.setAccount(account)
  } catch (error) {
    if (httpStatusOf(error) === 409) throw new OtherWalletError('The user has another wallet')
    throw error
  }
}

/** Puts an entropy on this device, as `store`, after what another window does to the user's wallet here. */
export const storeLocally = (
  session: VaultSession,
  records: WalletRecords,
  entropy: Uint8Array,
): Promise<void> => records.exclusively(session.userId, () => store(session, records, entropy))

/**
 * Puts an entropy on this device: creates a device envelope, stores it, then completes it. A document that is closed between the
 * two last steps leaves a record that `openLocalWallet` completes.
 * @throws OtherWalletError: the record is removed
 */
async function store(session: VaultSession, records: WalletRecords, entropy: Uint8Array): Promise<void> {
  const { userId } = session
  const { walletId } = session.account()
  const factor = await createDeviceFactor()
  const created = await session.run((call, token) =>
    call(postEnvelope, { ...noInput, body: { kind: 'device' } }, token),
  )
  const context = { userId, walletId, kind: 'device' } as const
  const serverKey = fromBase64url(created.serverKey)
  const envelope = await sealEnvelope(entropy, { factor, serverKey }, context).finally(() =>
    eraseBytes(serverKey),
  )
  const sealed = toBase64url(envelope)
  const accounts = await withKeys(entropy, (keys) => keys.accounts)
  await records.putWallet({
    ...{ userId, walletId, envelopeId: created.id },
    ...{ factor, sealed, accounts },
  })
  try {
    await completeEnvelope(session, entropy, created.id, undefined)
  } catch (error) {
    if (error instanceof OtherWalletError) await records.deleteWallet(userId, created.id)
    throw error
  }
}

/**
 * Opens the user's wallet on this device; creates it if the user has none. Only one window of this browser does so at a time, by
 * what the server and the device have then: two windows would each store keys, and the later record would replace the other's.
 * @returns the entropy, which the caller erases.
 * @throws OtherWalletError if the user has one that is not on this device; PasskeyNeededError; as the calls of the session.
 */
export const openOrCreateWallet = (session: VaultSession, records: WalletRecords): Promise<Bytes> =>
  records.exclusively(session.userId, async () => {
    await session.reload()
    try {
      return await openLocalWallet(session, records)
    } catch (error) {
      if (!(error instanceof WalletNotHereError)) throw error
    }
    if (session.account().accounts !== undefined) throw new OtherWalletError('The user has a wallet')
    const entropy = createEntropy()
    try {
      await store(session, records, entropy)
      return entropy
    } catch (error) {
      eraseBytes(entropy)
      throw error
    }
  })

/** Whether a record of this device is of the user's wallet, as far as the server has its accounts. */
function isUsable(record: WalletRecord | undefined, session: VaultSession): record is WalletRecord {
  const { accounts, walletId } = session.account()
  return record?.walletId === walletId && (accounts === undefined || isSame(record.accounts, accounts))
}

/** Whether the account proves that the server has revoked a record's envelope: a full list may lack others. */
function isRevoked({ envelopeId }: WalletRecord, session: VaultSession): boolean {
  const { envelopes } = session.account()
  return envelopes.length < listedEnvelopes && !envelopes.some(({ id }) => id === envelopeId)
}

/**
 * Whether this device has the user's wallet, complete or not, and the server is not known to have revoked it. If it may have, only
 * `openLocalWallet` finds out.
 * @throws as the calls of the session.
 */
export async function hasLocalWallet(session: VaultSession, records: WalletRecords): Promise<boolean> {
  const record = await records.wallet(session.userId)
  if (!isUsable(record, session)) return false
  if (!isRevoked(record, session)) return true
  // Another window may have stored the record after the account was read.
  await session.reload()
  return isUsable(record, session) && !isRevoked(record, session)
}

/**
 * Opens the wallet on this device. Completes its envelope, if the document that created it was closed before.
 * @returns the entropy, which the caller erases.
 * @throws WalletNotHereError, PasskeyNeededError; as the calls of the session.
 */
export async function openLocalWallet(session: VaultSession, records: WalletRecords): Promise<Bytes> {
  const record = await records.wallet(session.userId)
  if (!isUsable(record, session)) throw new WalletNotHereError('There is no wallet on this device')
  const { userId, walletId, envelopeId, factor } = record
  const serverKey = fromBase64url(await releaseKey(session, envelopeId))
  const opened = await openEnvelope(
    fromBase64url(record.sealed),
    { factor, serverKey },
    { userId, walletId, kind: 'device' },
  ).finally(() => eraseBytes(serverKey))
  if (opened.is === 'unreadable') throw new WalletNotHereError(`The envelope does not open: ${opened.reason}`)
  const { entropy } = opened
  try {
    const { accounts, envelopes } = session.account()
    if (accounts === undefined) await completeEnvelope(session, entropy, envelopeId, undefined)
    else if (envelopes.some(({ id, isComplete }) => id === envelopeId && !isComplete))
      // It opens as it is, and the next opening tries again; the server keeps complete ones only.
      await completeEnvelope(session, entropy, envelopeId, undefined).catch(() => undefined)
    return entropy
  } catch (error) {
    eraseBytes(entropy)
    throw error
  }
}

async function releaseKey(session: VaultSession, envelopeId: string): Promise<string> {
  try {
    const { serverKey } = await session.run((call, token) =>
      call(postEnvelopeKey, { ...envelopeInput(envelopeId), body: {} }, token),
    )
    return serverKey
  } catch (error) {
    const status = httpStatusOf(error)
    if (status === 403) throw new PasskeyNeededError('A passkey has to prove the user')
    if (status === 404) throw new WalletNotHereError('This device was revoked')
    throw error
  }
}
