import * as z from 'zod/mini'

const afterMs = z.optional(z.int().check(z.nonnegative()))
const reject = z.object({
  is: z.literal('reject'),
  code: z.optional(z.int()),
  message: z.optional(z.string()),
  afterMs,
})
/** Left alone until `answerWaiting`. */
const ignore = z.object({ is: z.literal('ignore') })

/** Namespaces of a session as a wallet names them (CAIP-25). */
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
    /** Namespaces (`eip155`) and chains (`eip155:1`) to approve of those that are wanted; absent means all. */
    only: z.optional(z.array(z.string())),
    /** CAIP-10 accounts that are approved too, whether or not they make sense, by namespace. */
    alsoAccounts: z.optional(z.record(z.string(), z.array(z.string()))),
    /** Namespaces that are approved as they stand here, wanted or not. */
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

/** What a wallet does that is asked to sign in while it connects. */
const signInDecision = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('approve'),
    afterMs,
    /** Chains to sign for; absent means all that are wanted. */
    chains: z.optional(z.array(z.string())),
    /** Fields that it signs in place of those it was asked for. */
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
  /** It does not know how; the session proposal that comes beside is answered. */
  z.object({ is: z.literal('unknown') }),
])
export type SignInDecision = z.infer<typeof signInDecision>

/** What the person answers to one thing that waits; `only` narrows a proposal. */
export const answerSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('approve'), only: z.optional(z.array(z.string())) }),
  reject,
])
export type Answer = z.infer<typeof answerSchema>

/** What the person at the wallet does, until the next script. */
export const scriptSchema = z.object({
  proposals: proposalDecision,
  signIns: signInDecision,
  requests: requestDecision,
  /** Another decision for requests of a method. */
  methods: z.record(z.string(), requestDecision),
})
export type WalletScript = z.infer<typeof scriptSchema>

export const agreeable: WalletScript = {
  proposals: { is: 'approve' },
  signIns: { is: 'approve' },
  requests: { is: 'approve' },
  methods: {},
}

export function decideRequest(script: WalletScript, method: string): RequestDecision {
  return (Object.hasOwn(script.methods, method) ? script.methods[method] : undefined) ?? script.requests
}

/** The error of a refusal: what wallets answer most, unless the script says otherwise. */
export function refusal(decision: z.infer<typeof reject>): { code: number; message: string } {
  return { code: decision.code ?? 5000, message: decision.message ?? 'User rejected.' }
}
