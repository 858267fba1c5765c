import type * as z from 'zod/mini'
import { embeddedAccountAddress } from '../config/embedded-account.ts'
import {
  anyOf,
  anything,
  custom,
  finite,
  listOf,
  matching,
  oneOf,
  openObject,
  optional,
  strictObject,
  text,
} from '../wire-schema.ts'
import { noQuery, postEndpoint } from './endpoint.ts'

/** Methods of a bundler (ERC-4337) and of a paymaster service (ERC-7677) that the server passes on. */
export const sponsorshipMethods = [
  'eth_supportedEntryPoints',
  'pm_getPaymasterStubData',
  'eth_estimateUserOperationGas',
  'pm_getPaymasterData',
  'eth_sendUserOperation',
  'eth_getUserOperationReceipt',
  'eth_getUserOperationByHash',
] as const
export type SponsorshipMethod = (typeof sponsorshipMethods)[number]

const quantity = matching<`0x${string}`>(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/)
const word = matching<`0x${string}`>(/^0x[0-9a-f]{64}$/)
const hexAddress = matching<`0x${string}`>(/^0x[0-9a-fA-F]{40}$/)
/** As many bytes as the transactions of large batches have. */
const bytes = matching<`0x${string}`>(/^0x([0-9a-fA-F]{2}){0,65536}$/)

/** An authorization (EIP-7702) for the embedded wallet's account contract; no other delegate is passed on. */
const ownAuthorization = strictObject({
  address: custom<`0x${string}`>(
    (value) => typeof value === 'string' && value.toLowerCase() === embeddedAccountAddress.toLowerCase(),
  ),
  chainId: quantity,
  nonce: quantity,
  r: word,
  s: word,
  yParity: oneOf('0x00', '0x01'),
})

/**
 * A user operation in the JSON form of ERC-7769 for EntryPoint v0.7 and later, as viem writes it. Fields are absent until they are known.
 * `factory` exists only for an account that the operation also delegates (EIP-7702).
 */
export const userOperationSchema = strictObject({
  sender: hexAddress,
  nonce: quantity,
  factory: optional(oneOf('0x7702')),
  eip7702Auth: optional(ownAuthorization),
  callData: bytes,
  callGasLimit: optional(quantity),
  verificationGasLimit: optional(quantity),
  preVerificationGas: optional(quantity),
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  paymaster: optional(hexAddress),
  paymasterData: optional(bytes),
  paymasterVerificationGasLimit: optional(quantity),
  paymasterPostOpGasLimit: optional(quantity),
  signature: optional(bytes),
})
export type UserOperationJson = z.output<typeof userOperationSchema>

/**
 * A call to the operator's bundler or paymaster service, for the account of the session. 403: another sender; 404: no sponsorship
 * on the chain; 400: another EntryPoint or delegate, a member that is not listed, or no paymaster; 429: limit of the user or of
 * the operator.
 */
export const postSponsorship = postEndpoint(
  '/embedded/v1/sponsorship',
  noQuery,
  () =>
    strictObject({
      /** CAIP-2. */
      chainId: matching(/^eip155:[1-9]\d{0,15}$/),
      method: oneOf(...sponsorshipMethods),
      params: listOf(anything, 2),
    }),
  () =>
    anyOf(
      strictObject({ result: custom<unknown>((value) => value !== undefined) }),
      strictObject({ error: openObject({ code: finite(), message: text(512) }) }),
    ),
)
