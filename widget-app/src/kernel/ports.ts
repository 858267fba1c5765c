import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { ChainAdapter, ChainManifest, WalletTransport } from '#widget/chains/contract.ts'
import { atom } from '#widget/lib/state.ts'
import type { StorageArea } from '#widget/lib/storage.ts'

/** What the widget asks of the page around it. */
export type HostPort = {
  /** Whether the widget sits in an element of the page instead of an overlay. */
  readonly embedded: boolean
  hideOverlay(): void
  showOverlay(): void
  resize(heightPx: number): void
}

/** Generated tables, unparsed: the eager top of the wallet list, and the lazy whole lists. */
export type BundledTables = {
  readonly topWallets: unknown
  wallets(): Promise<unknown>
  networks(): Promise<unknown>
}

/** Choreography across features, bound to `app/flows/` (features do not know each other). */
export type FlowPort = {
  /** A person connected a wallet through a view: what comes next (SPEC §4). */
  afterConnect(namespace: Namespace): void
  /** A transfer was handed to the chain, `journalId` its entry (SPEC §2 on view stacks after a send). */
  afterSend(sent: { readonly journalId: string; readonly isNative: boolean }): void
}

/** The world outside the kernel; bound once in `app/boot.ts`, and by `test-world.ts` in tests. */
export type Ports = {
  readonly clock: Clock
  readonly ids: () => string
  /** Runs when what has just changed is on screen. */
  readonly afterPaint: (run: () => void) => void
  readonly fetch: typeof fetch
  readonly storage: StorageArea
  readonly chains: {
    /** @throws WidgetError `chain/unsupported` when no adapter exists for the namespace. */
    adapter(namespace: Namespace): Promise<ChainAdapter>
    manifest(namespace: Namespace): ChainManifest | undefined
  }
  readonly transport: WalletTransport
  readonly host: HostPort
  readonly bundled: BundledTables
  readonly flows: FlowPort
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
