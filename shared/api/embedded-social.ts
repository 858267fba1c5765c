import type * as z from 'zod/mini'
import {
  anyOf,
  flag,
  integer,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
  strictObject,
} from '../wire-schema.ts'
import { embeddedAccountSchema, recordId, sessionToken } from './embedded-account.ts'
import { site } from './embedded-wallet.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/**
 * Logins with the account of another service, by OAuth 2. The frame opens `socialStartUrl` as a window within the press, with
 * a secret of its own making, and creates the attempt with the same secret meanwhile: the window waits for it. The window
 * returns nothing to the frame, which reads the attempt's state instead.
 */

/** Services whose accounts log in by OAuth 2. */
export const oauthProviderIds = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const
const oauthProviderId = oneOf(...oauthProviderIds)
export type OAuthProviderId = z.infer<typeof oauthProviderId>

/** Path of the page that the frame opens as a window. */
export const socialStartPath = '/embedded/v1/social/start'

/**
 * URL of that page.
 * @param base as of `endpointUrl`.
 * @param secret 32 random bytes in hex, which the browser that opens the page first uses up.
 */
export const socialStartUrl = (base: string, secret: string): string =>
  `${base.replace(/\/+$/, '')}${socialStartPath}?attempt=${secret}`

/**
 * Creates an attempt for the key of this call's proof, for 10 minutes. With a session it links the account to the session's
 * user, which needs a step-up, and a wallet proof if the wallet has accounts; else it logs in. 403: without those; 409: the
 * secret is used; 429: too many attempts; 501: the provider is not configured.
 */
export const postSocialAttempt = postEndpoint(
  '/embedded/v1/social/attempts',
  noQuery,
  () => strictObject({ provider: oauthProviderId, site, secret: sessionToken }),
  () =>
    openObject({
      id: recordId,
      url: nonEmptyText(2_048),
      /** Two digits that the frame shows: the user compares them with those in the window. */
      number: matching(/^\d{2}$/),
      lifetimeSeconds: integer(1),
    }),
)

/**
 * The state of an attempt; while it is `waiting`, the response waits for a change, at most `socialWaitMs`. `completed` is
 * returned once, and opens the session; `token` is absent if the account was linked. The call has a session if that of
 * `postSocialAttempt` had one. 404: unknown, of another key or user, expired or returned before; 409: another user has the
 * account.
 */
export const getSocialAttempt = getEndpoint('/embedded/v1/social/attempts/:id', noQuery, () =>
  anyOf(
    openObject({ is: oneOf('waiting', 'cancelled') }),
    openObject({
      is: oneOf('completed'),
      token: optional(sessionToken),
      isNew: flag,
      account: embeddedAccountSchema,
    }),
    /** `rejected`: by the provider; `unavailable`: it gave no answer; `invalid`: its answer could not be verified. */
    openObject({ is: oneOf('failed'), reason: oneOf('rejected', 'unavailable', 'invalid') }),
  ),
)
