import type * as z from 'zod/mini'
import { chainIdSchema } from '../../caip/chain-id.ts'
import { listOf, nonEmptyText, openObject, optional, text } from '../../wire-schema.ts'

const uri = nonEmptyText(2_048)
/** A time in RFC 3339 format. */
const time = nonEmptyText(40)

/** The signed sign-in message (CAIP-122): the fields of SPEC §3, the same in every ecosystem. */
export const signInMessageSchema = openObject({
  accountAddress: nonEmptyText(128),
  chainId: chainIdSchema,
  /** RFC 3986 authority of the host: always that of the verified host origin. */
  domain: nonEmptyText(255),
  uri,
  version: nonEmptyText(16),
  nonce: nonEmptyText(128),
  notBefore: optional(time),
  statement: optional(text(1_024)),
  /** Longer than other addresses: a ReCap (ERC-5573) names each method and each of its chains. */
  resources: optional(listOf(nonEmptyText(8_192), 32)),
  requestId: optional(text(256)),
  issuedAt: optional(time),
  expirationTime: optional(time),
})

export type SignInMessage = z.infer<typeof signInMessageSchema>

/** A sign-in session: what was signed, as data and as text, and the signature in the format of its ecosystem (SPEC §3). */
export const signInSessionSchema = openObject({
  data: signInMessageSchema,
  message: nonEmptyText(16_384),
  /** Hex on eip155 and polkadot, base58 on solana. */
  signature: nonEmptyText(16_384),
})

export type SignInSession = z.infer<typeof signInSessionSchema>
