import {
  getTransfer,
  postTransfer,
  postTransferEnd,
  putTransferMessage,
  type Transfer,
  type TransferCommit,
  type TransferKey,
  type TransferReveal,
  type TransferSecret,
} from '#shared/api/embedded-transfers.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import type { VaultSession } from './vault-session.ts'

/** The transfer has expired, the other device has ended it, or another one has begun. */
export class TransferOverError extends Error {
  override readonly name = 'TransferOverError'
}

const noInput = { params: {}, query: {} } as const

/** Starts a transfer of the user's wallet to this device. @throws as the calls */
export async function postCommit(session: VaultSession, commit: TransferCommit): Promise<Transfer> {
  const { transfer } = await session.run((call, token) =>
    call(postTransfer, { ...noInput, body: { commit } }, token),
  )
  return transfer
}

/** The user's transfer, if there is one. @throws as the calls */
export async function readTransfer(session: VaultSession): Promise<Transfer | undefined> {
  const { transfer } = await session.run((call, token) => call(getTransfer, noInput, token))
  return transfer
}

/** Adds a message. @throws TransferOverError; as the calls */
export async function putMessage(
  session: VaultSession,
  id: string,
  message: TransferKey | TransferReveal | TransferSecret,
): Promise<void> {
  try {
    await session.run((call, token) =>
      call(putTransferMessage, { params: { id }, query: {}, body: { message }, idempotent: true }, token),
    )
  } catch (error) {
    const status = httpStatusOf(error)
    if (status === 404 || status === 409) throw new TransferOverError('The transfer is over')
    throw error
  }
}

/** Ends a transfer. One that cannot be ended expires. */
export async function endTransfer(session: VaultSession, id: string): Promise<void> {
  await session
    .run((call, token) => call(postTransferEnd, { params: { id }, query: {}, body: {} }, token))
    .catch(() => undefined)
}
