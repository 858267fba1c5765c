import {
  getTransfer,
  postTransfer,
  postTransferEnd,
  putTransferMessage,
  type Transfer,
  transferCommitSchema,
  transferKeySchema,
  transferRevealSchema,
  transferSecretSchema,
} from '../../../../shared/api/embedded-transfers.ts'
import { parseWire, type Wire } from '../../../../shared/wire-schema.ts'
import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { StoredTransfer } from '../../ports/stores/transfers.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { HttpError } from '../http-error.ts'
import { openRoute, type Route } from './route.ts'

/** Both devices are at hand. */
export const transferLifetimeMs = 600_000
/** Each has one attempt to guess the number of six digits. */
export const transfersPerHour = 10

const unknownTransfer = () => new HttpError(404, 'There is no such transfer')

function parsed<Value>(schema: Wire<Value>, text: string): Value {
  const result = parseWire(schema, JSON.parse(text))
  if (!result.success) throw new TypeError('A stored message of a transfer is not readable')
  return result.data
}
const parsedIf = <Value>(schema: Wire<Value>, text: string | undefined) =>
  text === undefined ? undefined : parsed(schema, text)

/** A transfer as a session sees it. The secret is for the new device. */
function seenBy({ device }: EmbeddedSession, transfer: StoredTransfer): Transfer {
  const isOwn = transfer.deviceId === device.id
  return {
    ...{ id: transfer.id, name: transfer.deviceName, isOwn, expiresAtMs: transfer.expiresAtMs },
    commit: parsed(transferCommitSchema, transfer.commit),
    key: parsedIf(transferKeySchema, transfer.key),
    reveal: parsedIf(transferRevealSchema, transfer.reveal),
    secret: isOwn ? parsedIf(transferSecretSchema, transfer.secret) : undefined,
  }
}

/**
 * Passes the messages of a transfer between two vaults of one user. The server can read none of the wallet's keys, and the number
 * that the user compares shows if it, or another one between, exchanged a message (`vault/src/core/device-transfer.ts`).
 */
export function embeddedTransferRoutes({
  sessions,
  transfers,
  limit,
  clock,
}: EmbeddedWallet): readonly Route[] {
  return [
    openRoute(postTransfer, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      if (user.accounts === undefined) throw new HttpError(404, 'The wallet has no accounts')
      await limit(`transfers of ${user.id}`, transfersPerHour, 3_600_000)
      const transfer = {
        ...{ id: crypto.randomUUID(), userId: user.id, deviceId: device.id, deviceName: device.name },
        ...{ commit: JSON.stringify(call.body.commit), expiresAtMs: clock() + transferLifetimeMs },
      }
      await transfers.start(transfer)
      return {
        transfer: seenBy(session, { ...transfer, key: undefined, reveal: undefined, secret: undefined }),
      }
    }),

    openRoute(getTransfer, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const found = await transfers.find(session.user.id, clock())
      return found === undefined ? {} : { transfer: seenBy(session, found) }
    }),

    openRoute(putTransferMessage, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      const { message } = call.body
      const found = await transfers.find(user.id, clock())
      if (found === undefined || found.id !== call.param('id')) throw unknownTransfer()
      if ((found.deviceId === device.id) !== (message.type === 'reveal'))
        throw new HttpError(403, 'This message is of the other device')
      if (!(await transfers.put(found.id, message.type, JSON.stringify(message), clock())))
        throw new HttpError(409, 'The transfer has another message')
      // Not read again: the other device may have ended it by now, which does not undo the message.
      return { transfer: seenBy(session, { ...found, [message.type]: JSON.stringify(message) }) }
    }),

    openRoute(postTransferEnd, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      await transfers.end(session.user.id, call.param('id'))
      return {}
    }),
  ]
}
