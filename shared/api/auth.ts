import * as z from '#shared/zod.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import { signInMessageSchema } from '../channel/records/sign-in-session.ts'
import { getEndpoint, noQuery, postEndpoint, putEndpoint } from './endpoint.ts'

/**
 * Hosted sign-in. In addition to their bodies, calls have headers: `authorization: Bearer {token}` of a session,
 * `x-nonce-jwt: Bearer {token}` that was returned with a nonce, `x-otp: {uuid}` of an e-mail address that is being
 * confirmed.
 */
const token = () => z.string().check(z.minLength(16), z.maxLength(4_096))
const emptyObject = () => z.object({})

/** A nonce, and the token that proves that this server issued it. */
export const getAuthNonce = getEndpoint('/auth/v1/nonce', noQuery, () =>
  z.object({ nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,128}$/)), token: token() }),
)

/**
 * Verifies a signature and opens a session; requires `x-nonce-jwt`. The session has the e-mail address that `x-otp`
 * confirmed, if the message's account is the one that confirmed it; without `x-otp`, the one of `postSharedEmail`.
 */
export const postAuthenticate = postEndpoint(
  '/auth/v1/authenticate',
  noQuery,
  () =>
    z.object({
      data: signInMessageSchema,
      message: z.string().check(z.minLength(1), z.maxLength(16_384)),
      signature: z.string().check(z.minLength(1), z.maxLength(16_384)),
      clientId: z.optional(z.string().check(z.maxLength(128))),
      walletInfo: z.optional(z.object({ name: z.optional(z.string().check(z.maxLength(128))) })),
    }),
  () => z.object({ token: token() }),
)

/** The account of an `authorization`; 401 if it is invalid or expired. */
export const getAuthMe = getEndpoint(
  '/auth/v1/me',
  () => z.object({ includeAppKitAccount: z.optional(z.enum(['true', 'false'])) }),
  () =>
    z.object({
      address: z.string().check(z.minLength(1), z.maxLength(128)),
      chainId: chainIdSchema,
      email: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
    }),
)

/** Ends the session of `authorization`. */
export const postSignOut = postEndpoint('/auth/v1/sign-out', noQuery, emptyObject, emptyObject)

/**
 * Sends a code to an e-mail address, for an account. Without a uuid in the response, this account has confirmed the address
 * before: `x-otp` has the uuid of that code, and is sent with `postAuthenticate` again.
 */
export const postOtp = postEndpoint(
  '/auth/v1/otp',
  noQuery,
  () =>
    z.object({
      email: z.string().check(z.minLength(3), z.maxLength(254)),
      /** CAIP-10. */
      account: z.string().check(z.minLength(1), z.maxLength(256)),
    }),
  () => z.object({ uuid: z.nullable(z.string().check(z.minLength(8), z.maxLength(64))) }),
)

/**
 * Confirms an address by the code sent to it; requires `x-otp`. 400: wrong code; 404: expired code; 429: too many attempts.
 */
export const putOtp = putEndpoint(
  '/auth/v1/otp',
  noQuery,
  () => z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  emptyObject,
)
