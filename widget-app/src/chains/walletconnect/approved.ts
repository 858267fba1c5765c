import * as z from 'zod/mini'
import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { walletNameMaxLength } from '#shared/config/limits.ts'
import { cleanText } from '#widget/lib/clean-text.ts'
import type { SessionPeer } from '../session-contract.ts'
import { isAddress, isSameKey } from './addresses.ts'

/** Namespaces of which the widget has an adapter. */
export type SessionNamespace = FoundWallet['namespace']
export const sessionNamespaces: readonly SessionNamespace[] = ['eip155', 'solana', 'polkadot']

/** An account that a wallet approved on one chain, in the form in which the wallet names it there. */
export type ApprovedAccount = { readonly chain: ChainId; readonly address: string }

/** What a wallet approved in one namespace. */
export type Approved = {
  readonly chains: readonly ChainId[]
  readonly accounts: readonly ApprovedAccount[]
  readonly methods: readonly string[]
}

/** Whether two wallets of a namespace have an account in common. */
export const sharesAccount = (one: Approved, other: Approved | undefined): boolean =>
  one.accounts.some(({ address }) => other?.accounts.some((theirs) => isSameKey(theirs.address, address)))

/** A session as far as the widget uses it. */
export type Session = {
  readonly topic: string
  readonly peer: SessionPeer
  readonly namespaces: ReadonlyMap<SessionNamespace, Approved>
}

const accountLimit = 256

const namespaceSchema = () =>
  z.object({ accounts: z.array(z.string()), methods: z.optional(z.array(z.string())) })

const sessionSchema = () =>
  z.object({
    topic: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    namespaces: z.record(z.string(), z.unknown()),
    peer: z.object({
      metadata: z.object({
        name: z.string(),
        url: z.optional(z.string()),
        redirect: z.catch(
          z.optional(z.object({ universal: z.optional(z.string()), native: z.optional(z.string()) })),
          undefined,
        ),
      }),
    }),
  })

/** Reads a CAIP-10 account of a namespace; nothing for what is none, which wallets have been seen to approve. */
function readAccount(namespace: SessionNamespace, text: string): ApprovedAccount | undefined {
  const at = text.lastIndexOf(':')
  const chain = z.safeParse(chainIdSchema, text.slice(0, at))
  const address = text.slice(at + 1)
  if (!chain.success || !chain.data.startsWith(`${namespace}:`) || !isAddress(namespace, address))
    return undefined
  return { chain: chain.data, address }
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/**
 * What a wallet approved in a namespace: by its accounts, since a chain without one is of no use. A key may name a
 * single chain (`eip155:1`, CAIP-25).
 */
function readNamespace(
  namespace: SessionNamespace,
  approved: Readonly<Record<string, unknown>>,
): Approved | undefined {
  const schema = namespaceSchema()
  const parts = Object.entries(approved).flatMap(([key, value]) => {
    const parsed = key.split(':')[0] === namespace ? schema.safeParse(value) : undefined
    return parsed?.success ? [parsed.data] : []
  })
  const accounts = unique(parts.flatMap((part) => part.accounts))
    .slice(0, accountLimit)
    .flatMap((text) => readAccount(namespace, text) ?? [])
  if (accounts.length === 0) return undefined
  return {
    accounts,
    chains: unique(accounts.map(({ chain }) => chain)),
    methods: unique(parts.flatMap((part) => part.methods ?? [])),
  }
}

/** Reads the approved namespaces of a session, or of an update of one. */
export function readNamespaces(
  approved: Readonly<Record<string, unknown>>,
): ReadonlyMap<SessionNamespace, Approved> {
  return new Map(
    sessionNamespaces.flatMap((namespace) => {
      const own = readNamespace(namespace, approved)
      return own ? [[namespace, own] as const] : []
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

/** Reads a session as the SDK keeps it; nothing for what is none. */
export function readSession(value: unknown): Session | undefined {
  const parsed = sessionSchema().safeParse(value)
  if (!parsed.success) return undefined
  const { topic, namespaces } = parsed.data
  const { name: said, url = '', redirect } = parsed.data.peer.metadata
  const name = cleanText(said, walletNameMaxLength) || hostOf(url) || 'WalletConnect'
  const links = [redirect?.universal, redirect?.native].filter((link) => link !== undefined)
  return { topic, peer: { name, url, links }, namespaces: readNamespaces(namespaces) }
}
