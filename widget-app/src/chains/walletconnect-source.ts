import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { SignInMessage, SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { WalletTransport } from './chain-adapter.ts'

/** How handles of wallets behind a session begin; those of the page are hex. */
export const sessionHandlePrefix = 'wc:'

/** Whether a wallet is behind a session, where the page neither hears nor sees what is asked and answered. */
export const isSessionHandle = (handle: string): boolean => handle.startsWith(sessionHandlePrefix)

/** Records by key, as they lie in the widget's storage. */
export type SessionRecords = Readonly<Record<string, unknown>>

/** Where the records lie. `update` reads afresh: another tab may have written since. */
export type RecordStore = {
  read(): SessionRecords
  update(change: (records: SessionRecords) => SessionRecords): void
}

/** What a wallet says of itself when it approves a session; `links` open its app, best first. */
export type SessionPeer = { readonly name: string; readonly url: string; readonly links: readonly string[] }

/** What a paired wallet is known by in the catalogue, and what opens its app. */
export type KnownWallet = {
  readonly rdns?: string | undefined
  readonly icon?: string | undefined
  readonly app?: string | undefined
}

export type SessionSourcePorts = {
  readonly clock: Clock
  readonly records: RecordStore
  /** The site's networks, in its order. */
  readonly networks: () => readonly ChainId[]
  /** Whether a namespace may hold several wallets at once (the flag `multiWallet`). */
  readonly holdsMany: () => boolean
  readonly chosenChain: (namespace: DiscoveredWallet['namespace']) => ChainId | undefined
  /** Looks the wallet that has approved up in the catalogue. */
  readonly known: (peer: SessionPeer, walletId: string | undefined) => KnownWallet
  readonly log: (message: string, detail?: unknown) => void
}

/** How to reach the relay, and as whom. */
export type SessionSourceOptions = {
  readonly projectId: string
  readonly relayUrl: string
  /** Whether the vendor's Verify host is asked about the site. */
  readonly verify: boolean
  /** What wallets show of the site; `url` is its verified origin. */
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
}

/** What a wallet is asked to sign, in the fields of EIP-4361; the account is its own to choose. */
export type SignInTerms = Pick<
  SignInMessage,
  'domain' | 'uri' | 'nonce' | 'statement' | 'resources' | 'expirationTime'
>

/** What a wallet signed while it approved a session, and the fields that are others than it was asked for. */
export type SignedWithProposal = { readonly session: SignInSession; readonly differs: readonly string[] }

/** Sign-ins that are proved, or known not to hold: `keep` once their session is in use, else `drop`. */
export type VerifiedSignIn = { readonly keep: () => void; readonly drop: () => void }

/**
 * One-click authentication: the wallet signs in (CAIP-222, with ERC-5573 ReCaps for the methods) while it approves the
 * session. It holds where every proposed chain is of eip155 (SPEC §5); elsewhere, and with a wallet that does not know
 * it, there is a session and nothing signed.
 */
export type SignInRequest = {
  /** The SDK adds one `urn:recap:` resource, and a sentence for it to the statement. */
  readonly terms: SignInTerms
  /** Proves what was signed, before anybody is connected. */
  readonly prove: (signed: readonly SignedWithProposal[]) => Promise<VerifiedSignIn>
}

/** A session on offer. `answer` rejects with ProviderRpcError 4001, WidgetError `pairing/expired`, `pairing/nothing-approved` or `pairing/no-method`. */
export type SessionProposal = { readonly uri: string; readonly answer: Promise<readonly DiscoveredWallet[]> }

/** Sessions: proposes them, and is a source of wallets. */
export type SessionSource = {
  readonly transport: WalletTransport
  /**
   * Proposes a session. Aborting withdraws it; one that is approved after that is ended at once.
   * @throws WidgetError `APKT002`, `APKT006`, `APKT007` when the relay refuses us.
   */
  propose(options: {
    readonly walletId: string | undefined
    readonly signal: AbortSignal
    readonly signIn?: SignInRequest
  }): Promise<SessionProposal>
}

/** Whether the records hold a session, so that the source is worth loading. */
export const holdsSession = (records: SessionRecords): boolean =>
  Object.entries(records).some(
    ([key, value]) => key.endsWith('//session') && Array.isArray(value) && value.length > 0,
  )
