import { postLostWallets } from '../../../../shared/api/embedded-lost-wallets.ts'
import {
  getEmbeddedDevices,
  postDeviceRevocation,
  postFrameSession,
  postFrameTicket,
  postVaultSession,
  postVaultTicket,
} from '../../../../shared/api/embedded-wallet.ts'
import type { AuditEvent, EmbeddedUser, NewSession } from '../../ports/stores/embedded-users.ts'
import type { VaultTicket } from '../../ports/stores/vault-tickets.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { loginCounter } from '../embedded/login-counter.ts'
import { requireSite } from '../embedded/require-site.ts'
import { noProof } from '../embedded/sessions.ts'
import { HttpError } from '../http-error.ts'
import { randomToken } from '../secrets.ts'
import { openRoute, type Route, route } from './route.ts'

/** The window opens within this time of the press. */
const ticketLifetimeMs = 60_000
const dayMs = 86_400_000
/** New keys to which the tickets of one login open sessions per day. A new login has a counter of its own. */
const newDevicesPerDay = 30

const unknownTicket = () => new HttpError(404, 'The ticket is unknown or expired')

/** The user's devices, and the way from a session of the widget to one of the vault. */
export function embeddedDeviceRoutes({
  proofs,
  sessions,
  users,
  accountOf,
  tickets,
  secretHash,
  limit,
  clock,
}: EmbeddedWallet): readonly Route[] {
  /**
   * Opens a session by a ticket of the user.
   * @throws HttpError 404 if the user is deleted, or the session that issued the ticket has ended; 429 if the key is new and its login has opened sessions of too many new ones
   */
  async function openByTicket(
    { userId, issuerId }: VaultTicket,
    session: NewSession,
    audit: AuditEvent,
  ): Promise<EmbeddedUser> {
    const { device, end } = session
    if (!(await users.hasDevice(userId, device.keyThumbprint)))
      await limit(loginCounter('new devices', userId, end.absoluteExpiresAtMs), newDevicesPerDay, dayMs)
    const user = await users.openSession(userId, session, { isByTicket: true, issuerId }, audit)
    if (user === undefined) throw unknownTicket()
    return user
  }

  return [
    openRoute(postVaultTicket, async (call) => {
      const { user, device, proof, absoluteExpiresAtMs } = await sessions.require(call)
      if (device.site === undefined) throw new HttpError(403, 'The vault needs no ticket')
      const ticket = randomToken()
      const expiresAtMs = clock() + ticketLifetimeMs
      await tickets.add({
        ...{ tokenHash: secretHash(ticket), userId: user.id, site: device.site },
        ...{ keyThumbprint: undefined, steppedUpAtMs: proof.steppedUpAtMs, expiresAtMs },
        ...{ absoluteExpiresAtMs, issuerId: device.id },
      })
      return { ticket }
    }),

    openRoute(postVaultSession, async (call) => {
      const keyThumbprint = await sessions.verifyVault(call)
      const ticket = await tickets.consume(secretHash(call.body.ticket), clock())
      if (ticket === undefined || ticket.keyThumbprint !== undefined) throw unknownTicket()
      const { token, session } = sessions.create(
        { kind: 'vault', site: undefined },
        keyThumbprint,
        call.header,
        { ...noProof, steppedUpAtMs: ticket.steppedUpAtMs },
        ticket.absoluteExpiresAtMs,
      )
      const audit = auditEvent('vault-opened', ticket.site, { client: call.client, nowMs: clock() })
      const user = await openByTicket(ticket, session, audit)
      return { token, site: ticket.site, account: await accountOf(user) }
    }),

    route(postFrameTicket, privateResponse, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, proof, absoluteExpiresAtMs } = session
      const { site, keyThumbprint } = call.body
      requireSite(call.project, site)
      const ticket = randomToken()
      await tickets.add({
        ...{ tokenHash: secretHash(ticket), userId: user.id, site, keyThumbprint },
        ...{ steppedUpAtMs: proof.steppedUpAtMs, expiresAtMs: clock() + ticketLifetimeMs },
        ...{ absoluteExpiresAtMs, issuerId: session.device.id },
      })
      return { ticket }
    }),

    openRoute(postFrameSession, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const ticket = await tickets.consume(secretHash(call.body.ticket), clock())
      if (ticket?.keyThumbprint !== keyThumbprint) throw unknownTicket()
      const { site, steppedUpAtMs, absoluteExpiresAtMs } = ticket
      const { token, session } = sessions.create(
        { kind: 'frame', site },
        keyThumbprint,
        call.header,
        { ...noProof, steppedUpAtMs },
        absoluteExpiresAtMs,
      )
      const audit = auditEvent('login', 'vault', { client: call.client, nowMs: clock() })
      const user = await openByTicket(ticket, session, audit)
      return { token, account: await accountOf(user) }
    }),

    openRoute(getEmbeddedDevices, async (call) => {
      const { user, device: current } = await sessions.require(call)
      const devices = await users.devices(user.id)
      return {
        devices: devices.map(({ id, kind, site, name, createdAtMs, lastUsedAtMs }) => ({
          ...{ id, kind, name, createdAtMs, lastUsedAtMs, isCurrent: id === current.id },
          ...(site !== undefined && { site }),
          ...(id === current.vaultId && { isCurrentVault: true }),
        })),
      }
    }),

    openRoute(postLostWallets, async (call) => {
      const keyThumbprint = await sessions.verifyVault(call)
      const { wallets } = call.body
      const userIds = wallets.map(({ userId }) => userId)
      const envelopeIds = wallets.flatMap(({ envelopeId }) => envelopeId ?? [])
      return {
        deletedUserIds: [...(await users.deletedUsers(keyThumbprint, userIds))],
        revokedEnvelopeIds: [...(await users.revokedEnvelopes(keyThumbprint, envelopeIds))],
      }
    }),

    openRoute(postDeviceRevocation, async (call) => {
      const session = await sessions.require(call)
      const id = call.param('id')
      if (id !== session.device.id) sessions.requireControl(session)
      const audit = auditEvent('device-revoked', id, { client: call.client, nowMs: clock() })
      if (!(await users.revokeDevice(session.user.id, id, audit)))
        throw new HttpError(404, 'There is no such device')
      return {}
    }),
  ]
}
