import { postEnvelope, postEnvelopeKey } from '#shared/api/embedded-wallet.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { openEnvelope, sealEnvelope } from '../core/envelope.ts'
import { createRecoveryFactor, formatRecoveryCode } from '../core/recovery-code.ts'
import { completeEnvelope, OtherWalletError, withKeys } from './local-wallet.ts'
import type { VaultSession } from './vault-session.ts'

/** The server releases a recovery envelope only after a new proof of the user by e-mail. */
export class StepUpNeededError extends Error {
  override readonly name = 'StepUpNeededError'
}

/** A recovery code of another wallet, or one that was replaced. */
export class WrongCodeError extends Error {
  override readonly name = 'WrongCodeError'
}

/** A code that opens the wallet once its envelope is complete. */
export type NewRecoveryCode = {
  /** The code to show. */
  readonly code: string
  /** Completes the envelope, once the user has saved the code: until then it is no way to open the wallet. May be repeated. */
  readonly complete: () => Promise<void>
}

/**
 * Creates a recovery code, and the envelope that it opens. The wallet's other codes stay valid.
 * @param entropy the caller erases it after `complete`.
 */
export async function createRecoveryCode(
  session: VaultSession,
  entropy: Uint8Array,
): Promise<NewRecoveryCode> {
  const { userId } = session
  const { walletId } = session.account()
  const { id, serverKey: encodedKey } = await session.run((call, token) =>
    call(postEnvelope, { params: {}, query: {}, body: { kind: 'recovery' } }, token),
  )
  const keys = { factor: createRecoveryFactor(), serverKey: fromBase64url(encodedKey) }
  const context = { userId, walletId, kind: 'recovery' } as const
  try {
    const sealed = toBase64url(await sealEnvelope(entropy, keys, context))
    const code = formatRecoveryCode(keys.factor)
    return { code, complete: () => completeEnvelope(session, entropy, id, sealed) }
  } finally {
    eraseBytes(keys.factor, keys.serverKey)
  }
}

/**
 * Opens the wallet by a recovery code.
 * @returns the entropy, which the caller erases.
 * @throws StepUpNeededError, WrongCodeError; as the calls of the session.
 */
export async function openByCode(session: VaultSession, factor: Uint8Array): Promise<Bytes> {
  const { userId } = session
  const { walletId, envelopes } = session.account()
  const context = { userId, walletId, kind: 'recovery' } as const
  for (const { id } of envelopes.filter(({ kind, isComplete }) => kind === 'recovery' && isComplete)) {
    const { serverKey, sealed = '' } = await session
      .run((call, token) => call(postEnvelopeKey, { params: { id }, query: {}, body: {} }, token))
      .catch((error: unknown) => {
        if (httpStatusOf(error) === 403) throw new StepUpNeededError('The user has to be proved again')
        throw error
      })
    const keys = { factor, serverKey: fromBase64url(serverKey) }
    const opened = await openEnvelope(fromBase64url(sealed), keys, context).finally(() =>
      eraseBytes(keys.serverKey),
    )
    if (opened.is === 'opened') return opened.entropy
  }
  throw new WrongCodeError('The code opens no envelope of this wallet')
}

/** @throws OtherWalletError if an entropy, as of a recovery phrase, is of another wallet than the user's */
export async function requireOwnWallet(session: VaultSession, entropy: Uint8Array): Promise<void> {
  const { eip155 } = await withKeys(entropy, (keys) => keys.accounts)
  const { accounts } = session.account()
  if (accounts !== undefined && accounts.eip155 !== eip155)
    throw new OtherWalletError('The entropy is of another wallet')
}
