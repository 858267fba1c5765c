import * as z from '#shared/zod.ts'
import { chainIdSchema } from './caip/chain-id.ts'

/** Longer names and lists are invalid. */
const nameMaxLength = 64
const listMaxLength = 64

const nameSchema = z.string().check(z.maxLength(nameMaxLength))
const namesSchema = z.optional(z.array(nameSchema).check(z.maxLength(listMaxLength)))
const supportSchema = z.object({ supported: z.boolean() })

/** Capabilities that a wallet may report of a chain in `wallet_getCapabilities`. */
const chainCapabilities = {
  /** EIP-5792. */
  atomic: z.object({ status: z.enum(['supported', 'ready', 'unsupported']) }),
  /** EIP-5792, version 1. */
  atomicBatch: supportSchema,
  /** ERC-7677. */
  paymasterService: supportSchema,
  /** ERC-7682. */
  auxiliaryFunds: supportSchema,
  /** ERC-7715, in its drafts too. */
  permissions: z.object({
    supported: z.optional(z.boolean()),
    signerTypes: namesSchema,
    keyTypes: namesSchema,
    permissionTypes: namesSchema,
    policyTypes: namesSchema,
  }),
} as const

/** Capabilities in the results of `wallet_sendCalls` and `wallet_getCallsStatus`. */
const resultCapabilities = {
  /** CAIP-345: the transactions of the bundle. */
  caip345: z.object({
    caip2: chainIdSchema,
    transactionHashes: z
      .array(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)))
      .check(z.maxLength(listMaxLength)),
  }),
} as const

export type Capabilities = Readonly<Record<string, unknown>>

const membersSchema = z.record(z.string(), z.unknown())

/** The known members that fit their schema; others are dropped. Undefined if none is left. */
function readKnown(
  schemas: Readonly<Record<string, z.ZodMiniType>>,
  value: unknown,
): Capabilities | undefined {
  const members = membersSchema.safeParse(value).data
  if (members === undefined) return undefined
  const capabilities = Object.entries(schemas).flatMap(([name, schema]) => {
    const parsed = Object.hasOwn(members, name) ? schema.safeParse(members[name]) : undefined
    return parsed?.success ? [[name, parsed.data] as const] : []
  })
  return capabilities.length === 0 ? undefined : Object.fromEntries(capabilities)
}

/**
 * Capabilities in a bundle's result (EIP-5792) that the widget supports; undefined if there are none. They are a wallet's
 * claims: the widget decides nothing by them.
 */
export const readResultCapabilities = (value: unknown): Capabilities | undefined =>
  readKnown(resultCapabilities, value)

/** More chains than a host may request. */
const chainLimit = 256
const hexChain = /^0x[0-9a-f]{1,16}$/i

/**
 * A result of `wallet_getCapabilities` (EIP-5792): known capabilities by chain as `0x` hex, of chains that `isRequested`
 * accepts. Unknown and malformed ones are dropped, and so is a chain without any. Undefined if the result is not an object.
 */
export function readChainCapabilities(
  value: unknown,
  isRequested: (chain: string) => boolean,
): Readonly<Record<string, Capabilities>> | undefined {
  const chains = membersSchema.safeParse(value).data
  if (chains === undefined) return undefined
  const read = Object.entries(chains)
    .filter(([chain]) => hexChain.test(chain) && isRequested(chain))
    .slice(0, chainLimit)
    .flatMap(([chain, reported]) => {
      const capabilities = readKnown(chainCapabilities, reported)
      return capabilities === undefined ? [] : [[chain, capabilities] as const]
    })
  return Object.fromEntries(read)
}
