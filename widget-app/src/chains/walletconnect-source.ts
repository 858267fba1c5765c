import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { SignInMessage, SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { WalletTransport } from './chain-adapter.ts'

/** Prefix of handles of session wallets; handles of the page's wallets are hex. */
export const sessionHandlePrefix = 'wc:'

/** Whether a wallet is behind a session, whose requests and responses the page cannot observe. */
export const isSessionHandle = (handle: string): boolean => handle.startsWith(sessionHandlePrefix)

/** Records by key, as they are stored in the widget's storage. */
export type SessionRecords = Readonly<Record<string, unknown>>

/** Store of the records. `update` reads them again: another tab may have written since. */
export type RecordStore = {
  read(): SessionRecords
  update(change: (records: SessionRecords) => SessionRecords): void
}

/** What a wallet reports about itself when it approves a session; `links` open its app, best first. */
export type SessionPeer = { readonly name: string; readonly url: string; readonly links: readonly string[] }

/** The catalogue entry of a paired wallet, and the link that opens its app. */
export type KnownWallet = {
  readonly rdns?: string | undefined
  readonly icon?: string | undefined
  readonly app?: string | undefined
}

export type SessionSourcePorts = {
  readonly clock: Clock
  readonly records: RecordStore
  /** The host's networks, in its order. */
  readonly networks: () => readonly ChainId[]
  /** Whether a namespace may have several wallets at once (the flag `multiWallet`). */
  readonly holdsMany: () => boolean
  readonly selectedChain: (namespace: DiscoveredWallet['namespace']) => ChainId | undefined
  /** Finds the wallet that approved in the catalogue. */
  readonly known: (peer: SessionPeer, walletId: string | undefined) => KnownWallet
  readonly log: (message: string, detail?: unknown) => void
}

/** The relay's URL, and the identity to use there. */
export type SessionSourceOptions = {
  readonly projectId: string
  readonly relayUrl: string
  /** Whether to call the vendor's Verify host about the page. */
  readonly verify: boolean
  /** What wallets show of the page; `url` is its verified origin. */
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
}

/** What a wallet is requested to sign, in the fields of EIP-4361; the wallet chooses the account. */
export type SignInTerms = Pick<
  SignInMessage,
  'domain' | 'uri' | 'nonce' | 'statement' | 'resources' | 'expirationTime'
>

/** What a wallet signed while it approved a session, and the fields that differ from the request. */
export type SignedWithProposal = { readonly session: SignInSession; readonly differs: readonly string[] }

/** Verified sign-ins, or rejected ones: call `keep` once their session is in use, otherwise `drop`. */
export type VerifiedSignIn = { readonly keep: () => void; readonly drop: () => void }

/**
 * One-click authentication: the wallet signs in (CAIP-222, with ERC-5573 ReCaps for the methods) while it approves the
 * session. It applies if every proposed chain is of eip155 (SPEC §5); otherwise, and with a wallet that does not support it,
 * there is a session without a signature.
 */
export type SignInRequest = {
  /** The SDK adds one `urn:recap:` resource, and a sentence for it to the statement. */
  readonly terms: SignInTerms
  /** Verifies what was signed, before anything is connected. */
  readonly prove: (signed: readonly SignedWithProposal[]) => Promise<VerifiedSignIn>
}

/**
 * A proposed session. `answer` rejects with ProviderRpcError 4001, WidgetError `pairing/expired`, `pairing/nothing-approved`
 * or `pairing/no-method`.
 */
export type SessionProposal = {
  readonly uri: string
  readonly approval: Promise<readonly DiscoveredWallet[]>
}

/** Proposes sessions, and is a source of wallets. */
export type SessionSource = {
  readonly transport: WalletTransport
  /**
   * Proposes a session. Aborting withdraws it; a session that is approved after that is ended at once.
   * @throws WidgetError `APKT002`, `APKT006`, `APKT007` if the relay rejects the widget.
   */
  propose(options: {
    readonly walletId: string | undefined
    readonly signal: AbortSignal
    readonly signIn?: SignInRequest
  }): Promise<SessionProposal>
}

/** Whether the records contain a session, so that the source must be loaded. */
export const hasSession = (records: SessionRecords): boolean =>
  Object.entries(records).some(
    ([key, value]) => key.endsWith('//session') && Array.isArray(value) && value.length > 0,
  )
