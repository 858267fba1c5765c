import * as z from '#shared/zod.ts'

/** How a test wallet responds to the next requests. `methods` limits failures, not `mode` and `delayMs`. */
export const scriptSchema = z.strictObject({
  /** Opens a prompt, or decides without one. */
  mode: z._default(z.enum(['prompt', 'approve', 'reject']), 'prompt'),
  /** Delay before the decision on a request that needs approval. */
  delayMs: z._default(z.number(), 0),
  /** Shares no account until the user unlocks the wallet. */
  locked: z._default(z.boolean(), false),
  methods: z.optional(z.array(z.string())),
  /** Rejects with −32002, as wallets do while another request is pending. */
  pending32002: z._default(z.boolean(), false),
  neverAnswers: z._default(z.boolean(), false),
  /** Disconnects during the request: emits `disconnect` and rejects with 4900. */
  disconnectMidRequest: z._default(z.boolean(), false),
  /** Rejects with this error. */
  failWith: z.optional(
    z.strictObject({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  ),
  /** Rejects every switch with 4902 until the chain has been added. */
  unknownChain4902: z._default(z.boolean(), false),
  /** The error of a switch to an unknown chain; `nested` adds the 4902 as `data.originalError`, as some mobile wallets do. */
  switchError: z.optional(
    z.strictObject({ code: z.number(), message: z.string(), nested: z._default(z.boolean(), false) }),
  ),
  /** Switches to this chain. */
  wrongChain: z.optional(z.number()),
  /** Replaces the recipient by this address; on Solana in base58, on Polkadot a public key in hex. */
  tamperTo: z.optional(z.string()),
  /** Supports bundles (EIP-5792), executed atomically by EIP-7702. */
  bundles: z._default(z.boolean(), false),
  /** Supports smart sessions (ERC-7715), whose keys act by EIP-7702. */
  sessions: z._default(z.boolean(), false),
  /** Grants a smart session with a later expiry than requested. */
  widerGrant: z._default(z.boolean(), false),
  /** Polkadot: connects but shares no account, as when the user selected none. */
  sharesNoAccounts: z._default(z.boolean(), false),
  /** Polkadot: the network that each account is restricted to, in setup order; `empty` is the empty string of Enkrypt. */
  genesisLocks: z._default(z.array(z.enum(['none', 'empty', 'local', 'elsewhere'])), []),
})
export type Script = z.output<typeof scriptSchema>
export type ScriptPatch = Partial<z.input<typeof scriptSchema>>

export const hostileNames = ['long', 'bidi', 'markup', 'control', 'empty'] as const
export const hostileIcons = ['javascript', 'remote', 'scripted', 'bomb', 'remote-image', 'huge'] as const

/** CAIP-2 namespaces that a wallet can support. */
const walletNamespaces = ['eip155', 'solana', 'polkadot'] as const
export type WalletNamespace = (typeof walletNamespaces)[number]

const solanaSigningMethods = ['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction'] as const

/** One wallet of a page, as in the `wallets` query parameter; missing fields come from the preset of that id. */
export const walletSetupSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
  /** Namespaces in which it is announced, all under one name and with one prompt. */
  namespaces: z.optional(z.array(z.enum(walletNamespaces)).check(z.minLength(1))),
  name: z.optional(z.string()),
  hostileName: z.optional(z.enum(hostileNames)),
  icon: z.optional(z.string()),
  hostileIcon: z.optional(z.enum(hostileIcons)),
  rdns: z.optional(z.string()),
  uuid: z.optional(z.string()),
  /** How it is announced on Ethereum; 'none' announces it in no namespace. */
  announce: z.optional(z.enum(['eip6963', 'legacy', 'both', 'none'])),
  /** Keys of its entry in `injectedWeb3`; default its id, or its hostile name. */
  injectedIds: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** Its signing features on Solana; default all. */
  solanaSigning: z._default(z.array(z.enum(solanaSigningMethods)), [...solanaSigningMethods]),
  /** Delay of its first announcement, also on request; default 0. */
  announceAfterMs: z.optional(z.number()),
  /** Announces itself again, with a new uuid, after this delay. */
  changeUuidAfterMs: z.optional(z.number()),
  /** Labels of the world's accounts, the same in each of its namespaces; on Ethereum also private keys. */
  accounts: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** The initial chain; default the stored one, else 1. */
  chainId: z.optional(z.number()),
  /** Chains it can switch to without adding them. */
  knownChains: z.optional(z.array(z.number())),
  script: z._default(scriptSchema, z.parse(scriptSchema, {})),
})
export type WalletSetup = z.output<typeof walletSetupSchema>

const parameterSchema = z.array(
  z.union([
    z.pipe(
      z.string(),
      z.transform((id) => z.parse(walletSetupSchema, { id })),
    ),
    walletSetupSchema,
  ]),
)

/** The wallets of a page without the parameter: two on Ethereum, one in each other namespace, and one in all three. */
const defaultWallets = [
  { id: 'harbour', script: { sessions: true } },
  'lantern',
  { id: 'beacon', namespaces: ['solana'] },
  'trellis',
  'voyager',
]

/**
 * Parses the `wallets` query parameter: a JSON list of ids or setups, 'none', or null for the default wallets.
 * @throws ZodError when the parameter is none of these.
 */
export function walletSetups(parameter: string | null): readonly WalletSetup[] {
  if (parameter === 'none') return []
  return z.parse(parameterSchema, parameter === null ? defaultWallets : JSON.parse(parameter))
}
