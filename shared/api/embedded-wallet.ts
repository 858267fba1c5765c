import {
  anyOf,
  custom,
  flag,
  integer,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
  strictObject,
} from '../wire-schema.ts'
import type * as z from '../zod.ts'
import {
  credentialIdSchema,
  embeddedAccountSchema,
  embeddedAccountsSchema,
  recordId,
  sessionToken,
  walletSignaturesSchema,
} from './embedded-account.ts'
import { getEndpoint, noQuery, postEndpoint, putEndpoint } from './endpoint.ts'

/**
 * The embedded wallet: logins, devices, and the envelopes that protect its keys. Each call except `getDpopNonce` has a proof of
 * possession in the header `dpop` (RFC 9449): a JWT signed by a P-256 key that never leaves its browser, with a nonce of this
 * server. Calls of a session also have `authorization: DPoP {token}`. Errors: 401 without a valid proof or session; the header
 * `dpop-nonce` then has a new nonce, with which the call may be repeated.
 */
/** A one-time code. */
export const sixDigits = matching(/^\d{6}$/)
const emptyObject = () => strictObject({})

/** One address as HTML's `<input type=email>` accepts it, without IP addresses. */
export const emailAddress = custom<string>(
  (value) =>
    typeof value === 'string' &&
    value.length <= 254 &&
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      value,
    ),
)

/** Origin of the page that embeds the widget. */
export const site = nonEmptyText(300)

const time = integer(0)

/** A nonce for proofs, which lasts for `lifetimeSeconds`. */
export const getDpopNonce = getEndpoint('/embedded/v1/nonce', noQuery, () =>
  openObject({ nonce: nonEmptyText(512), lifetimeSeconds: integer(1) }),
)

/** Response to a code that was sent. */
export const sentCode = () =>
  openObject({ id: recordId, lifetimeSeconds: integer(1), resendSeconds: integer(0) })

/** A code that was sent by e-mail. */
export type MailedCode = z.output<ReturnType<typeof sentCode>>

/**
 * Sends a code of six digits to an e-mail address; the response does not depend on whether the address is known. The code is
 * valid for the key of this call's proof only. 429: too many codes, or one was just sent.
 */
export const postLoginCode = postEndpoint(
  '/embedded/v1/codes',
  noQuery,
  () => strictObject({ email: emailAddress, site }),
  sentCode,
)

/**
 * What is known of a code's delivery. `sending`: the mail server has not answered yet; `accepted`: it has taken the message,
 * which is no proof that it arrived; `failed`: it has refused it. 404: unknown or expired.
 */
export const getCodeDelivery = getEndpoint('/embedded/v1/codes/:id', noQuery, () =>
  openObject({ delivery: oneOf('sending', 'accepted', 'failed') }),
)

/**
 * Logs in with a code. `isNew`: this login has created the user. 400: wrong code; 404: unknown, used or expired; 429: too many
 * attempts.
 */
export const postLoginAttempt = postEndpoint(
  '/embedded/v1/codes/:id',
  noQuery,
  () => strictObject({ code: sixDigits, site }),
  () => openObject({ token: sessionToken, isNew: flag, account: embeddedAccountSchema }),
)

/** The user of the session. */
export const getEmbeddedAccount = getEndpoint('/embedded/v1/account', noQuery, () => embeddedAccountSchema)

/**
 * Ends the session, and the user's spending limits on its site. One of the widget also ends the sessions of the vault that were opened
 * from its device in this login or earlier, by tickets or by a passkey. `keepsSpendingLimits`: a session that was opened by mistake ends
 * alone.
 */
export const postEmbeddedSignOut = postEndpoint(
  '/embedded/v1/sign-out',
  noQuery,
  () => strictObject({ keepsSpendingLimits: optional(flag) }),
  () => openObject({}),
)

/**
 * Sends a code to the user's e-mail address, which proves the user again. Calls that need it respond with 403 unless the
 * session was proved within `stepUpLifetimeMs`. 404: the user has no e-mail address.
 */
export const postStepUpCode = postEndpoint('/embedded/v1/step-up', noQuery, emptyObject, sentCode)

/** Whether the session was proved within `stepUpLifetimeMs`. */
export const getStepUp = getEndpoint('/embedded/v1/step-up', noQuery, () => openObject({ isProved: flag }))

/** Proves the user of the session again. Errors as of `postLoginAttempt`. */
export const postStepUpAttempt = postEndpoint(
  '/embedded/v1/step-up/:id',
  noQuery,
  () => strictObject({ code: sixDigits }),
  () => openObject({}),
)

/** A ticket, with which the vault opens a session of the same user; it can be used once, within 60 s. */
export const postVaultTicket = postEndpoint('/embedded/v1/tickets', noQuery, emptyObject, () =>
  openObject({ ticket: sessionToken }),
)

/**
 * Opens a session of the vault; the proof is by the vault's key. `site`: origin of the page that the ticket was issued for. 404:
 * unknown, used or expired; 429: too many new keys by tickets of one login.
 */
export const postVaultSession = postEndpoint(
  '/embedded/v1/vault-session',
  noQuery,
  () => strictObject({ ticket: sessionToken }),
  () => openObject({ token: sessionToken, site, account: embeddedAccountSchema }),
)

/**
 * A ticket of the vault, with which the widget on a site opens a session of the same user; the widget's key can use it once, within
 * 60 s. `keyThumbprint`: of the key of the widget's proofs (RFC 7638).
 */
export const postFrameTicket = postEndpoint(
  '/embedded/v1/frame-tickets',
  noQuery,
  () => strictObject({ site, keyThumbprint: matching(/^[\w-]{43}$/) }),
  () => openObject({ ticket: sessionToken }),
)

/** Opens a session of the widget by a ticket of the vault. 404: unknown, used, expired, or for another key; 429 as of `postVaultSession`. */
export const postFrameSession = postEndpoint(
  '/embedded/v1/frame-session',
  noQuery,
  () => strictObject({ ticket: sessionToken }),
  () => openObject({ token: sessionToken, account: embeddedAccountSchema }),
)

const device = openObject({
  id: recordId,
  /** `frame`: the widget on one site; `vault`: where keys can be. */
  kind: oneOf('frame', 'vault'),
  /** Origin of the site; absent for a vault. */
  site: optional(site),
  /** Browser and operating system, from the `User-Agent`. */
  name: nonEmptyText(100),
  createdAtMs: time,
  lastUsedAtMs: time,
  isCurrent: flag,
  /** The vault of the browser that the current device is in: a ticket has connected them last. Absent: not known to be. */
  isCurrentVault: optional(flag),
})

/** Devices that a response lists. */
export const listedDevices = 256

/** Devices that can act for the user, the last used first. */
export const getEmbeddedDevices = getEndpoint('/embedded/v1/devices', noQuery, () =>
  openObject({ devices: listOf(device, listedDevices) }),
)

/**
 * Revokes a device: its sessions end, and its envelope can no longer be opened. Needs a step-up, and a wallet proof if the wallet
 * has accounts, except for the current device. 403, 404.
 */
export const postDeviceRevocation = postEndpoint(
  '/embedded/v1/devices/:id/revoke',
  noQuery,
  emptyObject,
  () => openObject({}),
)

/** A server key: 32 random bytes in base64url. */
export const serverKey = matching(/^[\w-]{43}$/)
/** A sealed envelope in base64url. */
export const sealedEnvelope = matching(/^[\w-]{60,512}$/)
/** A factor that is encrypted by HPKE: 113 bytes in base64url (`shared/recovery/sealed-factor.ts`). */
export const sealedFactor = matching(/^[\w-]{151}$/)
/** SHA-256 of a public key, in hex. */
export const factorKeyId = matching(/^[0-9a-f]{64}$/)

/**
 * Creates an envelope with a new server key. Only for a session of the vault, whose device a `device` envelope belongs to. It replaces
 * the oldest incomplete one of its device and kind if there are several. `assisted` needs a step-up, and an e-mail address. 403; 404: no
 * address; 429: too many within an hour, or too many complete ones; 501: the operator offers no recovery.
 */
export const postEnvelope = postEndpoint(
  '/embedded/v1/envelopes',
  noQuery,
  () =>
    anyOf(
      strictObject({ kind: oneOf('device', 'recovery', 'assisted') }),
      strictObject({ kind: oneOf('passkey'), passkeyId: credentialIdSchema }),
    ),
  () => openObject({ id: recordId, serverKey }),
)

/**
 * Completes an envelope. A `device` envelope stays on its device; of the others the server stores the sealed text, of an `assisted` one
 * also its factor, encrypted to the operator's key with the id `keyId`. The first one states the wallet's accounts, and they never
 * change; `signatures` are by their keys, for the envelope's id. Only the device that created it completes it, within a day unless it is a
 * `device` envelope. The same call may be repeated. 400: not signed by the keys; 403: the operator has another key; 404: unknown, revoked,
 * deleted, or completed with another content; 409: the wallet has other accounts; 429: too many complete ones.
 */
export const putEnvelope = putEndpoint(
  '/embedded/v1/envelopes/:id',
  noQuery,
  () =>
    strictObject({
      sealed: optional(sealedEnvelope),
      /** Of an `assisted` envelope. */
      factor: optional(strictObject({ keyId: factorKeyId, sealed: sealedFactor })),
      accounts: embeddedAccountsSchema,
      signatures: walletSignaturesSchema,
    }),
  () => openObject({ account: embeddedAccountSchema }),
)

/**
 * The server key of an envelope, and the sealed text if the server stores it. Only for a session of the vault: for `device`, that of its
 * device; for `passkey`, one that this passkey has proved within `assertionLifetimeMs`; for `recovery`, one with a step-up. A user who
 * has a passkey needs it for `device` too, or a wallet proof. That of `assisted` is released by `postRecoveryKey` only. 403, 404; 429:
 * too many.
 */
export const postEnvelopeKey = postEndpoint('/embedded/v1/envelopes/:id/key', noQuery, emptyObject, () =>
  openObject({ serverKey, sealed: optional(sealedEnvelope) }),
)

/**
 * Deletes the server key of an envelope, which cannot be opened from then on. Needs a step-up, and a wallet proof if the wallet
 * has accounts. 403, 404.
 */
export const postEnvelopeRevocation = postEndpoint(
  '/embedded/v1/envelopes/:id/revoke',
  noQuery,
  emptyObject,
  () => openObject({ account: embeddedAccountSchema }),
)

/**
 * A challenge for a wallet proof by the session of this call, of the vault or of the widget: it is accepted from the same key and
 * user only, once. 404: the user's wallet has no accounts.
 */
export const postWalletChallenge = postEndpoint('/embedded/v1/wallet-challenge', noQuery, emptyObject, () =>
  openObject({ challenge: nonEmptyText(1_024) }),
)

/**
 * Proves that the user of the session has the wallet's keys now, which an e-mail account or a passkey alone does not. What would
 * take the wallet from its user needs it, within `walletProofLifetimeMs`. Only the vault can sign; for a session of the widget it
 * signs the challenge of that session. 400: not signed by the keys, or the challenge is used, expired, or of another key or user.
 */
export const postWalletProof = postEndpoint(
  '/embedded/v1/wallet-proof',
  noQuery,
  () => strictObject({ challenge: nonEmptyText(1_024), signatures: walletSignaturesSchema }),
  () => openObject({}),
)
