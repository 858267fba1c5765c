import type * as z from 'zod/mini'
import {
  flag,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
  strictObject,
} from '../wire-schema.ts'
import { credentialIdSchema, embeddedAccountSchema, sessionToken } from './embedded-account.ts'
import { noQuery, postEndpoint } from './endpoint.ts'

/**
 * Passkeys of embedded wallets (WebAuthn Level 3). The vault sends what a signature covers and nothing else: never the results
 * of extensions, because that of `prf` opens an envelope.
 */
const base64Url = (max: number) => matching(new RegExp(`^[\\w-]{1,${max}}$`))
const clientDataJson = base64Url(8_192)
const transports = listOf(nonEmptyText(32), 8)

const registration = strictObject({
  id: credentialIdSchema,
  clientDataJSON: clientDataJson,
  attestationObject: base64Url(32_768),
  transports: optional(transports),
})

const assertion = strictObject({
  id: credentialIdSchema,
  clientDataJSON: clientDataJson,
  authenticatorData: base64Url(4_096),
  signature: base64Url(4_096),
})

/** A challenge for a ceremony. */
export type PasskeyChallenge = z.infer<ReturnType<typeof challenge>>
const challenge = () =>
  openObject({
    /** In base64url; used once, within 5 minutes. */
    challenge: base64Url(1_024),
    /** Relying party id: the widget's host. */
    rpId: nonEmptyText(253),
    /** The user handle of a registration. */
    userId: optional(nonEmptyText(64)),
    /** The user's passkeys: to exclude from a registration, or to allow in an assertion. */
    credentials: listOf(openObject({ id: credentialIdSchema, transports }), 16),
  })

/** A challenge for a passkey of the session's user. Only for a session of the vault. */
export const postPasskeyChallenge = postEndpoint(
  '/embedded/v1/passkeys/challenge',
  noQuery,
  () => strictObject({ purpose: oneOf('register', 'assert') }),
  challenge,
)

/** A challenge for a login with any passkey, or for a new user. 429: too many new users of one client. */
export const postPasskeyLoginChallenge = postEndpoint(
  '/embedded/v1/passkeys/login-challenge',
  noQuery,
  () => strictObject({ purpose: oneOf('log-in', 'sign-up') }),
  challenge,
)

/**
 * Adds a passkey. Needs a step-up, and a wallet proof if the wallet has accounts. 400: not valid; 409: it is registered; 413:
 * too many.
 */
export const postPasskey = postEndpoint(
  '/embedded/v1/passkeys',
  noQuery,
  () => strictObject({ registration, name: nonEmptyText(100) }),
  () => openObject({ account: embeddedAccountSchema }),
)

/** Proves the user of the session by a passkey: a step-up that also releases keys. 400: not valid; 404: unknown; 409: copied. */
export const postPasskeyAssertion = postEndpoint(
  '/embedded/v1/passkeys/assertion',
  noQuery,
  () => strictObject({ assertion }),
  () => openObject({}),
)

const opened = () => openObject({ token: sessionToken, isNew: flag, account: embeddedAccountSchema })

/** Opens a session of the vault with a passkey. 400: not valid; 404: unknown; 409: copied. */
export const postPasskeyLogin = postEndpoint(
  '/embedded/v1/passkeys/login',
  noQuery,
  () => strictObject({ assertion }),
  opened,
)

/** Creates a user with a passkey, and opens a session of the vault. 400: not valid; 409: it is registered. */
export const postPasskeySignUp = postEndpoint(
  '/embedded/v1/passkeys/sign-up',
  noQuery,
  () => strictObject({ registration, name: nonEmptyText(100) }),
  opened,
)

/**
 * Removes a passkey and its envelope. The user's sessions of other logins end, and so do the spending limits. Needs a step-up, and a wallet proof if the wallet has accounts. 403; 404; 409: it is the
 * user's last way to log in.
 */
export const postPasskeyRemoval = postEndpoint(
  '/embedded/v1/passkeys/remove',
  noQuery,
  () => strictObject({ id: credentialIdSchema }),
  () => openObject({ account: embeddedAccountSchema }),
)
