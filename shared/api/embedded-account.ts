import type * as z from 'zod/mini'
import {
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

/** Ids that the server creates. */
export const recordId = matching(/^[\w-]{16,64}$/)

/** Token of a session. */
export const sessionToken = matching(/^[0-9a-f]{64}$/)

/** What a user logs in with, apart from passkeys. Two of equal e-mail addresses are two identities. */
export const identityProvider = oneOf(
  ...(['email', 'google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const),
)
export type IdentityProvider = z.infer<typeof identityProvider>
const identity = openObject({
  provider: identityProvider,
  /** E-mail address or user name, as the provider states it. */
  name: nonEmptyText(254),
})

/** Addresses and public keys of a wallet; the server has no other part of its keys. */
export const embeddedAccountsSchema = strictObject({
  /** EIP-55 address. */
  eip155: matching(/^0x[0-9a-fA-F]{40}$/),
  /** Base58 public key. */
  solana: matching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  /** The sr25519 public key, in hex: its SS58 address depends on the network. */
  polkadot: matching(/^0x[0-9a-f]{64}$/),
})
export type EmbeddedAccounts = z.infer<typeof embeddedAccountsSchema>

/** Signatures of a text (`walletProofText`) by the keys of all three accounts. */
export const walletSignaturesSchema = strictObject({
  /** 65 bytes in hex, over the text by EIP-191. */
  eip155: matching(/^0x[0-9a-f]{130}$/),
  /** Ed25519, in base58. */
  solana: matching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/),
  /** Sr25519, in hex. */
  polkadot: matching(/^0x[0-9a-f]{128}$/),
})
export type WalletSignatures = z.infer<typeof walletSignaturesSchema>

/** A way to open the wallet's keys. `assisted`: by the operator, who has to offer it. */
const envelopeKind = oneOf('device', 'passkey', 'recovery', 'assisted')
export type EnvelopeKind = z.infer<typeof envelopeKind>

/** Id of a WebAuthn credential, in base64url. */
export const credentialIdSchema = matching(/^[\w-]{1,1400}$/)

const time = integer(0)
const envelope = openObject({
  id: recordId,
  kind: envelopeKind,
  createdAtMs: time,
  /** Whether the way was completed and can open the wallet. */
  isComplete: flag,
  /** The passkey that opens it. */
  passkeyId: optional(credentialIdSchema),
})

const passkey = openObject({
  id: credentialIdSchema,
  name: nonEmptyText(100),
  /** Whether its provider synchronizes it, so that it survives the loss of the device. */
  isBackedUp: flag,
  createdAtMs: time,
})

/** Envelopes that a response lists. */
export const listedEnvelopes = 64

/** A user, as the user's sessions see it. */
export const embeddedAccountSchema = openObject({
  userId: recordId,
  walletId: recordId,
  identities: listOf(identity, 16),
  passkeys: listOf(passkey, 16),
  /** Absent until the vault has created the wallet's keys. */
  accounts: optional(embeddedAccountsSchema),
  /** Those that are not revoked: complete ones first, and of these the ones of no device. */
  envelopes: listOf(envelope, listedEnvelopes),
  /** Whether the operator helps to recover the wallet (`getRecovery`), and whether that was requested; absent: no. */
  recovery: optional(oneOf('offered', 'requested')),
  /** Whether a deletion without the wallet's keys was requested (`getDeletion`), or may be carried out now; absent: neither. */
  deletion: optional(oneOf('requested', 'open')),
})
export type EmbeddedAccount = z.infer<typeof embeddedAccountSchema>
