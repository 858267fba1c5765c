import * as z from '#shared/zod.ts'
import { custom, parseWire } from '../wire-schema.ts'
import { getEndpoint, noQuery, noResponse, postEndpoint } from './endpoint.ts'

const shortText = () => z.string().check(z.minLength(1), z.maxLength(256))
const urlText = () => z.nullish(z.string().check(z.maxLength(2_048)))
const hexAddress = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** A quantity of JSON-RPC: base units, or a value that an argument is compared with. */
const quantity = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** Unix time in seconds, or a duration in seconds. */
const seconds = () => z.int().check(z.gte(0))
const bytes = () => z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){1,20000}$/))

const allowance = { allowance: quantity(), start: seconds(), period: seconds() }

const sessionFunction = () =>
  z.strictObject({
    functionName: shortText(),
    args: z.optional(
      z
        .array(
          z.strictObject({ operator: z.enum(['EQUAL', 'GREATER_THAN', 'LESS_THAN']), value: quantity() }),
        )
        .check(z.maxLength(32)),
    ),
    /** Native currency sent with one call, base units. */
    valueLimit: z.optional(quantity()),
    operation: z.optional(z.enum(['Call', 'DelegateCall'])),
  })

/**
 * One permission of a smart session (https://eips.ethereum.org/EIPS/eip-7715). Permissions with additional fields are
 * invalid: the review would not display what these mean.
 */
export const sessionPermission = () =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('native-token-recurring-allowance'),
      data: z.strictObject(allowance),
    }),
    z.strictObject({
      type: z.literal('erc20-recurring-allowance'),
      data: z.strictObject({ token: hexAddress(), ...allowance }),
    }),
    z.strictObject({
      type: z.literal('contract-call'),
      data: z.strictObject({
        address: hexAddress(),
        abi: z.array(z.unknown()).check(z.maxLength(256)),
        /** Empty: any function. */
        functions: z.array(sessionFunction()).check(z.maxLength(32)),
      }),
    }),
  ])

/** A key that may sign in a session, in SEC1. */
const sessionKey = () =>
  z.strictObject({
    type: z.enum(['secp256r1', 'secp256k1']),
    publicKey: z.string().check(z.regex(/^0x[0-9a-fA-F]{64,130}$/)),
  })

/** Characters of a policy's data as JSON; users would not read longer ones. */
const policyDataMaxLength = 1_000

const isShort = (data: unknown): boolean => {
  try {
    return (JSON.stringify(data) ?? '').length <= policyDataMaxLength
  } catch {
    return false
  }
}

/** A restriction in addition to the permissions. The wallet interprets it; it is short enough to display in full. */
export const sessionPolicy = () =>
  z.strictObject({
    type: z.string().check(z.minLength(1), z.maxLength(64)),
    data: z.unknown().check(z.refine(isShort)),
  })

const policiesMax = 16

/** Parameters of `wallet_grantPermissions` (ERC-7715). */
export const grantRequest = () =>
  z.strictObject({
    chainId: quantity(),
    address: z.optional(hexAddress()),
    expiry: seconds(),
    signer: z.strictObject({
      type: z.literal('keys'),
      data: z.strictObject({ keys: z.array(sessionKey()).check(z.minLength(1), z.maxLength(8)) }),
    }),
    permissions: z.array(sessionPermission()).check(z.minLength(1), z.maxLength(16)),
    policies: z.optional(z.array(sessionPolicy()).check(z.maxLength(policiesMax))),
  })
export type GrantRequest = z.output<ReturnType<typeof grantRequest>>

/** A smart session in the API; `pci` is its id there. Unix times in seconds. */
export const smartSession = () =>
  z.object({
    project: z.object({ id: shortText(), name: z.string().check(z.maxLength(1_024)), url: urlText() }),
    pci: shortText(),
    createdAt: seconds(),
    expiry: seconds(),
    /** Parsed one by one: an invalid permission does not hide the others. */
    permissions: z.array(z.unknown()).check(z.maxLength(64)),
    /** As `permissions`: the widget displays invalid ones as such. */
    policies: z.optional(z.array(z.unknown()).check(z.maxLength(policiesMax))),
    revokedAt: z.nullish(seconds()),
  })
export type SmartSession = z.output<ReturnType<typeof smartSession>>

/** Id and end of a session that is otherwise invalid, as far as they are valid. */
const partialSession = () =>
  z.object({
    pci: z.catch(z.optional(shortText()), undefined),
    revokedAt: z.catch(z.nullish(seconds()), undefined),
  })

/** A row of the list. Rows that cannot be parsed stay in it: omitting one would hide an active session. */
export type ListedSession =
  | { readonly is: 'session'; readonly session: SmartSession }
  | ({ readonly is: 'unreadable' } & z.output<ReturnType<typeof partialSession>>)

const listedSession = () =>
  z.pipe(
    custom<unknown, z.input<ReturnType<typeof smartSession>>>(() => true),
    z.transform((row: unknown): ListedSession => {
      const parsed = parseWire(smartSession(), row)
      if (parsed.success) return { is: 'session', session: parsed.data }
      const partial = parseWire(partialSession(), row)
      return { is: 'unreadable', ...(partial.success ? partial.data : {}) }
    }),
  )

const versioned = () => z.object({ v: z.literal('2') })

/** The sessions of an account, `:address` in CAIP-10. */
export const getSessions = getEndpoint('/v1/sessions/:address', noQuery, () =>
  z.object({ pcis: z.array(listedSession()).check(z.maxLength(500)) }),
)

/** Prepares a session. Returns its id, and the key that co-signs with the host's until the session is revoked. */
export const postSession = postEndpoint('/v1/sessions/:address', versioned, grantRequest, () =>
  z.object({ pci: shortText(), key: sessionKey() }),
)

/** How to use the session's account, as its wallet returned it (ERC-7715). Empty if the account is deployed. */
export const grantedMeta = () => ({
  /** Deploys the account if it is not deployed yet (ERC-4337). */
  accountMeta: z.optional(
    z.object({
      factory: hexAddress(),
      factoryData: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){0,20000}$/)),
    }),
  ),
  /** Builds user operations of the session, or redeems its delegation. */
  signerMeta: z.optional(
    z.object({ userOpBuilder: z.optional(hexAddress()), delegationManager: z.optional(hexAddress()) }),
  ),
})

/** Sends what the wallet granted, with the request; activates the session. */
export const postSessionActivation = postEndpoint(
  '/v1/sessions/:address/activate',
  versioned,
  () =>
    z.object({
      ...grantRequest().shape,
      ...grantedMeta(),
      pci: shortText(),
      /** The wallet's identifier of the session. */
      context: bytes(),
    }),
  noResponse,
)

/** Ends a session; `signature` is the wallet's result of `wallet_revokePermissions`. */
export const postSessionRevocation = postEndpoint(
  '/v1/sessions/:address/revoke',
  noQuery,
  () => z.object({ pci: shortText(), signature: bytes() }),
  noResponse,
)
