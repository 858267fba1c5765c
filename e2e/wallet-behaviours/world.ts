import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/channel-methods.ts'
import { openLink } from '#shared/channel/link.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { fittingWallets, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { linkPorts } from '#shared/channel/testing/link-world.ts'
import { handlersOf } from '#shared/channel/testing/method-samples.ts'
import { discoverEthereumWallets } from '#shared/channel/wallets/discover-eip6963.ts'
import { partsCapability } from '#shared/channel/wire.ts'
import { createHostTransport } from '#widget/bridge/host-transport.ts'
import { adapterLoader, registry } from '#widget/chains/registry.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { discoveredWalletsAtom, watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import { testWorld } from '#widget/testing/world.ts'
import { discoverPageWallets } from '../../host-sdk/src/wallets/combine-discoveries.ts'
import { createRequestForwarder } from '../../host-sdk/src/wallets/forward-requests.ts'
import type { Behaviour } from './behaviour.ts'
import { ethereumWallet, polkadotWallet, solanaWallet } from './wallets.ts'

export const networks = {
  ethereum: 'eip155:1',
  otherEthereum: 'eip155:8453',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:68d56f15f85d3136970ec16946040bc1',
} as const

const unusedHandler = () => {
  throw new Error('No row uses this')
}

const createWallet = { ethereum: ethereumWallet, solana: solanaWallet, polkadot: polkadotWallet }

/** Outcomes of rows whose wallet never responds. */
const pendingOutcomes: ReadonlySet<string> = new Set([
  'connecting.hint',
  'waits until cancelled',
  'transfer waits',
])

/** Turns of the event loop after which messages have arrived and promises have settled. */
const settleTurns = 40
/** Number of turns that lasts longer than the limits of a silent connect (10 s) and of a disconnect (2 s). */
const maxTurns = 3_000
const turnMs = 5

/**
 * Creates a page with one wallet and a widget: the SDK's discovery and request forwarder, and the widget's kernel and
 * adapters, connected by the channel over message ports. Only the page, the frame and the network are fake.
 */
export function behaviourWorld(row: Behaviour, storage: StorageArea = memoryArea()) {
  const page = Object.assign(new EventTarget(), { Event, CustomEvent })
  vi.stubGlobal('window', page)
  const clock = fakeClock()
  const controller = new AbortController()
  const { signal } = controller
  const ports = linkPorts()
  const sid = randomId()
  const wallet = createWallet[row.ecosystem](row)
  // Polkadot extensions are injected before discovery.
  wallet.inject(page)

  const ethereum = discoverEthereumWallets(window, signal, () => {})
  const pageWallets = discoverPageWallets({
    platforms: ['ethereum', 'solana', 'polkadot'],
    siteName: 'Shop',
    clock,
    signal,
    onChange: () => {},
  })
  const wallets = () => fittingWallets([...ethereum.list(), ...pageWallets.list()])
  // Wallets of Ethereum and Solana announce themselves after discovery has subscribed.
  wallet.inject(page)

  const forwardRequest = createRequestForwarder(
    (handle) => ethereum.provider(handle) ?? pageWallets.provider(handle),
    (event) => host.emit('provider', event),
    clock,
    signal,
  )
  const ends = { sid, clock, caps: [partsCapability], onGap: () => {}, onClose: () => {} }
  const host = openLink({
    ...ends,
    side: 'host',
    ports: ports.host,
    calls: widgetMethods,
    serves: hostMethods,
    emits: hostTopics,
    receives: widgetTopics,
    handlers: {
      ...handlersOf(hostMethods, () => unusedHandler),
      'wallets.watch': () => ({ wallets: wallets() }),
      'provider.request': async ({ handle, ...request }) => ({
        result: await forwardRequest(handle, request),
      }),
      'overlay.show': () => ({}),
      'overlay.hide': () => ({}),
      'frame.resize': () => ({}),
    },
  })
  const widget = openLink({
    ...ends,
    side: 'widget',
    ports: ports.widget,
    calls: hostMethods,
    serves: widgetMethods,
    emits: widgetTopics,
    receives: hostTopics,
    handlers: handlersOf(widgetMethods, () => unusedHandler),
  })
  const transport = createHostTransport(() => {})
  transport.attach({ ...widget, caps: [] }, async () => {})

  const world = testWorld({
    clock,
    storage,
    config: {
      platforms: ['ethereum', 'solana', 'polkadot'],
      networks: Object.values(networks),
    },
    routes: { '/appkit/v1/config': () => ({ body: { features: [] } }) },
  })
  const { store } = world
  const adapter = adapterLoader({
    transport,
    clock,
    rpcUrl: () => 'https://rpc.example/',
    fetch: () => Promise.reject(new TypeError('There is no network')),
    pollIntervalMs: 10,
  })
  store.set(portsAtom, { ...world.ports, transport, chains: { ...world.ports.chains, adapter } })

  /**
   * Settles with the promise. For a row that expects a pending result, resolves with undefined if the promise has not settled
   * after 15 s of the fake clock. Other rows wait longer, for work that takes real time, such as signatures.
   */
  const waitForResult = async <Value>(
    work: Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined> => {
    let isSettled = false
    const onSettled = () => {
      isSettled = true
    }
    work.then(onSettled, onSettled)
    const mayStayPending = pendingOutcomes.has(row.expected)
    for (let turn = 0; !isSettled; turn += 1) {
      if (turn > maxTurns && mayStayPending) return undefined
      await setImmediate()
      if (turn < maxTurns) await clock.advance(turnMs)
    }
    return { value: await work }
  }
  /** Waits until all pending messages have arrived. */
  const settleMessages = async () => {
    for (let turn = 0; turn < settleTurns; turn += 1) {
      await setImmediate()
      await clock.advance(1)
    }
  }
  return {
    wallet,
    store,
    adapter,
    clock,
    waitForResult,
    settleMessages,
    /** Ids of the wallets that the widget lists. */
    listWallets: async () => {
      store.set(watchWalletsAtom)
      await settleMessages()
      return store.get(discoveredWalletsAtom).map(walletIdOf)
    },
    close: () => {
      controller.abort()
      host.close('lost')
      widget.close('lost')
      ports.close()
      vi.unstubAllGlobals()
    },
  }
}

export type BehaviourWorld = ReturnType<typeof behaviourWorld>

/** Loads all modules that a row needs. */
export async function loadAdapters(): Promise<void> {
  const loaded = await Promise.all(
    Object.values(registry).map(async ({ load }) =>
      (await load())
        .createAdapter({
          transport: createHostTransport(() => {}),
          clock: fakeClock(),
          rpcUrl: () => 'https://rpc.example/',
          fetch: () => Promise.reject(new TypeError('There is no network')),
        })
        .preloadRequests?.(),
    ),
  )
  await Promise.all([
    ...loaded,
    import('#widget/chains/polkadot/wallet/verify-response.ts'),
    import('#widget/chains/polkadot/wallet/signature-check.ts'),
  ])
}
