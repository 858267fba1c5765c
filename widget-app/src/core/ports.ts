import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'
import type { SignInFunctions } from '#shared/config/siwx-options.ts'
import type { AlertCode } from '#shared/errors/codes.ts'
import type {
  ChainAdapter,
  ChainManifest,
  Connection,
  RpcRequest,
  WalletTransport,
} from '#widget/chains/chain-adapter.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { OpenWindow } from '#widget/lib/popup.ts'
import { atom } from '#widget/lib/state.ts'
import type { StorageArea } from '#widget/lib/storage.ts'

/** What the widget asks of the page around it. */
export type HostPort = {
  /** Whether the widget sits in an element of the page instead of an overlay. */
  readonly embedded: boolean
  hideOverlay(): void
  showOverlay(): void
  resize(heightPx: number): void
  /** Tells the page what happened, where it listens. */
  tellEvent(event: WidgetEvent): void
  /** Calls one of the site's own functions for signing in; undefined where it has none. What it gives is unparsed. */
  siwx(name: keyof SignInFunctions, params: object): Promise<unknown>
  /**
   * Reads a chain from the RPC that the site gave for it. What it answers is unparsed, and no more than the site's word.
   * Rejects with ProviderRpcError: the node's own, 4901 without an RPC for that chain, −32005.
   */
  readChain(chain: ChainId, request: RpcRequest, signal: AbortSignal | undefined): Promise<unknown>
}

/** Generated tables, unparsed: the eager top of the wallet list, and the lazy whole lists. */
export type BundledTables = {
  readonly topWallets: unknown
  /** All names (`allNamesOf`) of the wallets in the whole list, to know whether loading it is of use. */
  readonly names: readonly string[]
  wallets(): Promise<unknown>
  networks(): Promise<unknown>
  tokens(): Promise<unknown>
}

/** Choreography across features, bound to `app/flows/` (features do not know each other). */
export type FlowPort = {
  /** A person connected a wallet through a view: what comes next (SPEC §4). */
  afterConnect(namespace: Namespace): void
  /** Somebody signed in; what was said of them lies in the kernel. */
  signedIn(): void
  /** The person does not want to sign in (SPEC §4 sign-in flow 5); resolves when that is done. Never rejects. */
  cancelSignIn(): Promise<void>
  /** Signing in could not begin (SPEC §4 sign-in flow 7). */
  signInFailed(cause: unknown): void
  /**
   * Asks a wallet to add the network that it is switched to, reviewed where only the site describes it.
   * @throws ProviderRpcError 4001 where the user cancels; whatever the wallet throws.
   */
  addNetwork(connection: Connection, request: RpcRequest): Promise<unknown>
  /** A transfer was handed to the chain, `journalId` its entry (SPEC §2 on view stacks after a send). */
  afterSend(sent: { readonly journalId: string; readonly isNative: boolean }): void
}

/** A session proposed over WalletConnect. */
export type PairingProposal = {
  /** `wc:` URI for the wallet to scan or open. */
  readonly uri: string
  /**
   * The wallets of the approved session, one per namespace. Rejects with ProviderRpcError 4001 when the wallet's person
   * declines, WidgetError `pairing/expired`, or `pairing/nothing-approved` ('Chain is not supported').
   */
  readonly answer: Promise<readonly DiscoveredWallet[]>
}

/** Wallets over WalletConnect. Its engine is loaded when it is first used. */
export type PairingPort = {
  /**
   * Proposes a session to a wallet of the catalogue, or to any. Aborting withdraws the proposal; a session approved after
   * that is ended at once.
   * @throws WidgetError `APKT002`, `APKT006`, `APKT007` when the relay refuses us; never by itself while it is silent.
   */
  propose(options: {
    readonly walletId: string | undefined
    readonly signal: AbortSignal
  }): Promise<PairingProposal>
  /** Brings back the sessions of the last visit; resolves when the transport lists their wallets. */
  restore(): Promise<void>
}

/** The world outside the kernel; bound once in `app/boot.ts`, and by `test-world.ts` in tests. */
export type Ports = {
  readonly clock: Clock
  readonly ids: () => string
  /** Runs when what has just changed is on screen. */
  readonly afterPaint: (run: () => void) => void
  readonly fetch: typeof fetch
  /** Opens another page in a window of its own; only within a person's press. */
  readonly openWindow: OpenWindow
  /** This document's origin, and messages to it that no script made up (`readWindowMessage`). */
  readonly page: DocumentMessages
  /** What a frame loads for the address of another page: that page itself, but in tests and samples, which ask nobody. */
  readonly frameSource: (url: string) => string
  readonly storage: StorageArea
  /** Runs work unless another page of this origin is at the work of the same name just now; then nothing runs. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>
  readonly chains: {
    /** @throws WidgetError `chain/unsupported` when no adapter exists for the namespace. */
    adapter(namespace: Namespace): Promise<ChainAdapter>
    manifest(namespace: Namespace): ChainManifest | undefined
  }
  readonly transport: WalletTransport
  readonly pairing: PairingPort
  readonly host: HostPort
  readonly bundled: BundledTables
  readonly flows: FlowPort
  /** Raises an alert of SPEC §8 from where nothing can be set, such as a query. */
  readonly alert: (code: AlertCode) => void
  /** Development log, shown only with the host's `debug`. */
  readonly log: (message: string, detail?: unknown) => void
}

const slotAtom = atom<Ports | undefined>(undefined)

/** The ports of this widget. Reading them before `app/boot.ts` has set them is a programming fault and throws. */
export const portsAtom = atom(
  (get): Ports => {
    const ports = get(slotAtom)
    if (!ports) throw new Error('Ports are read before boot has set them')
    return ports
  },
  (_get, set, ports: Ports) => set(slotAtom, ports),
)
