import type * as z from 'zod/mini'
import { integer, nonEmptyText, openObject, optional, strictObject } from '../wire-schema.ts'
import { embeddedAccountSchema } from './embedded-account.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * Deletion of a user who has lost every key of the wallet. It waits, so that a thief of the login cannot delete the wallet: a proof by the
 * wallet's keys, any session of the user and a link sent by e-mail cancel it. `postUserDeletion` carries it out.
 */

const dayMs = 86_400_000
/** A request may be carried out after this time. */
export const deletionWaitMs = 14 * dayMs
/** A request that may be carried out expires after this time. */
export const deletionOpenMs = 30 * dayMs

const time = integer(0)

/** A request for a deletion, as the sessions of its user see it. */
const deletionRequest = openObject({
  /** Browser and operating system of the device that asked. */
  name: nonEmptyText(100),
  requestedAtMs: time,
  /** When it may be carried out at the earliest. */
  opensAtMs: time,
  expiresAtMs: time,
  /** The server's time: the clock of the device decides nothing. */
  nowMs: time,
})
export type DeletionRequest = z.infer<typeof deletionRequest>

/** The user's request, if there is one. */
export const getDeletion = getEndpoint('/embedded/v1/deletion', noQuery, () =>
  openObject({ request: optional(deletionRequest) }),
)

/**
 * Requests the deletion of a user whose wallet has accounts. Every e-mail address of the user gets a notice with a link that cancels it.
 * Needs a step-up (403). 403: a way to log in was changed within the last 24 hours; 404: the wallet has no accounts; 409: the user has a
 * request; 429; 501, 503: the mail server has not taken the notice, and nothing was requested.
 */
export const postDeletion = postEndpoint(
  '/embedded/v1/deletion',
  noQuery,
  () => strictObject({}),
  () => openObject({ account: embeddedAccountSchema }),
)

/** Cancels the request; any session of the user may. 404: it is over. */
export const postDeletionCancellation = postEndpoint(
  '/embedded/v1/deletion/cancel',
  noQuery,
  () => strictObject({}),
  () => openObject({ account: embeddedAccountSchema }),
)

/** Path of the page of the link that cancels a request. */
export const deletionLinkPath = '/embedded/v1/deletion/link'
