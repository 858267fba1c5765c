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
import { recordId } from './embedded-account.ts'
import { getEndpoint, noQuery, postEndpoint, putEndpoint } from './endpoint.ts'

/** Bytes in lower-case hexadecimal. */
const hexBytes = (length: number) => matching(new RegExp(`^[0-9a-f]{${2 * length}}$`))

/** New device: a commitment to its public key (SHA-256). */
export const transferCommitSchema = strictObject({
  type: oneOf('commit'),
  version: integer(1, 1),
  commitment: hexBytes(32),
})
/** Old device: its public key (P-256, uncompressed). */
export const transferKeySchema = strictObject({ type: oneOf('key'), publicKey: hexBytes(65) })
/** New device: the public key and the blinding that it committed to. */
export const transferRevealSchema = strictObject({
  type: oneOf('reveal'),
  publicKey: hexBytes(65),
  blinding: hexBytes(32),
})
/** Old device: the encrypted entropy, which the server cannot decrypt. */
export const transferSecretSchema = strictObject({ type: oneOf('secret'), sealed: hexBytes(44) })

export type TransferCommit = z.infer<typeof transferCommitSchema>
export type TransferKey = z.infer<typeof transferKeySchema>
export type TransferReveal = z.infer<typeof transferRevealSchema>
export type TransferSecret = z.infer<typeof transferSecretSchema>

/** A transfer of the user's wallet from one device to another, as a session of the vault sees it. */
const transfer = openObject({
  id: recordId,
  /** Browser and operating system of the new device. */
  name: nonEmptyText(100),
  /** Whether this session's device is the new one. */
  isOwn: flag,
  commit: transferCommitSchema,
  key: optional(transferKeySchema),
  reveal: optional(transferRevealSchema),
  /** For the new device only. */
  secret: optional(transferSecretSchema),
  expiresAtMs: integer(0),
})
export type Transfer = z.infer<typeof transfer>

/**
 * Starts a transfer of the wallet to this device, which lasts for 10 minutes; it ends the user's other one. Only for a session of
 * the vault. 404: the user has no wallet; 429: too many.
 */
export const postTransfer = postEndpoint(
  '/embedded/v1/transfers',
  noQuery,
  () => strictObject({ commit: transferCommitSchema }),
  () => openObject({ transfer }),
)

/** The user's transfer, if there is one. Only for a session of the vault. */
export const getTransfer = getEndpoint('/embedded/v1/transfers', noQuery, () =>
  openObject({ transfer: optional(transfer) }),
)

/**
 * Adds the next message. `key` and `secret` are of another device than the new one, `reveal` is of the new one. The same call may be
 * repeated. 403: of the wrong device; 404: no such transfer, or expired; 409: another message is there, or the one before is missing.
 */
export const putTransferMessage = putEndpoint(
  '/embedded/v1/transfers/:id',
  noQuery,
  () => strictObject({ message: anyOf(transferKeySchema, transferRevealSchema, transferSecretSchema) }),
  () => openObject({ transfer }),
)

/** Ends a transfer; by either device. */
export const postTransferEnd = postEndpoint(
  '/embedded/v1/transfers/:id/end',
  noQuery,
  () => strictObject({}),
  () => openObject({}),
)
