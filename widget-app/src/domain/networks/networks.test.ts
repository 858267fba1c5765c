import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { activeChainAtom, activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import {
  configuredChainIdsAtom,
  configuredNamespacesAtom,
  configuredNetworksAtom,
  loadNetworksAtom,
  networkTableAtom,
  selectedNetworkAtom,
} from './networks.ts'

const mainnet = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const network = (id: string, name: string, symbol = 'ETH') => ({
  id,
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
})

describe('names of a host-defined network', () => {
  it.each([
    ['bidi override', 'Base\u202e', 'USDC\u202e', 'Base', 'USDC'],
    ['zero width', 'Ba\u200bse', 'ET\u200bH', 'Base', 'ETH'],
    ['line break', 'Base\nverified', 'E\nH', 'Baseverified', 'EH'],
    ['nothing visible', '\u200b', '\u2060', 'eip155:4242', '?'],
  ])('R13 › %s › is removed', async (_, name, symbol, shownName, shownSymbol) => {
    const { store } = testWorld({
      config: { platforms: ['ethereum'], networks: [network('eip155:4242', name, symbol)] },
    })
    await store.set(loadNetworksAtom)
    expect(store.get(networkTableAtom).get(parseChainId('eip155:4242'))).toMatchObject({
      name: shownName,
      nativeCurrency: { name: symbol === '\u2060' ? '' : shownSymbol, symbol: shownSymbol },
    })
  })
})

describe('configured namespaces and networks', () => {
  it.each<[string, Partial<HostConfigInput>, readonly string[], readonly string[]]>([
    [
      'the default platform is polkadot',
      { platforms: undefined, networks: [] },
      ['polkadot'],
      ['polkadot:68d56f15f85d3136970ec16946040bc1'],
    ],
    ['ethereum alone', { platforms: ['ethereum'], networks: [] }, ['eip155'], ['eip155:1']],
    [
      'networks of other platforms are left out',
      { platforms: ['ethereum'], networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:10'] },
      ['eip155'],
      ['eip155:10'],
    ],
    [
      'each once',
      { platforms: ['ethereum', 'ethereum'], networks: ['eip155:10', 'eip155:10'] },
      ['eip155'],
      ['eip155:10'],
    ],
    [
      'a described network counts by its id',
      { networks: [network('eip155:99', 'Own')] },
      ['eip155'],
      ['eip155:99'],
    ],
  ])('%s', (_, config, namespaces, ids) => {
    const { store } = testWorld({ config })
    expect(store.get(configuredNamespacesAtom)).toEqual(namespaces)
    expect(store.get(configuredChainIdsAtom)).toEqual(ids)
  })
})

describe('network table', () => {
  it('deployment › overrides the bundled table; both override the host', async () => {
    const { store } = testWorld({
      config: {
        networks: [
          network('eip155:1', 'Cheap chain', 'USDC'),
          network('eip155:8453', 'Mine'),
          network('eip155:99', 'Own'),
        ],
      },
      deploy: { networks: [network('eip155:8453', 'Base (local)')] },
    })
    await store.set(loadNetworksAtom)
    expect(
      store.get(configuredNetworksAtom).map(({ name, nativeCurrency }) => [name, nativeCurrency.symbol]),
    ).toEqual([
      ['Ethereum', 'ETH'],
      ['Base (local)', 'ETH'],
      ['Own', 'ETH'],
    ])
  })

  it('mounting the list › loads the bundled table; a broken one is logged', async () => {
    const { store, clock, logs } = testWorld({ bundledNetworks: [{ id: 'x' }] })
    expect(store.get(networkTableAtom).size).toBe(0)
    store.sub(configuredNetworksAtom, () => undefined)
    await clock.advance(0)
    expect(logs).toEqual(['The bundled network table could not be loaded'])
  })
})

describe('selected network', () => {
  it.each<[string, Partial<HostConfigInput>, string | undefined, string | undefined]>([
    ['the first one', {}, undefined, 'eip155:1'],
    ["the host's default", { defaultNetwork: 'eip155:8453' }, undefined, 'eip155:8453'],
    ["the person's choice", { defaultNetwork: 'eip155:1' }, 'eip155:8453', 'eip155:8453'],
    ['not one the host no longer supports', {}, 'eip155:10', 'eip155:1'],
    ['not a default outside the list', { defaultNetwork: 'eip155:10' }, undefined, 'eip155:1'],
    ['none, where the namespace is not wanted', { platforms: ['solana'] }, undefined, undefined],
  ])('selection › %s', (_, config, choice, chosen) => {
    const storage = memoryArea()
    if (choice !== undefined)
      testWorld({ storage }).store.set(selectedNetworkAtom('eip155'), parseChainId(choice))
    expect(testWorld({ storage, config }).store.get(selectedNetworkAtom('eip155'))).toBe(chosen)
  })
})

describe('active namespace', () => {
  it('last used one while the host configures it, otherwise the first', () => {
    const storage = memoryArea()
    const config = { platforms: ['ethereum', 'solana'] as const }
    const { store } = testWorld({ storage, config: { platforms: [...config.platforms] } })
    expect(store.get(activeNamespaceAtom)).toBe('eip155')
    store.set(activeNamespaceAtom, 'solana')
    expect(
      testWorld({ storage, config: { platforms: [...config.platforms] } }).store.get(activeNamespaceAtom),
    ).toBe('solana')
    expect(testWorld({ storage }).store.get(activeNamespaceAtom)).toBe('eip155')
  })
})

describe('switchNetwork', () => {
  it('no connection › only the selection changes', async () => {
    const { store } = testWorld()
    await store.set(switchNetworkAtom, base)
    expect(store.get(activeChainAtom)).toBe(base)
  })

  it("connected wallet › requested first, with the network's complete record", async () => {
    const requestedChains: string[] = []
    const adapter = testAdapter({
      switchNetwork: async (_connection, { id, name }) => {
        requestedChains.push(`${id} ${name}`)
      },
    })
    const { store } = testWorld({ wallets: [testWallet()], adapter })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    await store.set(switchNetworkAtom, base)
    expect(requestedChains).toEqual(['eip155:8453 Base'])
    expect(store.get(selectedNetworkAtom('eip155'))).toBe(base)
    // Its chain changed although the wallet emitted no event: switching back is requested too.
    await store.set(switchNetworkAtom, mainnet)
    expect(requestedChains).toHaveLength(2)
  })

  it('rejected › nothing changes', async () => {
    const adapter = testAdapter({ switchNetwork: () => Promise.reject(new Error('refused')) })
    const { store } = testWorld({ wallets: [testWallet()], adapter })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    await expect(store.set(switchNetworkAtom, base)).rejects.toThrow('refused')
    expect(store.get(selectedNetworkAtom('eip155'))).toBe(mainnet)
  })

  it('unknown network › raises APKT001', async () => {
    const { store } = testWorld({ wallets: [testWallet()] })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    await expect(store.set(switchNetworkAtom, parseChainId('eip155:31337'))).rejects.toThrow(
      'Unsupported chain',
    )
    expect(store.get(alertsAtom)).toMatchObject([{ code: 'APKT001', text: 'Network Not Found' }])
  })
})
