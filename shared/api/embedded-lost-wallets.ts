import { listOf, openObject, optional, strictObject } from '../wire-schema.ts'
import { recordId } from './embedded-account.ts'
import { noQuery, postEndpoint } from './endpoint.ts'

/** Wallets that one call may name. */
export const checkedWallets = 32

/**
 * Which wallets on the device of a vault can be opened no more, without a session: a user who was deleted in the last 400 days, or a
 * device envelope whose server key was deleted. Responds only about users and envelopes that the key of the proof belonged to; one that
 * is not listed may exist. 401 as of the other calls; 403: the call is not of the vault's origin.
 */
export const postLostWallets = postEndpoint(
  '/embedded/v1/lost-wallets',
  noQuery,
  () =>
    strictObject({
      wallets: listOf(strictObject({ userId: recordId, envelopeId: optional(recordId) }), checkedWallets),
    }),
  () =>
    openObject({
      deletedUserIds: listOf(recordId, checkedWallets),
      revokedEnvelopeIds: listOf(recordId, checkedWallets),
    }),
)
