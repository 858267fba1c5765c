import type { ChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { WalletTransport } from '../chain-adapter.ts'
import { sessionHandlePrefix } from '../walletconnect-source.ts'
import type { SessionNotes } from './session-metadata.ts'
import {
  type ApprovedNamespace,
  parseNamespaces,
  type RawNamespaces,
  type Session,
  type SessionNamespace,
  sharesAccount,
} from './session-namespaces.ts'
import { eip155Wallet } from './wallets/eip155-wallet.ts'
import { polkadotWallet } from './wallets/polkadot-wallet.ts'
import type { SessionPorts, SessionWallet } from './wallets/session-wallet.ts'
import { solanaWallet } from './wallets/solana-wallet.ts'

const walletFactories: Readonly<Record<SessionNamespace, (ports: SessionPorts) => SessionWallet>> = {
  eip155: eip155Wallet,
  solana: solanaWallet,
  polkadot: polkadotWallet,
}

export type SessionsPorts = {
  readonly notes: SessionNotes
  /** Whether a namespace may have several connected wallets at once. */
  readonly holdsMany: () => boolean
  /** The site's chains in a namespace, the selected one first. */
  readonly preferred: (namespace: SessionNamespace) => readonly ChainId[]
  readonly call: (topic: string, chain: ChainId, method: string, params: unknown) => Promise<unknown>
  /** Ends a session at its wallet. */
  readonly end: (topic: string) => Promise<void>
}

type SessionEntry = {
  approved: ApprovedNamespace
  readonly session: Session
  readonly namespace: SessionNamespace
  discovered: DiscoveredWallet
  readonly wallet: SessionWallet
}

/** The active sessions, as a source of wallets: one wallet per namespace that is approved and connected. */
export type Sessions = {
  readonly transport: WalletTransport
  /** Adds a session; returns its wallets. */
  add(session: Session): readonly DiscoveredWallet[]
  update(topic: string, rawNamespaces: RawNamespaces): void
  handleEvent(topic: string, event: string, data: unknown, chain: ChainId | undefined): void
  /** Removes an ended session: its adapters receive an empty list of accounts. */
  remove(topic: string): void
}

/** The handle of a session wallet: the session's topic and a namespace. */
const handleOf = (topic: string, namespace: SessionNamespace): string =>
  `${sessionHandlePrefix}${topic}:${namespace}`

export function createSessions(ports: SessionsPorts): Sessions {
  let entries: readonly SessionEntry[] = []
  /** The namespaces that wallets approved last, by topic. */
  const latestNamespaces = new Map<string, RawNamespaces>()
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  const listeners = new Map<string, Set<(event: string, data: unknown) => void>>()
  const list = () => entries.map(({ discovered }) => discovered)

  const setEntries = (next: readonly SessionEntry[]) => {
    entries = next
    for (const watcher of [...watchers]) watcher(list())
  }

  const emit = (handle: string, event: string, data: unknown) => {
    for (const listener of [...(listeners.get(handle) ?? [])]) listener(event, data)
  }

  const removeEntries = (removed: readonly SessionEntry[]) => {
    if (removed.length === 0) return
    setEntries(entries.filter((entry) => !removed.includes(entry)))
    for (const { discovered } of removed) emit(discovered.handle, 'accountsChanged', [])
  }

  /** The usable part of a session: requested namespaces with an account and a method. */
  const usableNamespaces = ({
    topic,
    rawNamespaces,
    proposed,
  }: Session): ReadonlyMap<SessionNamespace, ApprovedNamespace> => {
    const latest = latestNamespaces.get(topic) ?? rawNamespaces
    const all = parseNamespaces(latest, proposed, ports.notes.get(topic).asked)
    return new Map([...all].filter(([, { methods }]) => methods.length > 0))
  }

  /** Disconnects one namespace; ends the session with the last one. */
  async function disconnectNamespace(entry: SessionEntry): Promise<void> {
    if (!entries.includes(entry)) return
    const { session, namespace } = entry
    const { topic } = session
    const note = ports.notes.get(topic)
    ports.notes.set(topic, { ...note, left: [...note.left, namespace] })
    removeEntries([entry])
    if (entriesOf(topic).length === 0) await ports.end(topic)
  }

  function createEntry(
    session: Session,
    namespace: SessionNamespace,
    approved: ApprovedNamespace,
  ): SessionEntry {
    const { topic, peer } = session
    const { rdns, icon, app, ordinal } = ports.notes.get(topic)
    const handle = handleOf(topic, namespace)
    const current: { entry: SessionEntry | undefined } = { entry: undefined }
    const wallet = walletFactories[namespace]({
      approved: () => current.entry?.approved ?? approved,
      preferred: () => ports.preferred(namespace),
      call: (chain, method, params) => ports.call(topic, chain, method, params),
      emit: (event, data) => emit(handle, event, data),
      onSwitchAccepted: (chain) => {
        const note = ports.notes.get(topic)
        const acceptedSwitches = note.asked ?? []
        if (!acceptedSwitches.includes(chain))
          ports.notes.set(topic, { ...note, asked: [...acceptedSwitches, chain] })
        refreshSession(topic)
      },
      disconnect: async () => {
        if (current.entry) await disconnectNamespace(current.entry)
      },
    })
    const discovered: DiscoveredWallet = {
      handle,
      namespace,
      source: 'walletconnect',
      name: peer.name,
      chains: approved.chains,
      ...(rdns === undefined ? {} : { rdns }),
      ...(icon === undefined ? {} : { icon }),
      ...(ordinal === undefined ? {} : { ordinal }),
      ...(app === undefined ? {} : { app }),
    }
    const entry: SessionEntry = { approved, session, namespace, discovered, wallet }
    current.entry = entry
    return entry
  }

  const entriesOf = (topic: string) => entries.filter(({ session }) => session.topic === topic)

  /**
   * The session's number among wallets of its name: that of the session with which it shares an account, else the next free
   * number if several wallets may be connected at once.
   */
  function ordinalOf(session: Session): number {
    const { topic, peer } = session
    const namespaces = usableNamespaces(session)
    const { rdns, ordinal } = ports.notes.get(topic)
    const named = entries.filter(
      ({ discovered }) => (discovered.rdns ?? discovered.name) === (rdns ?? peer.name),
    )
    const earlier = named.find(({ approved, namespace }) =>
      sharesAccount(approved, namespaces.get(namespace)),
    )?.session
    const others = named.filter(({ session }) => session.topic !== earlier?.topic)
    const usedOrdinals = ports.holdsMany() ? others.map(({ discovered }) => discovered.ordinal ?? 1) : []
    const preferredOrdinal = ordinal ?? (earlier && ports.notes.get(earlier.topic).ordinal) ?? 1
    const freeOrdinal = [preferredOrdinal, ...usedOrdinals.map((_, at) => at + 1)].find(
      (position) => !usedOrdinals.includes(position),
    )
    return freeOrdinal ?? usedOrdinals.length + 1
  }

  /** Parses the approved namespaces again, and updates the session's wallets. */
  function refreshSession(topic: string): void {
    const [first] = entriesOf(topic)
    if (!first) return
    const next = usableNamespaces(first.session)
    removeEntries(entriesOf(topic).filter(({ namespace }) => !next.has(namespace)))
    for (const entry of entriesOf(topic)) {
      entry.approved = next.get(entry.namespace) ?? entry.approved
      entry.discovered = { ...entry.discovered, chains: entry.approved.chains }
      entry.wallet.refresh()
    }
    // Nothing of the session is usable any more.
    if (entriesOf(topic).length === 0) return void ports.end(topic)
    const { left } = ports.notes.get(topic)
    const added = [...next].filter(
      ([namespace]) =>
        !left.includes(namespace) && !entriesOf(topic).some((entry) => entry.namespace === namespace),
    )
    setEntries([
      ...entries,
      ...added.map(([namespace, approved]) => createEntry(first.session, namespace, approved)),
    ])
  }

  return {
    add(session) {
      const note = ports.notes.get(session.topic)
      const position = ordinalOf(session)
      const ordinal = position === 1 ? undefined : position
      if (ordinal !== note.ordinal) ports.notes.set(session.topic, { ...note, ordinal })
      const own = [...usableNamespaces(session)]
        .filter(([namespace]) => !note.left.includes(namespace))
        .map(([namespace, approved]) => createEntry(session, namespace, approved))
      // A new session of the same wallet replaces its earlier one in the namespaces that it approved.
      const replaced = entries.filter((entry) =>
        own.some(({ discovered }) => walletIdOf(discovered) === walletIdOf(entry.discovered)),
      )
      setEntries([...entries, ...own])
      for (const entry of replaced) void disconnectNamespace(entry)
      return own.map(({ discovered }) => discovered)
    },
    update(topic, rawNamespaces) {
      latestNamespaces.set(topic, rawNamespaces)
      refreshSession(topic)
    },
    handleEvent(topic, event, data, chain) {
      for (const { namespace, wallet } of entriesOf(topic))
        if (chain === undefined || chain.startsWith(`${namespace}:`)) wallet.handleEvent(event, data, chain)
    },
    remove: (topic) => {
      latestNamespaces.delete(topic)
      removeEntries(entriesOf(topic))
    },
    transport: {
      list,
      watch: (onChange) => {
        watchers.add(onChange)
        onChange(list())
        return () => watchers.delete(onChange)
      },
      request: (handle, request, options) => {
        const entry = entries.find(({ discovered }) => discovered.handle === handle)
        if (!entry) return Promise.reject(new ProviderRpcError(providerCodes.disconnected, texts.noSession))
        options?.signal?.throwIfAborted()
        // The wallet may still show an aborted request; its response is ignored.
        return raceWithSignal(entry.wallet.request(request), options?.signal)
      },
      onEvent: (handle, listener) => {
        const own = listeners.get(handle) ?? new Set()
        listeners.set(handle, own.add(listener))
        return () => {
          own.delete(listener)
          if (own.size === 0) listeners.delete(handle)
        }
      },
    },
  }
}
