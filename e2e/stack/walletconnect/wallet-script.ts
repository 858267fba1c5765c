import * as z from '#shared/zod.ts'

const afterMs = z.optional(z.int().check(z.nonnegative()))
const reject = z.object({
  is: z.literal('reject'),
  code: z.optional(z.int()),
  message: z.optional(z.string()),
  afterMs,
})
/** Stays pending until the command `answer-waiting` or `answer`. */
const ignore = z.object({ is: z.literal('ignore') })

/** Session namespaces, as a wallet approves them (CAIP-25). */
export const namespacesSchema = z.record(
  z.string(),
  z.object({
    chains: z.array(z.string()),
    accounts: z.array(z.string()),
    methods: z.array(z.string()),
    events: z.array(z.string()),
  }),
)

const proposalDecision = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('approve'),
    afterMs,
    /** The requested namespaces (`eip155`) and chains (`eip155:1`) to approve; absent means all. */
    only: z.optional(z.array(z.string())),
    /** Further CAIP-10 accounts to approve, valid or not, by namespace. */
    alsoAccounts: z.optional(z.record(z.string(), z.array(z.string()))),
    /** Namespaces to approve unchanged, requested or not. */
    namespaces: z.optional(namespacesSchema),
  }),
  reject,
  ignore,
])

const requestDecision = z.discriminatedUnion('is', [
  z.object({ is: z.literal('approve'), afterMs }),
  reject,
  ignore,
])
type RequestDecision = z.infer<typeof requestDecision>

/** The decision on a sign-in during the connection. */
const signInDecision = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('approve'),
    afterMs,
    /** Chains to sign for; absent means all requested ones. */
    chains: z.optional(z.array(z.string())),
    /** Fields to sign in place of the requested ones. */
    as: z.optional(
      z.object({
        domain: z.optional(z.string()),
        nonce: z.optional(z.string()),
        exp: z.optional(z.string()),
      }),
    ),
  }),
  reject,
  ignore,
  /** The wallet does not support sign-in and decides the session proposal that accompanies it. */
  z.object({ is: z.literal('unknown') }),
])
export type SignInDecision = z.infer<typeof signInDecision>

/** The user's decision on one pending prompt; `only` limits the approval of a proposal. */
export const userDecisionSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('approve'), only: z.optional(z.array(z.string())) }),
  reject,
])
export type UserDecision = z.infer<typeof userDecisionSchema>

/** The decisions of the wallet's user, until the next script. */
export const scriptSchema = z.object({
  proposals: proposalDecision,
  signIns: signInDecision,
  requests: requestDecision,
  /** Decisions by method, in place of `requests`. */
  methods: z.record(z.string(), requestDecision),
})
export type WalletScript = z.infer<typeof scriptSchema>

/** The default script: approves everything. */
export const approveAllScript: WalletScript = {
  proposals: { is: 'approve' },
  signIns: { is: 'approve' },
  requests: { is: 'approve' },
  methods: {},
}

/** The decision of a script on a request. */
export function decideRequest(script: WalletScript, method: string): RequestDecision {
  return (Object.hasOwn(script.methods, method) ? script.methods[method] : undefined) ?? script.requests
}

/** The error of a rejection; without one in the script, the most common of wallets. */
export function rejectionError(decision: z.infer<typeof reject>): { code: number; message: string } {
  return { code: decision.code ?? 5000, message: decision.message ?? 'User rejected.' }
}
