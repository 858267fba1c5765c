import {
  getSpendingLimits,
  postSpendingLimit,
  postSpendingLimitRevocation,
  type SpendingLimit,
} from '#shared/api/embedded-spending.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { PostTarget } from '#shared/channel/message-event.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'
import { eraseBytes } from '../core/bytes.ts'
import { createDeviceFactor } from '../core/sealed-bytes.ts'
import { sealSpendingKey } from '../core/spending-key.ts'
import { type FlowPorts, wait } from '../document/flow-ports.ts'
import { problemOf } from '../document/vault-problem.ts'
import type { VaultProblem } from '../document/vault-screen.ts'
import { unlock } from '../document/wallet-flows.ts'
import { withKeys } from '../wallet/local-wallet.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import type { LimitAsset } from './limit-asset.ts'
import { type LimitFrame, LimitFrameError, openLimitFrame } from './open-limit-frame.ts'

/** What the user enters. */
export type LimitEntry = { readonly maximum: bigint; readonly lifetimeMs: number }

/** Where the limit is stored: the vault's frame in the widget on this site. */
export type LimitPlace = {
  readonly frame: PostTarget
  /** The vault's own origin. */
  readonly origin: string
  /** Origin of the site, as the widget has stated it. */
  readonly site: string
  readonly clock: Clock
}

/** A call was not answered, and so was the revocation of what it may have set. */
class LimitUnknownError extends Error {
  override readonly name = 'LimitUnknownError'
}

/** Revokes limits; one that is gone counts as revoked. @throws LimitUnknownError */
async function revokeLimits(session: VaultSession, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await session
      .run((call, token) =>
        call(postSpendingLimitRevocation, { params: { id }, query: {}, body: {}, idempotent: true }, token),
      )
      .catch((cause: unknown) => {
        if (httpStatusOf(cause) !== 404) throw new LimitUnknownError('The limit may be set', { cause })
      })
}

/** Whether the server may have handled a call that failed. */
function isUnanswered(error: unknown): boolean {
  const status = httpStatusOf(error)
  return isWidgetError(error) && (status === undefined || status >= 500)
}

/**
 * Revokes the limit that an unanswered call has set, whose server key is lost. It has replaced the frame's former limit. A former limit that
 * it has not replaced is revoked only if it has the same terms and is unused; the text for it says that it may have ended.
 * @throws the error of the call; one without it if there was such a limit; LimitUnknownError
 */
async function revokeUnanswered(
  session: VaultSession,
  isSet: (limit: SpendingLimit) => boolean,
  error: unknown,
): Promise<never> {
  if (!isUnanswered(error)) throw error
  const { limits } = await session
    .run((call, token) => call(getSpendingLimits, { params: {}, query: {} }, token))
    .catch((cause: unknown) => {
      throw new LimitUnknownError('The limit may be set', { cause })
    })
  const ids = limits.filter(isSet).map(({ id }) => id)
  await revokeLimits(session, ids)
  throw ids.length === 0 ? error : new Error('The limit was set, and revoked', { cause: error })
}

/** Sets the limit at the server, seals the key for it, and stores it in the frame; without the last step it is revoked. */
async function setLimit(
  ports: FlowPorts,
  { asset }: LimitAsset,
  { maximum: total, lifetimeMs }: LimitEntry,
  frame: LimitFrame,
): Promise<void> {
  const { session } = ports
  const entropy = await unlock(ports)
  try {
    // The device may have asked for a passkey meanwhile.
    ports.show(wait('vault.limit-setting'))
    const { site, keyThumbprint } = frame
    const maximum = total.toString()
    const isSet = (limit: SpendingLimit) =>
      limit.isOwn &&
      limit.site === site &&
      limit.asset === asset &&
      limit.maximum === maximum &&
      limit.claimed === '0' &&
      limit.expiresAtMs - limit.createdAtMs === lifetimeMs
    const body = { site, keyThumbprint, asset, maximum, lifetimeMs }
    const created = await session
      .run((call, token) => call(postSpendingLimit, { params: {}, query: {}, body }, token))
      .catch((error: unknown) => revokeUnanswered(session, isSet, error))
    const serverKey = fromBase64url(created.serverKey)
    const { userId } = session
    const { walletId } = session.account()
    const terms = { userId, walletId, site, asset, maximum, expiresAtMs: created.expiresAtMs }
    try {
      const factor = await createDeviceFactor()
      const { address, sealed } = await withKeys(entropy, async ({ eip155 }) => ({
        address: eip155.address,
        sealed: toBase64url(await sealSpendingKey(eip155, { factor, serverKey }, terms)),
      }))
      await frame.store({ ...terms, limitId: created.id, address, factor, sealed })
    } catch (error) {
      await revokeLimits(session, [created.id])
      throw error
    } finally {
      eraseBytes(serverKey)
    }
  } finally {
    eraseBytes(entropy)
  }
}

/** Texts of a request that was not signed, in place of which the limit has its own: the payment before it was. */
const limitTexts: ReadonlyMap<VaultProblem, VaultProblem> = new Map([
  ['vault.failed-network', 'vault.limit-offline'],
  ['vault.failed-unknown', 'vault.limit-failed'],
])

/** Problems of the frame, which is on the page; all others as `problemOf`. */
function limitProblem(error: unknown): VaultProblem {
  if (error instanceof LimitFrameError) return 'vault.limit-failed'
  if (error instanceof LimitUnknownError) return 'vault.limit-unknown'
  const { problem } = problemOf(error)
  return limitTexts.get(problem) ?? problem
}

/**
 * Offers a spending limit for the site, and sets it. Returns whether one was set. Nothing is offered where the frame cannot store it,
 * or is on another site than the widget has stated.
 */
export async function offerLimit(
  openFlows: () => Promise<FlowPorts>,
  { ask, show }: Pick<FlowPorts, 'ask' | 'show'>,
  limited: LimitAsset,
  { frame: target, origin, site, clock }: LimitPlace,
): Promise<'set' | 'declined' | 'unavailable'> {
  const frame = await openLimitFrame(target, origin, clock).catch(() => undefined)
  if (frame === undefined) return 'unavailable'
  try {
    if (frame.site !== site || !frame.isPersistent) return 'unavailable'
    let problem: VaultProblem | undefined
    for (;;) {
      const shown = problem
      const entry = await ask<LimitEntry | undefined>((answer) => ({
        is: 'spending-limit',
        ...{ symbol: limited.symbol, decimals: limited.decimals, isNative: limited.isNative },
        ...{ problem: shown, answer },
      }))
      // After a failure it is no decision against limits.
      if (entry === undefined) return problem === undefined ? 'declined' : 'unavailable'
      show(wait('vault.limit-setting'))
      try {
        await setLimit(await openFlows(), limited, entry, frame)
        return 'set'
      } catch (error) {
        problem = limitProblem(error)
      }
    }
  } finally {
    frame.close()
  }
}
