import {
  getSpendingLimit,
  getSpendingLimits,
  postSpendingClaim,
  postSpendingLimit,
  postSpendingLimitRevocation,
  type SpendingLimit,
} from '../../../../shared/api/embedded-spending.ts'
import type { EmbeddedDevice } from '../../ports/stores/embedded-users.ts'
import type { StoredSpendingLimit } from '../../ports/stores/spending-limits.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { ProvedCall } from '../embedded/dpop.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { tooManyRequests } from '../embedded/limit-count.ts'
import { requireSite } from '../embedded/require-site.ts'
import { HttpError } from '../http-error.ts'
import { spendingLimitKeyContext } from '../reseal-keys.ts'
import { randomKey } from '../secrets.ts'
import { openRoute, type Route, route } from './route.ts'

const hourMs = 60 * 60_000
/** Limits that a user may set, and amounts that a user may claim, per hour. */
const limitsPerHour = 20
const claimsPerHour = 600
/** Limits that a user may have. `getSpendingLimits` lists all of them. */
const maxLimits = 100

const unknownLimit = () => new HttpError(404, 'There is no such spending limit')
const refusals = {
  unknown: unknownLimit,
  'other-amount': () => new HttpError(400, 'The claim was made with another amount'),
  exceeded: () => new HttpError(403, 'The amount is more than is left of the limit'),
} as const

/** A limit as a session of a device lists it. */
const listedLimit = (
  { id, site, asset, deviceName, ...limit }: StoredSpendingLimit & { readonly deviceName: string },
  device: EmbeddedDevice,
): SpendingLimit => ({
  ...{ id, site, asset, deviceName, isOwn: limit.deviceId === device.id },
  ...{ maximum: limit.maximum.toString(), claimed: limit.claimed.toString() },
  ...{ createdAtMs: limit.createdAtMs, expiresAtMs: limit.expiresAtMs },
})

/** Spending limits: the vault's window sets them, its frame on the site claims from them, and any session of the user ends them. */
export function embeddedSpendingRoutes({
  sessions,
  requireDeviceProof,
  spendingLimits,
  limit: count,
  secrets,
  clock,
}: EmbeddedWallet): readonly Route[] {
  /**
   * The limit of a call of the vault's frame, by the key of its proof.
   * @throws HttpError 401, 403 for a call of another origin, 404
   */
  async function requireLimit(call: ProvedCall, id: string): Promise<StoredSpendingLimit> {
    const keyThumbprint = await sessions.verifyVault(call)
    const stored = await spendingLimits.find(id, keyThumbprint, clock())
    if (stored === undefined) throw unknownLimit()
    return stored
  }

  return [
    openRoute(getSpendingLimits, async (call) => {
      const { user, device } = await sessions.require(call)
      const limits = await spendingLimits.list(user.id, clock())
      return { limits: limits.map((stored) => listedLimit(stored, device)) }
    }),

    route(postSpendingLimit, privateResponse, async (call) => {
      sessions.requireVaultOrigin(call)
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      const { site, keyThumbprint, asset, maximum, lifetimeMs } = call.body
      requireSite(call.project, site)
      if (user.accounts === undefined) throw new HttpError(404, 'The wallet has no accounts')
      await requireDeviceProof(session)
      await count(`spending limits of ${user.id}`, limitsPerHour, hourMs)
      const [id, serverKey, now] = [crypto.randomUUID(), randomKey(), clock()]
      const expiresAtMs = now + lifetimeMs
      const result = await spendingLimits.add(
        {
          ...{ id, userId: user.id, deviceId: device.id, site, keyThumbprint, asset },
          ...{ maximum: BigInt(maximum), createdAtMs: now, expiresAtMs },
          sealedKey: secrets.seal(serverKey, spendingLimitKeyContext({ id })),
        },
        maxLimits,
        auditEvent('spending-limit-set', id, { client: call.client, nowMs: now }),
      )
      if (result === 'revoked') throw new HttpError(403, 'The device was revoked')
      if (result === 'full') throw tooManyRequests('The user has too many spending limits', hourMs)
      return { id, serverKey, expiresAtMs }
    }),

    openRoute(postSpendingClaim, async (call) => {
      const { id, userId, keyThumbprint } = await requireLimit(call, call.param('id'))
      await count(`spending claims of ${userId}`, claimsPerHour, hourMs)
      const { claimId, amount } = call.body
      const now = clock()
      const audit = auditEvent('spending-claimed', id, { client: call.client, nowMs: now })
      const claim = { id, keyThumbprint, claimId, amount: BigInt(amount) }
      const result = await spendingLimits.claim(claim, now, audit)
      if (result.is !== 'claimed') throw refusals[result.is]()
      const { sealedKey, claimed } = result
      return {
        serverKey: secrets.open(sealedKey, spendingLimitKeyContext({ id })),
        claimed: claimed.toString(),
      }
    }),

    openRoute(getSpendingLimit, async (call) => {
      const { claimed, expiresAtMs } = await requireLimit(call, call.param('id'))
      return { claimed: claimed.toString(), expiresAtMs, nowMs: clock() }
    }),

    openRoute(postSpendingLimitRevocation, async (call) => {
      const { user } = await sessions.require(call)
      const id = call.param('id')
      const audit = auditEvent('spending-limit-revoked', id, { client: call.client, nowMs: clock() })
      if (!(await spendingLimits.revoke(user.id, id, audit))) throw unknownLimit()
      return {}
    }),
  ]
}
