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

/** What the widget calls on the host page. */
export type HostPort = {
  /** Whether the frame is in an element of the page instead of an overlay. */
  readonly embedded: boolean
  hideOverlay(): void
  showOverlay(): void
  resize(heightPx: number): void
  /** Emits an event to the host page, if it subscribes. */
  emitEvent(event: WidgetEvent): void
  /** Calls one of the host's sign-in functions; resolves to undefined if it has none. The result is unparsed. */
  siwx(name: keyof SignInFunctions, params: object): Promise<unknown>
  /**
   * Reads a chain through the RPC that the host configured for it. The result is unparsed, and only the host vouches for it.
   * Rejects with ProviderRpcError: the node's error, 4901 without an RPC for that chain, −32005.
   */
  readChain(chain: ChainId, request: RpcRequest, signal: AbortSignal | undefined): Promise<unknown>
}

/** Generated tables, unparsed: the eager top of the wallet list, and the lazy complete lists. */
export type BundledTables = {
  readonly topWallets: unknown
  /** All names (`allNamesOf`) of the wallets in the complete list, to decide whether to load it. */
  readonly names: readonly string[]
  wallets(): Promise<unknown>
  networks(): Promise<unknown>
  tokens(): Promise<unknown>
}

/** Flows across features, bound to `app/flows/` (features do not import each other). */
export type FlowPort = {
  /** Runs the next step after the user connected a wallet through a view (SPEC §4). */
  afterConnect(namespace: Namespace): void
  /** The user signed in; the session is in the store. */
  signedIn(): void
  /** The user cancels signing in (SPEC §4 sign-in flow 5); resolves when that is done. Never rejects. */
  cancelSignIn(): Promise<void>
  /** Signing in could not start (SPEC §4 sign-in flow 7). */
  signInFailed(cause: unknown): void
  /**
   * Requests a wallet to add the network that it is switched to; reviewed if only the host describes the network.
   * @throws ProviderRpcError 4001 if the user cancels; any error that the wallet throws.
   */
  addNetwork(connection: Connection, request: RpcRequest): Promise<unknown>
  /** A transfer was sent to the chain; `journalId` is its entry (SPEC §2 on view stacks after a send). */
  afterSend(sent: { readonly journalId: string; readonly isNative: boolean }): void
  /**
   * Loads the source of our own wallet; resolves when the transport lists the wallet, if the user is logged in. What opens the
   * vault loads afterwards.
   */
  loadEmbeddedWallet(): Promise<void>
  /** Loads what opens the vault; resolves when a click can open it. */
  prepareVault(): Promise<void>
  /**
   * The user logged in to the embedded wallet; the session is in the store.
   * @throws if code cannot be loaded, or no wallet connects.
   */
  afterEmbeddedLogin(): Promise<void>
}

/** A proposed WalletConnect session. */
export type PairingProposal = {
  /** `wc:` URI for the wallet to scan or open. */
  readonly uri: string
  /**
   * The wallets of the approved session, one per namespace. Rejects with ProviderRpcError 4001 when the user declines in the
   * wallet, WidgetError `pairing/expired`, or `pairing/nothing-approved` ('Chain is not supported').
   */
  readonly approval: Promise<readonly DiscoveredWallet[]>
}

/** WalletConnect wallets. The engine is loaded on first use. */
export type PairingPort = {
  /**
   * Proposes a session to a wallet of the catalogue, or to any wallet. Aborting withdraws the proposal; a session approved
   * after that is ended at once.
   * @throws WidgetError `APKT002`, `APKT006`, `APKT007` when the relay rejects the project; it does not time out while the
   * relay does not respond.
   */
  propose(options: {
    readonly walletId: string | undefined
    readonly signal: AbortSignal
  }): Promise<PairingProposal>
  /** Restores the sessions of the last visit; resolves when the transport lists their wallets. */
  restore(): Promise<void>
}

/** What the widget gets from outside; bound once in `app/boot.ts`, and by `testing/world.ts` in tests. */
export type Ports = {
  readonly clock: Clock
  readonly ids: () => string
  /** Calls `run` after the latest change is painted. */
  readonly afterPaint: (run: () => void) => void
  readonly fetch: typeof fetch
  /** Opens another page in its own window; only during a user activation. */
  readonly openWindow: OpenWindow
  /** This document's origin, and messages to it that are not synthetic (`readWindowMessage`). */
  readonly page: DocumentMessages
  /** The `src` of a frame for another page's URL: the URL itself, except in tests and fixtures, which load nothing. */
  readonly frameSource: (url: string) => string
  readonly storage: StorageArea
  /** Runs the work unless another page of this origin runs work of the same name now; then it does nothing. */
  readonly withExclusiveLock: (name: string, work: () => Promise<void>) => Promise<void>
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
  /** Raises an alert of SPEC §8 from code that cannot write atoms, such as a query. */
  readonly alert: (code: AlertCode) => void
  /** Development log, written only with the host's `debug`. */
  readonly log: (message: string, detail?: unknown) => void
}

const slotAtom = atom<Ports | undefined>(undefined)

/** The ports of this widget. Reading them before `app/boot.ts` has set them is a programming error and throws. */
export const portsAtom = atom(
  (get): Ports => {
    const ports = get(slotAtom)
    if (!ports) throw new Error('Ports are read before boot has set them')
    return ports
  },
  (_get, set, ports: Ports) => set(slotAtom, ports),
)
