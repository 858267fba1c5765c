import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import {
  activateConnectionAtom,
  connectWalletAtom,
  disconnectAtom,
} from '#widget/domain/connections/connection-actions.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { pairingAtom } from '#widget/features/connect/pairing.ts'
import { settle } from '#widget/lib/fake-clock.ts'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { trackEvents } from './track-events.ts'

const page = Object.assign(new EventTarget(), {
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  navigator: { sendBeacon: () => true },
})
const ethereum = parseChainId('eip155:1')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const chainOf = (namespace: Namespace) =>
  namespace === 'solana' ? solana : namespace === 'polkadot' ? polkadot : ethereum

const metamask = testWallet()
const beacon = testWallet({ namespace: 'solana', source: 'wallet-standard', name: 'Beacon' })

/** A host with three namespaces, whose wallets are each on the chain of their own. */
function world(wallets: readonly DiscoveredWallet[] = [metamask, beacon]) {
  const adapter = testAdapter({
    connect: async (wallet) => ({
      namespace: wallet.namespace,
      walletId: walletIdOf(wallet),
      handle: wallet.handle,
      walletName: wallet.name,
      icon: wallet.icon,
      accounts: [alice],
      chain: chainOf(wallet.namespace),
    }),
  })
  const testEnvironment = testWorld({
    adapter,
    wallets,
    config: { platforms: ['ethereum', 'solana', 'polkadot'], networks: [ethereum, solana, polkadot] },
  })
  const { store, events } = testEnvironment
  const ports = store.get(portsAtom)
  store.set(portsAtom, { ...ports, chains: { ...ports.chains, adapter: async () => adapter } })
  trackEvents(store, page)
  return {
    ...testEnvironment,
    connect: (wallet: DiscoveredWallet) => store.set(connectWalletAtom, { walletId: walletIdOf(wallet) }),
    /** Names and networks of the tracked events, except those of the modal. */
    tracked: () =>
      events
        .filter(({ event }) => /^(CONNECT|DISCONNECT|SWITCH)_/.test(event))
        .map(({ event, properties }) => `${event} ${properties.caipNetworkId}`),
  }
}

describe('network of events, with several namespaces', () => {
  it('wallet connects in another namespace › CONNECT_SUCCESS there, no switch', async () => {
    const { connect, tracked, store } = world()
    await connect(metamask)
    await connect(beacon)
    expect(tracked()).toEqual([`CONNECT_SUCCESS ${ethereum}`, `CONNECT_SUCCESS ${solana}`])
    expect(store.get(activeNamespaceAtom)).toBe('solana')
  })

  it('pairing for three namespaces › three connections on their networks, no switch', async () => {
    const { pairing, store, tracked } = world([])
    const attempt = pairingAtom('told-networks')
    const leave = store.sub(attempt, () => undefined)
    await settle()
    const namespaces = ['polkadot', 'solana', 'eip155'] as const
    pairing.approve(
      namespaces.map((namespace) => ({
        handle: `wc:abc:${namespace}`,
        namespace,
        source: 'walletconnect',
        name: 'Harbour',
      })),
    )
    await expect.poll(() => store.get(attempt).is).toBe('connected')
    expect([...tracked()].sort()).toEqual(
      [ethereum, polkadot, solana].map((chain) => `CONNECT_SUCCESS ${chain}`),
    )
    leave()
  })

  it('last wallet of a namespace disconnects › another one is active, no switch', async () => {
    const { connect, tracked, store } = world()
    await connect(metamask)
    await connect(beacon)
    await store.set(disconnectAtom, { namespace: 'solana' })
    expect(store.get(activeNamespaceAtom)).toBe('eip155')
    expect(
      tracked()
        .slice(2)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['DISCONNECT_SUCCESS'])
  })

  it('user selects a network of another namespace › a switch, with or without a wallet', async () => {
    const { connect, tracked, store } = world()
    await connect(metamask)
    await connect(beacon)
    await store.set(switchNetworkAtom, ethereum)
    await store.set(switchNetworkAtom, ethereum)
    await store.set(switchNetworkAtom, polkadot)
    expect(tracked().slice(2)).toEqual([`SWITCH_NETWORK ${ethereum}`, `SWITCH_NETWORK ${polkadot}`])
  })

  it('user activates a wallet of another namespace, or the host opens it › a switch', async () => {
    const { connect, tracked, store } = world()
    store.set(openModalAtom, { namespace: 'polkadot' })
    await connect(metamask)
    await connect(beacon)
    store.set(activateConnectionAtom, { namespace: 'eip155', walletId: walletIdOf(metamask) })
    store.set(openModalAtom, { namespace: 'solana' })
    // Nothing is connected there: the namespace is only offered.
    store.set(openModalAtom, { namespace: 'polkadot' })
    expect(tracked()).toEqual([
      `CONNECT_SUCCESS ${ethereum}`,
      `CONNECT_SUCCESS ${solana}`,
      `SWITCH_NETWORK ${ethereum}`,
      `SWITCH_NETWORK ${solana}`,
    ])
  })
})
