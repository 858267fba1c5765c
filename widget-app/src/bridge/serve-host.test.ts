import { afterEach, expect, test, vi } from 'vitest'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/channel-methods.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { openLink } from '#shared/channel/link.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { linkPorts } from '#shared/channel/testing/link-world.ts'
import { partsCapability } from '#shared/channel/wire.ts'
import { requestableViewNames } from '#shared/config/requested-view.ts'
import { hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import { testOrigin, testWallet, testWorld } from '#widget/testing/world.ts'
import type { HostCall } from './config-problems.ts'
import { createHostTransport } from './host-transport.ts'
import { type BridgeCommands, serveHost } from './serve-host.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A widget that serves a page over a real link, and that page's end of it. */
async function servedPage(commands: Partial<BridgeCommands>, framed?: string) {
  const { store, logs } = testWorld({ wallets: [testWallet()] })
  const [ports, sid] = [linkPorts(), randomId()]
  ends.push(ports.close)
  const none = () => ({})
  const host = openLink({
    side: 'host',
    sid,
    ports: ports.host,
    clock: systemClock,
    calls: widgetMethods,
    serves: hostMethods,
    emits: hostTopics,
    receives: widgetTopics,
    caps: [partsCapability],
    onGap: () => {},
    onClose: () => {},
    handlers: {
      'wallets.watch': () => ({ wallets: [] }),
      'provider.request': () => ({ result: null }),
      'siwx.call': () => ({ result: null }),
      'chain.read': () => ({ result: null }),
      'overlay.show': none,
      'overlay.hide': none,
      'frame.resize': none,
    },
  })
  const nothing = async () => {}
  await serveHost({
    store,
    page: new EventTarget(),
    handshake: Promise.resolve({
      sid,
      ports: ports.widget,
      version: 1,
      origin: testOrigin,
      caps: [],
      release: () => {},
    }),
    transport: createHostTransport(() => {}),
    commands: {
      onConfigured: () => {},
      render: (change) => change(),
      connectWallet: nothing,
      disconnect: nothing,
      switchNetwork: nothing,
      escape: () => {},
      close: nothing,
      requireSignIn: nothing,
      handleDappRequest: nothing,
      ...commands,
    },
    projectInUrl: framed,
  })
  return { store, host, logs }
}

test.each([
  { namespace: 'solana', to: 'ab' },
  { namespace: 'polkadot', amount: '1' },
  { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', assetAddress: 'native' },
] as const)('send prefilled with %j › rejected, and nothing opens', async (request) => {
  const { store, host } = await servedPage({})
  await expect(host.call('modal.open', { view: 'WalletSend', ...request })).rejects.toMatchObject({
    code: -32602,
    message: 'Send parameters are for Ethereum accounts only',
  })
  expect(store.get(modalOpenAtom)).toBe(false)
})

test('open › rendered at once, and resolved when the modal closes', async () => {
  const isOpen: boolean[] = []
  const { store, host } = await servedPage({
    render: (change) => {
      isOpen.push(store.get(modalOpenAtom))
      change()
      isOpen.push(store.get(modalOpenAtom))
      store.set(dismissModalAtom)
    },
  })
  expect(await host.call('modal.open', {})).toEqual({ is: 'dismissed' })
  expect(isOpen).toEqual([false, true])
})

test('open › aborted while open › closed as by the host', async () => {
  const close = vi.fn(async () => {})
  const { store, host } = await servedPage({ render: (change) => change(), close })
  const withdraw = new AbortController()
  const result = host.call('modal.open', {}, { signal: withdraw.signal })
  await vi.waitFor(() => expect(store.get(modalOpenAtom)).toBe(true))
  expect(close).not.toHaveBeenCalled()
  withdraw.abort()
  await expect(result).rejects.toThrow()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
})

test('open › the link ends while open › closed before the host could call close', async () => {
  const wasOpen: boolean[] = []
  const close = async () => void wasOpen.push(store.get(modalOpenAtom))
  const { store, host } = await servedPage({ render: (change) => change(), close })
  const result = host.call('modal.open', {}).catch(() => 'ended')
  await vi.waitFor(() => expect(store.get(modalOpenAtom)).toBe(true))
  host.close('pagehide')
  expect(await result).toBe('ended')
  await vi.waitFor(() => expect(wasOpen).toEqual([false]))
})

test.each([
  [true, 'dismissed'],
  [false, 'connected'],
] as const)('open › connected meanwhile, restored %s › %s', async (isRestored, is) => {
  const { store, host } = await servedPage({ render: (change) => change() })
  store.set(reconnectingAtom, isRestored)
  const result = host.call('modal.open', {})
  await vi.waitFor(() => expect(store.get(modalOpenAtom)).toBe(true))
  await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
  store.set(reconnectingAtom, false)
  store.set(dismissModalAtom)
  expect(await result).toMatchObject({ is })
})

const configFor = (projectId: string) => ({ config: { projectId, metadata: { name: 'Shop' } } })

test('project other than in the URL of the frame › rejected, nothing is configured', async () => {
  const { store, host } = await servedPage({}, 'framed')
  const before = store.get(projectIdAtom)
  await expect(host.call('config.set', configFor('other'))).rejects.toMatchObject({
    code: -32602,
    message: 'The projectId differs from that of the frame; reload the page to change it',
  })
  await expect(host.call('config.set', configFor(''))).rejects.toMatchObject({ code: -32602 })
  expect(store.get(projectIdAtom)).toBe(before)
  await host.call('config.set', configFor(' framed '))
  expect(store.get(projectIdAtom)).toBe('framed')
})

test('U20 › invalid option › error with its value and the accepted ones', async () => {
  const { host } = await servedPage({})
  const config = { ...configFor('demo').config, themeMode: 'blue' }
  await expect(host.call('config.set', { config })).rejects.toMatchObject({
    code: -32602,
    message: `Invalid option themeMode: it is "blue"; accepted is 'light', 'dark' or 'auto'`,
  })
})

test('U20 › unknown option, configured twice › one warning, only with debug', async () => {
  const { host, logs } = await servedPage({})
  const applied = async (config: object) => {
    await host.call('config.set', { config: { ...configFor('demo').config, chains: [], ...config } })
    // Applies the pending configuration.
    await host.call('theme.set', {})
  }
  await applied({})
  await applied({ debug: true })
  await expect.poll(() => logs).toContain('Unknown option chains is ignored')
  await applied({ debug: true, coins: [] })
  await expect.poll(() => logs).toContain('Unknown option coins is ignored')
  expect(logs.filter((line) => line.startsWith('Unknown option chains'))).toHaveLength(1)
})

const views = requestableViewNames.map((name) => `'${name}'`).join(', ')

test.each<[call: HostCall, given: unknown, message: string]>([
  [
    'modal.open',
    { view: 'Account', chain: 'eip155:1' },
    'Unknown parameter chain of openModal; accepted are view, namespace, uri, amount, assetAddress, chainId, to; did you mean chainId?',
  ],
  [
    'modal.open',
    { veiw: 'Account' },
    'Unknown parameter veiw of openModal; accepted are view, namespace, uri, amount, assetAddress, chainId, to; did you mean view?',
  ],
  [
    'modal.open',
    { view: 'Acount' },
    `Invalid parameter view of openModal: it is "Acount"; accepted is one of ${views}`,
  ],
  [
    'modal.open',
    { amount: 5 },
    'Invalid parameter amount of openModal: it is 5; accepted is text of at most 80 characters',
  ],
  [
    'modal.open',
    7,
    'Invalid parameters of openModal: it is 7; accepted is an object of view, namespace, uri, amount, assetAddress, chainId, to',
  ],
  [
    'network.switch',
    { chainId: 1 },
    'Invalid parameter chainId of switchNetwork: it is 1; accepted is a CAIP-2 chain id such as eip155:1',
  ],
  [
    'session.disconnect',
    { namespace: 'ethereum' },
    "Invalid parameter namespace of disconnect: it is \"ethereum\"; accepted is one of 'eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'",
  ],
  [
    'theme.set',
    { mode: 'blue' },
    "Invalid parameter mode of setTheme: it is \"blue\"; accepted is 'light', 'dark' or 'auto'",
  ],
  [
    'consent.set',
    { analytics: 'yes' },
    'Invalid parameter analytics of setAnalyticsConsent: it is "yes"; accepted is true or false',
  ],
  [
    'wallet.connect',
    { walletId: '' },
    'Invalid parameter walletId of connect: it is ""; accepted is text of 1 to 256 characters',
  ],
])(
  'U20 › %s of %j › error names the parameter, its value and the accepted ones',
  async (call, passed, message) => {
    const { host } = await servedPage({})
    // A page in JavaScript passes values of any type.
    const pass: unknown = Reflect.get(host, 'call')
    await expect(Reflect.apply(Object(pass), undefined, [call, passed])).rejects.toMatchObject({
      code: -32602,
      message,
    })
  },
)

test('R18 › second configuration › checking at once', async () => {
  const { store, host } = await servedPage({})
  await host.call('config.set', configFor('demo'))
  store.set(originStatusAtom, 'allowed')
  await host.call('config.set', configFor('demo'))
  expect(store.get(originStatusAtom)).toBe('checking')
})

test('R17 › configuration after a refusal › still refused', async () => {
  const { store, host } = await servedPage({})
  await host.call('config.set', configFor('demo'))
  store.set(originStatusAtom, 'refused')
  await host.call('config.set', configFor('demo'))
  expect(store.get(originStatusAtom)).toBe('refused')
})

test('R18 › second configuration of another project › rejected, nothing changes', async () => {
  const { store, host } = await servedPage({})
  await host.call('config.set', configFor('demo'))
  store.set(originStatusAtom, 'allowed')
  await expect(host.call('config.set', configFor('other'))).rejects.toMatchObject({
    code: -32602,
    message: 'The projectId differs from that of the frame; reload the page to change it',
  })
  expect(store.get(projectIdAtom)).toBe('demo')
  expect(store.get(originStatusAtom)).toBe('allowed')
})

test('R18 › burst of configurations, then open › the newest is applied', async () => {
  const configured: string[] = []
  const world = await servedPage({
    onConfigured: () => configured.push(world.store.get(hostConfigAtom).metadata.name),
    render: (change) => {
      change()
      world.store.set(dismissModalAtom)
    },
  })
  const named = (name: string) => ({ config: { projectId: 'demo', metadata: { name } } })
  await Promise.all(Array.from({ length: 500 }, (_, at) => world.host.call('config.set', named(String(at)))))
  await world.host.call('modal.open', {})
  expect(configured).toEqual(['0', '499'])
})

test.each(['refused', 'unavailable'] as const)(
  'R17 › origin %s › a call to a wallet is rejected',
  async (status) => {
    const calls: unknown[] = []
    const { store, host } = await servedPage({ connectWallet: async (id) => void calls.push(id) })
    store.set(originStatusAtom, status)
    await expect(host.call('wallet.connect', { walletId: 'ethereum:a' })).rejects.toMatchObject({
      code: 4100,
      data: { reason: 'unregistered-origin' },
    })
    expect(calls).toEqual([])
  },
)
