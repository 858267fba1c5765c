import type { Transfer } from '#shared/api/embedded-transfers.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import {
  confirmAccepted,
  enterNumber,
  receiveCommitment,
  receiveKey,
  receiveReveal,
  receiveSecret,
  sendSecret,
  startTransfer,
} from '../core/device-transfer.ts'
import { requireOwnWallet } from '../wallet/recovery.ts'
import {
  endTransfer,
  postCommit,
  putMessage,
  readTransfer,
  TransferOverError,
} from '../wallet/transfer-calls.ts'
import { type FlowPorts, wait } from './flow-ports.ts'
import { TransferFailedError, TransferUnknownError } from './transfer-errors.ts'
import type { VaultScreen } from './vault-screen.ts'

/** Shows a screen until `read` has a result; undefined: the user went back first. */
async function waitFor<Result>(
  { session, ask, pause }: FlowPorts,
  read: (transfer: Transfer | undefined) => Result | undefined,
  screenOf: (back: () => void) => VaultScreen,
): Promise<Result | undefined> {
  let isOver = false
  const left = ask<undefined>((answer) => screenOf(() => answer(undefined)))
  const found = async () => {
    while (!isOver) {
      // A server that cannot be reached for a while does not end the transfer: that expires.
      const transfer = await readTransfer(session).catch((error: unknown) => {
        if (isWidgetError(error) && httpStatusOf(error) === undefined) return 'unreached' as const
        throw error
      })
      const result = transfer === 'unreached' ? undefined : read(transfer)
      if (result !== undefined) return result
      await pause()
    }
    return undefined
  }
  try {
    return await Promise.race([left, found()])
  } finally {
    isOver = true
    left.catch(() => undefined)
  }
}

/** Reads a message of one transfer. @throws TransferOverError if it is over */
const messageOf =
  <Message>(id: string, read: (transfer: Transfer) => Message | undefined) =>
  (transfer: Transfer | undefined): Message | undefined => {
    if (transfer?.id !== id) throw new TransferOverError('The transfer is over')
    return read(transfer)
  }

/**
 * New device: gets the wallet from another device of the user. The caller erases the entropy. Undefined: the user went back.
 * @throws TransferFailedError, TransferOverError, OtherWalletError; as the calls
 */
export async function receiveWallet(ports: FlowPorts): Promise<Bytes | undefined> {
  const { session, ask, show, sendingLink } = ports
  show(wait('vault.loading'))
  const { userId } = session
  const { walletId } = session.account()
  const started = await startTransfer({ userId, walletId })
  const { id } = await postCommit(session, started.message)
  try {
    const key = await waitFor(
      ports,
      messageOf(id, (transfer) => transfer.key),
      (back) => ({
        is: 'transfer-start',
        ...{ link: sendingLink(userId), back },
      }),
    )
    if (key === undefined) return undefined
    const revealed = await receiveKey(started.state, key)
    if (revealed.is === 'failed') throw new TransferFailedError(revealed.reason)
    await putMessage(session, id, revealed.message)
    const { number } = revealed.state
    if (!(await ask<boolean>((answer) => ({ is: 'transfer-number', number, answer })))) return undefined
    const secret = await waitFor(
      ports,
      messageOf(id, (transfer) => transfer.secret),
      (back) => ({
        is: 'transfer-wait',
        back,
      }),
    )
    if (secret === undefined) return undefined
    const opened = await receiveSecret(confirmAccepted(revealed.state), secret)
    if (opened.is === 'failed') throw new TransferFailedError(opened.reason)
    const { entropy } = opened
    try {
      await requireOwnWallet(session, entropy)
      return entropy
    } catch (error) {
      eraseBytes(entropy)
      throw error
    }
  } finally {
    await endTransfer(session, id)
  }
}

/**
 * Old device: sends the wallet to a new device of the user, which shows a number that the user types here. False: the user went back.
 * @param open opens the wallet, only once the number is right; the entropy is erased here.
 * @throws TransferFailedError, TransferOverError; as the calls
 */
export async function sendWallet(ports: FlowPorts, open: () => Promise<Bytes>): Promise<boolean> {
  const { ask } = ports
  const pending = (transfer: Transfer | undefined) => {
    if (transfer === undefined || transfer.isOwn) return undefined
    // Another window has begun it, or this one before it was reloaded.
    if (transfer.key !== undefined) throw new TransferOverError('The transfer cannot be continued here')
    return transfer
  }
  const found = await waitFor(ports, pending, (back) => ({ is: 'transfer-look', back }))
  if (found === undefined) return false
  const isSent = await sendTo(ports, found, open)
  if (isSent) await ask<void>((answer) => ({ is: 'transfer-sent', answer }))
  return isSent
}

async function sendTo(
  ports: FlowPorts,
  { id, name, commit }: Transfer,
  open: () => Promise<Bytes>,
): Promise<boolean> {
  const { session, ask, show } = ports
  if (!(await ask<boolean>((answer) => ({ is: 'transfer-confirm', name, answer })))) return false
  show(wait('vault.loading'))
  const { userId } = session
  const { walletId } = session.account()
  const received = await receiveCommitment({ userId, walletId }, commit)
  if (received.is === 'failed') throw new TransferFailedError(received.reason)
  // From here on it is this window's; another one that was first must not lose it.
  await putMessage(session, id, received.message)
  let mayBeSent = false
  try {
    const reveal = await waitFor(
      ports,
      messageOf(id, (transfer) => transfer.reveal),
      (back) => ({
        is: 'transfer-wait',
        back,
      }),
    )
    if (reveal === undefined) return false
    const awaiting = await receiveReveal(received.state, reveal)
    if (awaiting.is === 'failed') throw new TransferFailedError(awaiting.reason)
    const typed = await ask<string | undefined>((answer) => ({ is: 'transfer-enter', name, answer }))
    if (typed === undefined) return false
    const accepted = enterNumber(awaiting, typed)
    if (accepted.is === 'failed') throw new TransferFailedError(accepted.reason)
    show(wait('vault.loading'))
    const entropy = await open()
    show(wait('vault.loading'))
    const secret = await sendSecret(accepted, entropy).finally(() => eraseBytes(entropy))
    mayBeSent = true
    await putMessage(session, id, secret)
    return true
  } catch (error) {
    // The new device can have read what this one got no response to.
    throw mayBeSent ? new TransferUnknownError('The response was lost') : error
  } finally {
    if (!mayBeSent) await endTransfer(session, id)
  }
}
