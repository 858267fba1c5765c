import type * as z from 'zod/mini'
import { readAssetId } from '../caip/asset-id.ts'
import {
  custom,
  flag,
  integer,
  listOf,
  matching,
  nonEmptyText,
  openObject,
  strictObject,
} from '../wire-schema.ts'
import { recordId } from './embedded-account.ts'
import { serverKey, site } from './embedded-wallet.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * Spending limits of the embedded wallet. A limit lets the vault's frame on one site sign payments of one asset without a window of its
 * own, up to an amount in total and until it expires. The key that signs is sealed in that frame; the server has the other key of its
 * envelope, counts what was claimed, and deletes it when the limit is revoked.
 */

/** The longest time for which a limit can be set. */
export const spendingLimitMaxMs = 7 * 24 * 60 * 60_000

/** An asset as CAIP-19. */
const assetId = custom<string>(
  (value) => typeof value === 'string' && value.length <= 200 && readAssetId(value) !== undefined,
)

/** An amount in base units of the asset, above zero: at most 2^256 − 1. */
const amount = custom<string>(
  (value) => typeof value === 'string' && /^[1-9]\d{0,77}$/.test(value) && BigInt(value) < 1n << 256n,
)
/** As `amount`, or zero. */
const total = matching(/^(?:0|[1-9]\d{0,77})$/)

const time = integer(0)

const spendingLimit = openObject({
  id: recordId,
  /** Origin of the site that the limit is for. */
  site,
  asset: assetId,
  /** The limit, and what was claimed of it, in base units. */
  maximum: amount,
  claimed: total,
  /** Whether this session's device has set it. */
  isOwn: flag,
  /** Browser and operating system of the device that has set it. */
  deviceName: nonEmptyText(100),
  createdAtMs: time,
  expiresAtMs: time,
})
export type SpendingLimit = z.infer<typeof spendingLimit>

/** The user's limits that have not expired. */
export const getSpendingLimits = getEndpoint('/embedded/v1/spending-limits', noQuery, () =>
  openObject({ limits: listOf(spendingLimit, 256) }),
)

/**
 * Sets a limit for the frame that has the key with this thumbprint (RFC 7638); it replaces the one of that key for the site and asset. Only for a
 * session of the vault, with what a `device` envelope needs to be opened: an assertion if the user has a passkey, or a wallet proof. 403;
 * 404: the wallet has no accounts; 429: too many.
 */
export const postSpendingLimit = postEndpoint(
  '/embedded/v1/spending-limits',
  noQuery,
  () =>
    strictObject({
      site,
      keyThumbprint: matching(/^[\w-]{43}$/),
      asset: assetId,
      maximum: amount,
      /** Milliseconds until it expires, at most `spendingLimitMaxMs`. */
      lifetimeMs: integer(60_000, spendingLimitMaxMs),
    }),
  () => openObject({ id: recordId, serverKey, expiresAtMs: time }),
)

/**
 * Claims an amount of a limit before it is paid, and releases the server key of its envelope. The proof is by the frame's key; there is no
 * session. One transaction: claims at the same time never exceed the limit together. The latest claim may be repeated, and counts once. An
 * amount stays claimed even if nothing is paid. 403: more than is left; 404: unknown, expired, revoked, or of another key; 429: too many.
 */
export const postSpendingClaim = postEndpoint(
  '/embedded/v1/spending-limits/:id/claims',
  noQuery,
  () => strictObject({ claimId: recordId, amount }),
  () => openObject({ serverKey, claimed: total }),
)

/** What is claimed of a limit. The proof is by the frame's key; there is no session. 404 as of `postSpendingClaim`. */
export const getSpendingLimit = getEndpoint('/embedded/v1/spending-limits/:id', noQuery, () =>
  openObject({ claimed: total, expiresAtMs: time, nowMs: time }),
)

/** Deletes a limit and the server key of its envelope. Any session of the user may. 404: there is no such limit. */
export const postSpendingLimitRevocation = postEndpoint(
  '/embedded/v1/spending-limits/:id/revoke',
  noQuery,
  () => strictObject({}),
  () => openObject({}),
)
