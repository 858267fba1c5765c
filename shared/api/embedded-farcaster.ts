import { anyOf, flag, integer, matching, oneOf, openObject, strictObject } from '../wire-schema.ts'
import { embeddedAccountSchema, recordId, sessionToken } from './embedded-account.ts'
import { site } from './embedded-wallet.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * Sign in with Farcaster (FIP-11): the user's phone signs a message, which it sends to the server through a relay. An attempt
 * is valid for the key of the call that began it only.
 */

const begunAttempt = () =>
  openObject({
    id: recordId,
    /** For the QR code on a computer, and as a link on a phone. */
    url: matching(/^https?:\/\/[\x21-\x7e]{1,1000}$/),
    lifetimeSeconds: integer(1),
    /** Time between two reads of the attempt; reads in between respond `waiting`. */
    pollSeconds: integer(1),
  })

/** The phone has not answered yet. */
const waiting = openObject({ is: oneOf('waiting') })

/**
 * The attempt has ended without a login. `expired`: the relay has no channel any more, or the message is too old;
 * `invalid-message`: the phone has signed another message than the requested one; `wrong-signer`: the signer does not control
 * the Farcaster account now.
 */
const failed = openObject({
  is: oneOf('failed'),
  reason: oneOf('expired', 'invalid-message', 'wrong-signer'),
})

/** Begins a login. 403: the project does not list the site; 429: too many attempts; 501: not configured; 502, 503: the relay. */
export const postFarcasterAttempt = postEndpoint(
  '/embedded/v1/farcaster',
  noQuery,
  () => strictObject({ site }),
  begunAttempt,
)

/**
 * Reads a login, and opens its session as soon as the phone has answered. An attempt that has completed or failed is unknown
 * to the next call. 404: unknown, used, expired, or of another key; 502, 503: the relay or the network did not respond, and
 * the call may be repeated.
 */
export const getFarcasterAttempt = getEndpoint('/embedded/v1/farcaster/:id', noQuery, () =>
  anyOf(
    waiting,
    failed,
    openObject({
      is: oneOf('completed'),
      token: sessionToken,
      /** Whether this login has created the user. */
      isNew: flag,
      account: embeddedAccountSchema,
    }),
  ),
)

/** Begins to link a Farcaster account to the user. Needs control of the wallet (403). Errors as of `postFarcasterAttempt`. */
export const postFarcasterLink = postEndpoint(
  '/embedded/v1/identities/farcaster',
  noQuery,
  () => strictObject({ site }),
  begunAttempt,
)

/**
 * Reads a link; it replaces the user's former Farcaster account. Errors as of `getFarcasterAttempt`; 403: as of
 * `postFarcasterLink`; 409: another user has the account.
 */
export const getFarcasterLink = getEndpoint('/embedded/v1/identities/farcaster/:id', noQuery, () =>
  anyOf(waiting, failed, openObject({ is: oneOf('completed'), account: embeddedAccountSchema })),
)
