import { integer, listOf, nonEmptyText, oneOf, openObject, strictObject } from '../wire-schema.ts'
import { embeddedAccountSchema, identityProvider, recordId } from './embedded-account.ts'
import { emailAddress, sentCode, site, sixDigits } from './embedded-wallet.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * What a user logs in with, the user's own log, and the end of a user. Changes need a step-up, and a wallet proof if the wallet
 * has accounts (403).
 */

/** Sends a code to a new e-mail address of the user, who has proved the former one by the step-up. 429. */
export const postEmailCode = postEndpoint(
  '/embedded/v1/email',
  noQuery,
  () => strictObject({ email: emailAddress, site }),
  sentCode,
)

/**
 * Replaces the user's e-mail address, or adds one, by the code sent to it; the former address gets a notice. A replacement ends every other session
 * of the user, and the spending limits. 400, 404, 429 as of `postLoginAttempt`; 409: another user has the address.
 */
export const postEmailAttempt = postEndpoint(
  '/embedded/v1/email/:id',
  noQuery,
  () => strictObject({ code: sixDigits }),
  () => openObject({ account: embeddedAccountSchema }),
)

/**
 * Unlinks an identity. Every other session of the user ends, and so do the spending limits. 404: the user has none of this provider; 409: it is the last way
 * to log in.
 */
export const postIdentityRemoval = postEndpoint(
  '/embedded/v1/identities/remove',
  noQuery,
  () => strictObject({ provider: identityProvider }),
  () => openObject({ account: embeddedAccountSchema }),
)

/**
 * Deletes the user, with every identity, device, passkey and envelope. The wallet can then be opened by its words only. The
 * session ends. Needs no wallet proof while a request for it is open (`postDeletion`).
 */
export const postUserDeletion = postEndpoint(
  '/embedded/v1/delete',
  noQuery,
  () => strictObject({ confirm: oneOf('delete') }),
  () => openObject({}),
)

/** The user's last events, the newest first. */
export const getEmbeddedEvents = getEndpoint('/embedded/v1/events', noQuery, () =>
  openObject({
    events: listOf(
      openObject({
        event: nonEmptyText(64),
        atMs: integer(0),
        /** Id of a device, envelope or passkey, or name of a provider. */
        subject: nonEmptyText(1_400),
        id: recordId,
      }),
      100,
    ),
  }),
)
