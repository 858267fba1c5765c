import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletNameMaxLength } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { SessionPeer } from '../walletconnect-source.ts'
import { isAddress, isSameKey } from './account-addresses.ts'

/** Namespaces for which the widget has an adapter. */
export type SessionNamespace = DiscoveredWallet['namespace']
export const sessionNamespaces: readonly SessionNamespace[] = ['eip155', 'solana', 'polkadot']

/** An account that a wallet approved on one chain, in the wallet's address encoding. */
export type ApprovedAccount = { readonly chain: ChainId; readonly address: string }

/** What a wallet approved in one namespace. */
export type ApprovedNamespace = {
  readonly chains: readonly ChainId[]
  readonly accounts: readonly ApprovedAccount[]
  readonly methods: readonly string[]
}

/** Whether two sets of approved accounts in a namespace have an account in common. */
export const sharesAccount = (one: ApprovedNamespace, other: ApprovedNamespace | undefined): boolean =>
  one.accounts.some(({ address }) => other?.accounts.some((theirs) => isSameKey(theirs.address, address)))

/** What the session proposal requested in one namespace (CAIP-25). */
export type ProposedNamespace = { readonly chains: readonly ChainId[]; readonly methods: readonly string[] }

/** The requested namespaces of a session. The widget uses nothing beyond them. */
export type Proposal = ReadonlyMap<SessionNamespace, ProposedNamespace>

/** Namespaces as the wallet approved them, not parsed yet. */
export type RawNamespaces = Readonly<Record<string, unknown>>

export type Session = {
  readonly topic: string
  readonly peer: SessionPeer
  readonly rawNamespaces: RawNamespaces
  readonly proposed: Proposal
}

const accountLimit = 256

/** The strings of a list; other entries are dropped. */
const textsSchema = () =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((list: unknown[]): string[] => list.filter((one) => typeof one === 'string')),
  )

const namespaceSchema = () => z.object({ accounts: textsSchema(), methods: z.optional(textsSchema()) })

const proposedSchema = () =>
  z.catch(
    z.record(z.string(), z.object({ chains: z.optional(z.array(z.string())), methods: z.array(z.string()) })),
    {},
  )

/** Optional text of the wallet's metadata; a value of another type is dropped. */
const optionalText = () => z.catch(z.optional(z.string()), undefined)

const metadataSchema = () =>
  z.object({
    name: optionalText(),
    url: optionalText(),
    redirect: z.catch(z.optional(z.object({ universal: optionalText(), native: optionalText() })), undefined),
  })

const sessionSchema = () =>
  z.object({
    topic: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    namespaces: z.record(z.string(), z.unknown()),
    requiredNamespaces: proposedSchema(),
    optionalNamespaces: proposedSchema(),
    peer: z.catch(z.object({ metadata: metadataSchema() }), { metadata: {} }),
  })

/**
 * Parses a CAIP-10 account of a namespace; `undefined` if it is not one. Wallets have been seen to approve such accounts.
 */
function parseAccount(namespace: SessionNamespace, text: string): ApprovedAccount | undefined {
  const at = text.lastIndexOf(':')
  const chain = z.safeParse(chainIdSchema, text.slice(0, at))
  const address = text.slice(at + 1)
  if (!chain.success || !chain.data.startsWith(`${namespace}:`) || !isAddress(namespace, address))
    return undefined
  return { chain: chain.data, address }
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/** Whether a key of `namespaces` belongs to a namespace; it may name one chain of it (`eip155:1`, CAIP-217). */
const isKeyOf = (key: string, namespace: SessionNamespace) => key.split(':')[0] === namespace

/**
 * What a wallet approved in a namespace, by its accounts, since a chain without an account is of no use. A key that names a
 * chain covers accounts on that chain only.
 */
function parseNamespace(
  namespace: SessionNamespace,
  rawNamespaces: RawNamespaces,
  { chains, methods }: ProposedNamespace,
): ApprovedNamespace | undefined {
  const schema = namespaceSchema()
  const parts = Object.entries(rawNamespaces).flatMap(([key, value]) => {
    const parsed = isKeyOf(key, namespace) ? schema.safeParse(value) : undefined
    return parsed?.success ? [{ key, ...parsed.data }] : []
  })
  const accounts = parts
    .flatMap(({ key, accounts: texts }) => {
      const isAllowed = (chain: ChainId) => chains.includes(chain) && (key === namespace || key === chain)
      return unique(texts)
        .flatMap((text) => parseAccount(namespace, text) ?? [])
        .filter((one) => isAllowed(one.chain))
    })
    .slice(0, accountLimit)
  if (accounts.length === 0) return undefined
  return {
    accounts,
    chains: unique(accounts.map(({ chain }) => chain)),
    methods: unique(parts.flatMap((part) => part.methods ?? [])).filter((method) => methods.includes(method)),
  }
}

/**
 * The part of the approved namespaces that is usable (CAIP-25): what was proposed, and the chains of later switch requests
 * (`acceptedSwitches`). Accounts on other chains, other methods and other namespaces are omitted, so that no view shows them
 * and no request uses them. A namespace without an account is absent.
 */
export function parseNamespaces(
  rawNamespaces: RawNamespaces,
  proposed: Proposal,
  acceptedSwitches: readonly string[] = [],
): ReadonlyMap<SessionNamespace, ApprovedNamespace> {
  return new Map(
    sessionNamespaces.flatMap((namespace) => {
      const requested = proposed.get(namespace)
      if (requested === undefined) return []
      const switchedChains = acceptedSwitches.flatMap((text) => z.safeParse(chainIdSchema, text).data ?? [])
      const ofNamespace = parseNamespace(namespace, rawNamespaces, {
        ...requested,
        chains: [...requested.chains, ...switchedChains],
      })
      return ofNamespace ? [[namespace, ofNamespace] as const] : []
    }),
  )
}

/** Parses the proposed namespaces, which the SDK stores with the wallet's response. */
function parseProposal(proposals: readonly z.output<ReturnType<typeof proposedSchema>>[]): Proposal {
  const all = proposals.flatMap((each) => Object.entries(each))
  return new Map(
    sessionNamespaces.flatMap((namespace) => {
      const ofNamespace = all.filter(([key]) => isKeyOf(key, namespace))
      const chainTexts = ofNamespace.flatMap(([key, { chains }]) => chains ?? [key])
      const chains = chainTexts.flatMap((text) => z.safeParse(chainIdSchema, text).data ?? [])
      return ofNamespace.length === 0
        ? []
        : [[namespace, { chains, methods: ofNamespace.flatMap(([, { methods }]) => methods) }] as const]
    }),
  )
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).hostname
  } catch {
    return ''
  }
}

/** Parses a session as the SDK stores it; `undefined` if it is not one. */
export function parseSession(value: unknown): Session | undefined {
  const parsed = sessionSchema().safeParse(value)
  if (!parsed.success) return undefined
  const { topic, namespaces: rawNamespaces, requiredNamespaces, optionalNamespaces } = parsed.data
  const { name: rawName = '', url = '', redirect } = parsed.data.peer.metadata
  const name = sanitizeText(rawName, walletNameMaxLength) || hostOf(url) || 'WalletConnect'
  const links = [redirect?.universal, redirect?.native].filter((link) => link !== undefined)
  const proposed = parseProposal([requiredNamespaces, optionalNamespaces])
  return { topic, peer: { name, url, links }, rawNamespaces, proposed }
}
