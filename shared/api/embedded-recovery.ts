import type * as z from 'zod/mini'
import { flag, integer, matching, nonEmptyText, openObject, optional, strictObject } from '../wire-schema.ts'
import { embeddedAccountSchema, recordId } from './embedded-account.ts'
import { sealedEnvelope, sealedFactor, sentCode, serverKey, sixDigits } from './embedded-wallet.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * Assisted recovery: the operator helps a user who has lost every other way to open the wallet. The factor of an `assisted` envelope is
 * encrypted to a key that the operator keeps offline. Each endpoint responds with 501 where the operator offers none of it.
 */

const time = integer(0)
/** An uncompressed point of P-256, in base64url. */
export const factorPublicKey = matching(/^[\w-]{87}$/)

/** A request for a recovery, as the sessions of its user see it. */
const recoveryRequest = openObject({
  id: recordId,
  /** Browser and operating system of the device that asked. */
  name: nonEmptyText(100),
  /** Whether this session's device asked. */
  isOwn: flag,
  /** Public key of that device. */
  publicKey: factorPublicKey,
  requestedAtMs: time,
  /** When the operator may answer it at the earliest. */
  opensAtMs: time,
  expiresAtMs: time,
  /** Whether the operator has answered it. */
  isAnswered: flag,
  /** The server's time: the clock of the device decides nothing. */
  nowMs: time,
})
export type RecoveryRequest = z.infer<typeof recoveryRequest>

/** The operator's public key, and the user's request, if there is one. */
export const getRecovery = getEndpoint('/embedded/v1/recovery', noQuery, () =>
  openObject({ operatorKey: factorPublicKey, request: optional(recoveryRequest) }),
)

/**
 * Sends the code that a request needs, to the user's e-mail address. Only for a session of the vault. 404: the user has no e-mail address,
 * or no complete `assisted` envelope; 429.
 */
export const postRecoveryCode = postEndpoint(
  '/embedded/v1/recovery/codes',
  noQuery,
  () => strictObject({}),
  sentCode,
)

/**
 * Requests a recovery to the device of this session, by the code. The operator may answer it after 72 hours; it expires after 30 days.
 * Every e-mail address of the user gets a notice with a link that cancels it. 400, 404, 429 as of `postLoginAttempt`; 403: the e-mail
 * address was changed within the last 24 hours; 409: the user has a request; 503: the mail server has not taken the notice, and nothing
 * was requested.
 */
export const postRecovery = postEndpoint(
  '/embedded/v1/recovery',
  noQuery,
  () => strictObject({ codeId: recordId, code: sixDigits, publicKey: factorPublicKey }),
  () => openObject({ request: recoveryRequest }),
)

/** Cancels a request; any session of the user may. 404: it is over. */
export const postRecoveryCancellation = postEndpoint(
  '/embedded/v1/recovery/requests/:id/cancel',
  noQuery,
  () => strictObject({}),
  () => openObject({ account: embeddedAccountSchema }),
)

/**
 * What opens the wallet on the device that asked, once the operator has answered: the server key of the envelope, the sealed envelope, and
 * the factor encrypted to the device's key. Needs a step-up (403). 404: the request is over, of another device, or not answered.
 */
export const postRecoveryKey = postEndpoint(
  '/embedded/v1/recovery/requests/:id/key',
  noQuery,
  () => strictObject({}),
  () => openObject({ envelopeId: recordId, serverKey, sealed: sealedEnvelope, answer: sealedFactor }),
)

/**
 * Ends a request whose wallet is on the device that asked, and deletes the server key of its envelope, whose factor was outside the
 * operator's offline machine. Needs a proof by the wallet's keys (403). 404: the request is over, or of another device.
 */
export const postRecoveryCompletion = postEndpoint(
  '/embedded/v1/recovery/requests/:id/complete',
  noQuery,
  () => strictObject({}),
  () => openObject({ account: embeddedAccountSchema }),
)

/** Path of the page of the link that cancels a request. */
export const recoveryCancelPath = '/embedded/v1/recovery/cancel'
