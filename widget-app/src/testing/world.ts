import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { WidgetEvent } from '#shared/channel/records/widget-event.ts'
import {
  completeDeployConfig,
  type DeployConfigInput,
  deployConfigSchema,
} from '#shared/config/deploy-config.ts'
import { completeHostConfig, type HostConfigInput, hostConfigSchema } from '#shared/config/host-config.ts'
import type { SignInFunctions } from '#shared/config/siwx-options.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { ChainAdapter, Connection, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { type Ports, portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { parseBundledWallets } from '#widget/domain/wallets/catalogue-wallet.ts'
import { allNamesOf } from '#widget/domain/wallets/sort-wallets.ts'
import { type FakeClock, fakeClock } from '#widget/lib/fake-clock.ts'
import { createStore, type Store } from '#widget/lib/state.ts'
import { memoryArea, type StorageArea, startStorage } from '#widget/lib/storage.ts'
import { type TestRoutes, testFetch } from './fetch.ts'
import { noHostRpc, testFlows, testSignIn } from './flows.ts'
import { type TestPairing, testPairing } from './pairing.ts'
import { prepareBySteps, type RequiredSteps, type TestAdapterParts } from './requests.ts'
import { type TestTransport, testTransport } from './transport.ts'

export type { TestResponse, TestRoutes } from './fetch.ts'

/** Test only: a widget's environment in memory. What a test does not set up throws when used. */
export const testOrigin = 'https://shop.example'
export const alice = '0x1111111111111111111111111111111111111111'
export const bob = '0x2222222222222222222222222222222222222222'

/** A discovered wallet; the handle is derived from the rdns or name, so that tests can distinguish two. */
export function testWallet(wallet: Partial<DiscoveredWallet> = {}): DiscoveredWallet {
  const key = wallet.rdns ?? wallet.name ?? 'io.metamask'
  const handle = Array.from(key, (one) => one.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '0')
    .slice(0, 32)
  return {
    handle,
    namespace: 'eip155',
    source: 'eip6963',
    name: 'MetaMask',
    ...(wallet.name === undefined || wallet.rdns !== undefined ? { rdns: 'io.metamask' } : {}),
    ...wallet,
  }
}

export type TestAdapter = ChainAdapter &
  RequiredSteps & {
    /** Every call, as `connect:silent io.metamask`, `disconnect …`. */
    readonly calls: readonly string[]
    /** Emits a change of the connected wallet. */
    emit(change: ConnectionChange): void
  }

/** An adapter whose wallets respond at once with alice's account on Ethereum; `over` replaces members. */
export function testAdapter(over: TestAdapterParts = {}): TestAdapter {
  const calls: string[] = []
  let listener: ((change: ConnectionChange) => void) | undefined
  const chain = z.parse(chainIdSchema, 'eip155:1')
  const adapter: TestAdapter = {
    namespace: 'eip155',
    calls,
    emit: (change) => listener?.(change),
    parseAddress: (text) => text,
    receivedAmount: async (_hash, { value }) => value,
    connect: async (wallet, { silent }): Promise<Connection> => {
      calls.push(`connect${silent ? ':silent' : ''} ${walletIdOf(wallet)}`)
      return {
        namespace: wallet.namespace,
        walletId: walletIdOf(wallet),
        handle: wallet.handle,
        walletName: wallet.name,
        icon: wallet.icon,
        accounts: [alice],
        chain,
      }
    },
    disconnect: async (connection) => {
      calls.push(`disconnect ${connection.walletId}`)
    },
    watch: (_connection, onChange) => {
      listener = onChange
      return () => {
        if (listener === onChange) listener = undefined
      }
    },
    request: () => Promise.reject(new Error('This test has no wallet requests')),
    prepare: (connection, request) => prepareBySteps(adapter, connection, request),
    decodeText: async (text) => ({
      ...{ is: 'sign-in', text, isDisguised: false },
      domain: text.slice(0, text.indexOf(' ')),
    }),
    ...over,
  }
  return adapter
}

export type TestWorldOptions = {
  readonly config?: Partial<HostConfigInput>
  readonly deploy?: DeployConfigInput
  readonly wallets?: readonly DiscoveredWallet[]
  readonly adapter?: ChainAdapter
  readonly otherAdapters?: readonly ChainAdapter[]
  readonly routes?: TestRoutes
  readonly storage?: StorageArea
  readonly clock?: FakeClock
  /**
   * Start of the world's default clock, in epoch milliseconds; called when the world is created, possibly long after its
   * options.
   */
  readonly startsAt?: () => number
  readonly topWallets?: unknown
  readonly bundledWallets?: unknown
  readonly bundledNetworks?: unknown
  readonly bundledTokens?: unknown
  readonly embedded?: boolean
  /** The host's sign-in functions. */
  readonly siwx?: SignInFunctions
  /** The result of the host's RPC. */
  readonly readChain?: Ports['host']['readChain']
  /** Opens windows; by default the browser blocks them. */
  readonly openWindow?: Ports['openWindow']
  /** Messages to the document; by default none arrive. */
  readonly page?: Ports['page']
  /** What frames load; by default an empty page. */
  readonly frameSource?: Ports['frameSource']
  /** The exclusive lock between documents; by default none. */
  readonly withExclusiveLock?: Ports['withExclusiveLock']
  /** Prefix of this document's ids; another one means another document. */
  readonly pageId?: string
}

export type TestWorld = {
  readonly store: Store
  readonly ports: Ports
  readonly clock: FakeClock
  readonly transport: TestTransport
  readonly pairing: TestPairing
  readonly storage: StorageArea
  /** Fetched paths and queries. */
  readonly urls: readonly string[]
  /** Calls to the host: `show`, `hide`, `resize 500`. */
  readonly hostCalls: readonly string[]
  readonly logs: readonly string[]
  /** Events emitted to the host page. */
  readonly events: readonly WidgetEvent[]
  /** Started flows: `afterConnect eip155`. */
  readonly flowCalls: readonly string[]
}

/** The networks of tests without their own table. */
export const testNetworks = [
  {
    id: 'eip155:1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
  },
  {
    id: 'eip155:8453',
    name: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    explorer: { name: 'Basescan', url: 'https://basescan.org' },
  },
]

/** A store over fake ports, with an allowed host that configures Ethereum on two networks. */
export function testWorld(options: TestWorldOptions = {}): TestWorld {
  const clock = options.clock ?? fakeClock(options.startsAt?.())
  const transport = testTransport(options.wallets)
  const storage = options.storage ?? memoryArea()
  const { fetch, urls } = testFetch(options.routes ?? {})
  const pairing = testPairing((wallets) => transport.show([...transport.list(), ...wallets]))
  const hostCalls: string[] = []
  const logs: string[] = []
  const events: WidgetEvent[] = []
  const flowCalls: string[] = []
  const adapter = options.adapter ?? testAdapter()
  let lastId = 0
  const ports: Ports = {
    clock,
    fetch,
    openWindow: options.openWindow ?? (() => null),
    page: options.page ?? { origin: 'https://widget.example', listen: () => () => undefined },
    frameSource: options.frameSource ?? (() => 'about:blank'),
    storage,
    withExclusiveLock: options.withExclusiveLock ?? ((_name, work) => work()),
    transport,
    pairing,
    ids: () => {
      lastId += 1
      return `${options.pageId ?? 'id'}-${lastId}`
    },
    afterPaint: (run) => run(),
    chains: {
      adapter: async (namespace) => {
        for (const one of [adapter, ...(options.otherAdapters ?? [])])
          if (one.namespace === namespace) return one
        throw new WidgetError('chain/unsupported', 'Unsupported chain')
      },
      manifest: (namespace) =>
        namespace === adapter.namespace
          ? {
              namespace,
              looksLikeAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
              explorerTransactionUrl: (network, hash) =>
                network.explorer && `${network.explorer.url}/tx/${hash}`,
              explorerAddressUrl: (network, address) =>
                network.explorer && `${network.explorer.url}/address/${address}`,
            }
          : undefined,
    },
    host: {
      embedded: options.embedded ?? false,
      showOverlay: () => {
        hostCalls.push('show')
      },
      hideOverlay: () => void hostCalls.push('hide'),
      resize: (heightPx) => {
        hostCalls.push(`resize ${heightPx}`)
      },
      emitEvent: (event) => void events.push(event),
      siwx: testSignIn(options.siwx),
      readChain: options.readChain ?? noHostRpc,
    },
    bundled: {
      topWallets: options.topWallets ?? [],
      get names() {
        const list = parseBundledWallets(options.bundledWallets ?? [])
        return list.flatMap((entry) => allNamesOf({ group: 'featured', found: [], entry }))
      },
      wallets: async () => options.bundledWallets ?? [],
      networks: async () => options.bundledNetworks ?? testNetworks,
      tokens: async () => options.bundledTokens ?? {},
    },
    flows: testFlows(flowCalls),
    alert: (code) => store.set(raiseAlertAtom, code),
    log: (message) => void logs.push(message),
  }
  const store = createStore()
  startStorage(store, {
    area: storage,
    now: clock.now,
    report: (problem, key) => ports.log(`${problem} ${key}`),
  })
  store.set(portsAtom, ports)
  store.set(hostOriginAtom, testOrigin)
  store.set(originStatusAtom, 'allowed')
  const walletConnect = { projectId: 'relay-project', ...options.deploy?.walletConnect }
  store.set(
    deployConfigAtom,
    completeDeployConfig(z.parse(deployConfigSchema, { ...options.deploy, walletConnect })),
  )
  store.set(
    hostConfigAtom,
    completeHostConfig(
      z.parse(hostConfigSchema, {
        projectId: 'demo',
        metadata: { name: 'Shop' },
        platforms: ['ethereum'],
        networks: ['eip155:1', 'eip155:8453'],
        ...options.config,
      }),
    ),
  )
  return { store, ports, clock, transport, pairing, storage, urls, hostCalls, logs, events, flowCalls }
}
