import type { ChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { WalletTransport } from '../chain-adapter.ts'
import { sessionHandlePrefix } from '../walletconnect-source.ts'
import type { SessionNotes } from './session-metadata.ts'
import {
  type Approved,
  type Granted,
  readNamespaces,
  type Session,
  type SessionNamespace,
  sharesAccount,
} from './session-namespaces.ts'
import { eip155Wallet } from './wallets/eip155-wallet.ts'
import { polkadotWallet } from './wallets/polkadot-wallet.ts'
import type { SessionIo, SessionWallet } from './wallets/session-wallet.ts'
import { solanaWallet } from './wallets/solana-wallet.ts'

const makers: Readonly<Record<SessionNamespace, (io: SessionIo) => SessionWallet>> = {
  eip155: eip155Wallet,
  solana: solanaWallet,
  polkadot: polkadotWallet,
}

export type SessionsIo = {
  readonly notes: SessionNotes
  /** Whether a namespace may have several connected wallets at once. */
  readonly holdsMany: () => boolean
  /** The site's chains in a namespace, the selected one first. */
  readonly preferred: (namespace: SessionNamespace) => readonly ChainId[]
  readonly call: (topic: string, chain: ChainId, method: string, params: unknown) => Promise<unknown>
  /** Ends a session at its wallet. */
  readonly end: (topic: string) => Promise<void>
}

type Seat = {
  approved: Approved
  readonly session: Session
  readonly namespace: SessionNamespace
  found: DiscoveredWallet
  readonly wallet: SessionWallet
}

/** The active sessions, as a source of wallets: one wallet per namespace that is approved and connected. */
export type Sessions = {
  readonly transport: WalletTransport
  /** Adds a session; returns its wallets. */
  add(session: Session): readonly DiscoveredWallet[]
  update(topic: string, granted: Granted): void
  hear(topic: string, event: string, data: unknown, chain: ChainId | undefined): void
  /** Removes an ended session: its adapters receive an empty list of accounts. */
  remove(topic: string): void
}

/** The handle of a session wallet: the session's topic and a namespace. */
const handleOf = (topic: string, namespace: SessionNamespace): string =>
  `${sessionHandlePrefix}${topic}:${namespace}`

export function makeSessions(io: SessionsIo): Sessions {
  let seats: readonly Seat[] = []
  /** The namespaces that wallets approved last, by topic. */
  const grants = new Map<string, Granted>()
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  const listeners = new Map<string, Set<(event: string, data: unknown) => void>>()
  const list = () => seats.map(({ found }) => found)

  const set = (next: readonly Seat[]) => {
    seats = next
    for (const watcher of [...watchers]) watcher(list())
  }

  const emit = (handle: string, event: string, data: unknown) => {
    for (const listener of [...(listeners.get(handle) ?? [])]) listener(event, data)
  }

  const leave = (gone: readonly Seat[]) => {
    if (gone.length === 0) return
    set(seats.filter((seat) => !gone.includes(seat)))
    for (const { found } of gone) emit(found.handle, 'accountsChanged', [])
  }

  /** The usable part of a session: requested namespaces with an account and a method. */
  const usable = ({ topic, granted, proposed }: Session): ReadonlyMap<SessionNamespace, Approved> => {
    const now = grants.get(topic) ?? granted
    const all = readNamespaces(now, proposed, io.notes.of(topic).asked)
    return new Map([...all].filter(([, { methods }]) => methods.length > 0))
  }

  /** Disconnects one namespace; ends the session with the last one. */
  async function leaveNamespace(seat: Seat): Promise<void> {
    if (!seats.includes(seat)) return
    const { session, namespace } = seat
    const { topic } = session
    const note = io.notes.of(topic)
    io.notes.set(topic, { ...note, left: [...note.left, namespace] })
    leave([seat])
    if (of(topic).length === 0) await io.end(topic)
  }

  function seatOf(session: Session, namespace: SessionNamespace, approved: Approved): Seat {
    const { topic, peer } = session
    const { rdns, icon, app, ordinal } = io.notes.of(topic)
    const handle = handleOf(topic, namespace)
    const current: { seat: Seat | undefined } = { seat: undefined }
    const wallet = makers[namespace]({
      approved: () => current.seat?.approved ?? approved,
      preferred: () => io.preferred(namespace),
      call: (chain, method, params) => io.call(topic, chain, method, params),
      emit: (event, data) => emit(handle, event, data),
      agreed: (chain) => {
        const note = io.notes.of(topic)
        const asked = note.asked ?? []
        if (!asked.includes(chain)) io.notes.set(topic, { ...note, asked: [...asked, chain] })
        readAgain(topic)
      },
      leave: async () => {
        if (current.seat) await leaveNamespace(current.seat)
      },
    })
    const found: DiscoveredWallet = {
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
    const seat: Seat = { approved, session, namespace, found, wallet }
    current.seat = seat
    return seat
  }

  const of = (topic: string) => seats.filter(({ session }) => session.topic === topic)

  /**
   * The session's number among wallets of its name: that of the session with which it shares an account, else the next free
   * number if several wallets may be connected at once.
   */
  function placeOf(session: Session): number {
    const { topic, peer } = session
    const namespaces = usable(session)
    const { rdns, ordinal } = io.notes.of(topic)
    const named = seats.filter(({ found }) => (found.rdns ?? found.name) === (rdns ?? peer.name))
    const before = named.find(({ approved, namespace }) =>
      sharesAccount(approved, namespaces.get(namespace)),
    )?.session
    const others = named.filter(({ session }) => session.topic !== before?.topic)
    const taken = io.holdsMany() ? others.map(({ found }) => found.ordinal ?? 1) : []
    const wanted = ordinal ?? (before && io.notes.of(before.topic).ordinal) ?? 1
    const free = [wanted, ...taken.map((_, at) => at + 1)].find((place) => !taken.includes(place))
    return free ?? taken.length + 1
  }

  /** Parses the approved namespaces again, and updates the session's wallets. */
  function readAgain(topic: string): void {
    const [first] = of(topic)
    if (!first) return
    const next = usable(first.session)
    leave(of(topic).filter(({ namespace }) => !next.has(namespace)))
    for (const seat of of(topic)) {
      seat.approved = next.get(seat.namespace) ?? seat.approved
      seat.found = { ...seat.found, chains: seat.approved.chains }
      seat.wallet.refresh()
    }
    // Nothing of the session is usable any more.
    if (of(topic).length === 0) return void io.end(topic)
    const { left } = io.notes.of(topic)
    const added = [...next].filter(
      ([namespace]) => !left.includes(namespace) && !of(topic).some((seat) => seat.namespace === namespace),
    )
    set([...seats, ...added.map(([namespace, approved]) => seatOf(first.session, namespace, approved))])
  }

  return {
    add(session) {
      const note = io.notes.of(session.topic)
      const place = placeOf(session)
      const ordinal = place === 1 ? undefined : place
      if (ordinal !== note.ordinal) io.notes.set(session.topic, { ...note, ordinal })
      const own = [...usable(session)]
        .filter(([namespace]) => !note.left.includes(namespace))
        .map(([namespace, approved]) => seatOf(session, namespace, approved))
      // A new session of the same wallet replaces its earlier one in the namespaces that it approved.
      const replaced = seats.filter((seat) =>
        own.some(({ found }) => walletIdOf(found) === walletIdOf(seat.found)),
      )
      set([...seats, ...own])
      for (const seat of replaced) void leaveNamespace(seat)
      return own.map(({ found }) => found)
    },
    update(topic, granted) {
      grants.set(topic, granted)
      readAgain(topic)
    },
    hear(topic, event, data, chain) {
      for (const { namespace, wallet } of of(topic))
        if (chain === undefined || chain.startsWith(`${namespace}:`)) wallet.hear(event, data, chain)
    },
    remove: (topic) => {
      grants.delete(topic)
      leave(of(topic))
    },
    transport: {
      list,
      watch: (onChange) => {
        watchers.add(onChange)
        onChange(list())
        return () => watchers.delete(onChange)
      },
      request: (handle, request, options) => {
        const seat = seats.find(({ found }) => found.handle === handle)
        if (!seat) return Promise.reject(new ProviderRpcError(providerCodes.disconnected, texts.noSession))
        options?.signal?.throwIfAborted()
        // The wallet may still show an aborted request; its response is ignored.
        return raceWithSignal(seat.wallet.request(request), options?.signal)
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
