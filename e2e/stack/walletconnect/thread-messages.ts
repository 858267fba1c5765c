import * as z from '#shared/zod.ts'
import { accountsSchema } from './wallet-accounts.ts'
import { namespacesSchema, scriptSchema, userDecisionSchema } from './wallet-script.ts'

/** The `workerData` of a wallet's thread. */
export const setupSchema = z.object({
  relayUrl: z.string(),
  name: z.string(),
  accounts: accountsSchema,
  /** Project id for the relay. */
  projectId: z.optional(z.string()),
})
export type WalletSetup = z.infer<typeof setupSchema>

export const commandSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('script'), script: scriptSchema }),
  z.object({ is: z.literal('pair'), uri: z.string() }),
  z.object({ is: z.literal('answer-waiting') }),
  z.object({ is: z.literal('synchronize') }),
  z.object({ is: z.literal('answer'), id: z.int(), decision: userDecisionSchema }),
  z.object({ is: z.literal('delete-sessions') }),
  z.object({ is: z.literal('change-account'), namespace: z.string(), at: z.int() }),
  z.object({ is: z.literal('change-chain'), chainId: z.string() }),
  z.object({
    is: z.literal('regrant'),
    only: z.array(z.string()),
    /** Namespaces to approve unchanged, requested or not. */
    namespaces: z.optional(namespacesSchema),
  }),
])
export type WalletCommand = z.infer<typeof commandSchema>

/** A message from the world to the thread. */
export const threadCommandSchema = z.object({ id: z.int(), command: commandSchema })

const requestedNamespacesSchema = z.record(
  z.string(),
  z.object({
    chains: z.optional(z.array(z.string())),
    methods: z.array(z.string()),
    events: z.array(z.string()),
  }),
)

export const walletPromptSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('proposal'),
    id: z.int(),
    site: z.object({ name: z.string(), url: z.string() }),
    required: requestedNamespacesSchema,
    optional: requestedNamespacesSchema,
  }),
  /** A sign-in during the connection; `message` is the text to sign. */
  z.object({
    is: z.literal('sign-in'),
    id: z.int(),
    site: z.object({ name: z.string(), url: z.string() }),
    chains: z.array(z.string()),
    message: z.string(),
  }),
  z.object({
    is: z.literal('request'),
    id: z.int(),
    topic: z.string(),
    chainId: z.string(),
    method: z.string(),
    params: z.unknown(),
  }),
])
/** A proposal, sign-in or request that a dApp sent to a wallet. */
export type WalletPrompt = z.infer<typeof walletPromptSchema>

export const sessionSchema = z.object({
  topic: z.string(),
  site: z.object({ name: z.string(), url: z.string() }),
  /** CAIP-10 ids. */
  accounts: z.array(z.string()),
})
export type WalletSession = z.infer<typeof sessionSchema>

/** A message from the thread to the world. */
export const reportSchema = z.discriminatedUnion('is', [
  /** The wallet has started; addresses by CAIP-2 chain, in the order of its keys. */
  z.object({ is: z.literal('ready'), addresses: z.record(z.string(), z.array(z.string())) }),
  z.object({ is: z.literal('done'), id: z.int(), error: z.optional(z.string()) }),
  z.object({ is: z.literal('asked'), asked: walletPromptSchema }),
  /** Ids of the prompts that a script ignored and that are still undecided. */
  z.object({ is: z.literal('waiting'), ids: z.array(z.int()) }),
  z.object({ is: z.literal('sessions'), sessions: z.array(sessionSchema) }),
  /** A connection to an external host was attempted, and blocked. */
  z.object({ is: z.literal('outside'), host: z.string() }),
  z.object({ is: z.literal('problem'), message: z.string() }),
])
export type Report = z.infer<typeof reportSchema>
