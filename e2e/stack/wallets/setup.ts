import * as z from 'zod/mini'

/** How a test wallet behaves from now on. `methods` limits what goes wrong, not `mode` and `delayMs`. */
export const scriptSchema = z.strictObject({
  /** Asks a person, or answers by itself. */
  mode: z._default(z.enum(['prompt', 'approve', 'reject']), 'prompt'),
  /** Time before it answers anything that may need a person. */
  delayMs: z._default(z.number(), 0),
  /** Knows no account until a person unlocks it. */
  locked: z._default(z.boolean(), false),
  methods: z.optional(z.array(z.string())),
  /** Answers −32002, as wallets do while they are asking already. */
  pending32002: z._default(z.boolean(), false),
  neverAnswers: z._default(z.boolean(), false),
  /** Loses its connection while the request runs: event `disconnect`, rejection 4900. */
  disconnectMidRequest: z._default(z.boolean(), false),
  /** Rejects with this instead of answering. */
  failWith: z.optional(
    z.strictObject({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  ),
  /** Says 4902 to every switch until the chain has been added. */
  unknownChain4902: z._default(z.boolean(), false),
  /** What a switch to an unknown chain rejects with; `nested` puts the 4902 where some mobile wallets do. */
  switchError: z.optional(
    z.strictObject({ code: z.number(), message: z.string(), nested: z._default(z.boolean(), false) }),
  ),
  /** Is on this chain, whatever it was before. */
  wrongChain: z.optional(z.number()),
  /** Sends to this address instead of the one it was asked for; on Solana in base58, on Polkadot a key in hex. */
  tamperTo: z.optional(z.string()),
  /** Knows bundles of calls (EIP-5792), and executes them all or none by EIP-7702. */
  bundles: z._default(z.boolean(), false),
  /** Knows smart sessions (ERC-7715), and lets their keys act by EIP-7702. */
  sessions: z._default(z.boolean(), false),
  /** Grants a session for longer than it was asked. */
  widerGrant: z._default(z.boolean(), false),
  /** Polkadot: connects, but shares no account, as after a person ticked none. */
  sharesNoAccounts: z._default(z.boolean(), false),
  /** Polkadot: the network each account is locked to, in the order of the setup; `empty` is Enkrypt's empty text. */
  genesisLocks: z._default(z.array(z.enum(['none', 'empty', 'local', 'elsewhere'])), []),
})
export type Script = z.output<typeof scriptSchema>
export type ScriptPatch = Partial<z.input<typeof scriptSchema>>

export const hostileNames = ['long', 'bidi', 'markup', 'control', 'empty'] as const
export const hostileIcons = ['javascript', 'remote', 'scripted', 'bomb', 'remote-image', 'huge'] as const

/** Ecosystems a wallet can speak; names are those of CAIP-2. */
const walletNamespaces = ['eip155', 'solana', 'polkadot'] as const
export type WalletNamespace = (typeof walletNamespaces)[number]

const solanaSigning = ['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction'] as const

/** One wallet of a page, as in the `wallets` query parameter; missing fields come from the preset of that id. */
export const walletSetupSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
  /** Where it makes itself known; it does so everywhere under one name, and has one window. */
  namespaces: z.optional(z.array(z.enum(walletNamespaces)).check(z.minLength(1))),
  name: z.optional(z.string()),
  hostileName: z.optional(z.enum(hostileNames)),
  icon: z.optional(z.string()),
  hostileIcon: z.optional(z.enum(hostileIcons)),
  rdns: z.optional(z.string()),
  uuid: z.optional(z.string()),
  /** How it makes itself known on Ethereum; 'none' keeps it unknown everywhere. */
  announce: z.optional(z.enum(['eip6963', 'legacy', 'both', 'none'])),
  /** Keys of `injectedWeb3` at which its one object is found; default its id, or its hostile name. */
  injectedIds: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** What it can sign with on Solana; default everything. */
  solanaSigning: z._default(z.array(z.enum(solanaSigning)), [...solanaSigning]),
  /** Silent until then, also when asked; default 0. */
  announceAfterMs: z.optional(z.number()),
  /** Announces itself again with a new uuid after this time. */
  changeUuidAfterMs: z.optional(z.number()),
  /** Labels of the world's accounts, in every ecosystem it speaks; on Ethereum also private keys. */
  accounts: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** The chain it starts on; default the one it was on before, else 1. */
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

/** What a person finds in a page: two wallets of Ethereum, one of each other ecosystem, and one of all three. */
const defaultWallets = [
  { id: 'harbour', script: { sessions: true } },
  'lantern',
  { id: 'beacon', namespaces: ['solana'] },
  'trellis',
  'voyager',
]

/**
 * Wallets that a page wants: JSON list of ids or setups, 'none', or null for the default ones.
 * @throws ZodError when the parameter is not that.
 */
export function walletSetups(parameter: string | null): readonly WalletSetup[] {
  if (parameter === 'none') return []
  return z.parse(parameterSchema, parameter === null ? defaultWallets : JSON.parse(parameter))
}
