import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { bridgeStateSchema } from '#shared/channel/records/entries.ts'
import * as z from '#shared/zod.ts'
import { connectWalletAtom, reconnectStoredAtom } from '#widget/domain/connections/connection-actions.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { atom } from '#widget/lib/state.ts'
import { alice, bob, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { accountEntries, bridgeStateAtom } from './connected-accounts.ts'
import { dispatchConnectionEventAtom } from './connection-machine.ts'
import { reconnectingAtom } from './connections.ts'
import { ownFactsSlotAtom } from './own-facts-slot.ts'

describe('bridgeStateAtom', () => {
  it('reports connections and wallets in the shape of the channel schema', async () => {
    const adapter = testAdapter()
    const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
    const double = testWallet({ handle: 'e'.repeat(32), warning: 'duplicate-rdns' })
    const { store } = testWorld({ wallets: [testWallet(), rabby, double], adapter })
    store.set(openModalAtom)
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    adapter.emit({ is: 'accounts', accounts: [alice, bob] })
    const state = store.get(bridgeStateAtom)
    expect(state).toEqual({
      open: true,
      loading: false,
      status: 'connected',
      statuses: { eip155: 'connected' },
      activeNamespace: 'eip155',
      chains: ['eip155:1'],
      accounts: [
        {
          id: `ethereum:io.metamask:${alice}`,
          platform: 'ethereum',
          namespace: 'eip155',
          address: alice,
          walletName: 'MetaMask',
          walletId: 'ethereum:io.metamask',
          isWalletDefault: true,
        },
        {
          id: `ethereum:io.metamask:${bob}`,
          platform: 'ethereum',
          namespace: 'eip155',
          address: bob,
          walletName: 'MetaMask',
          walletId: 'ethereum:io.metamask',
          isWalletDefault: false,
        },
      ],
      wallets: [
        {
          id: 'ethereum:io.metamask',
          platform: 'ethereum',
          type: 'injected',
          name: 'MetaMask',
          isConnected: true,
          providerId: 'io.metamask',
        },
        {
          id: 'ethereum:io.rabby',
          platform: 'ethereum',
          type: 'injected',
          name: 'Rabby',
          isConnected: false,
          providerId: 'io.rabby',
        },
      ],
    })
    expect(z.safeParse(bridgeStateSchema, state).success).toBe(true)
  })

  it('connecting, connected and disconnected namespaces › each has its own status', () => {
    const { store } = testWorld({ config: { platforms: ['ethereum', 'solana', 'polkadot'] } })
    store.set(dispatchConnectionEventAtom, 'solana', {
      is: 'started',
      walletId: 'solana:Phantom',
      kind: 'asked',
    })
    expect(store.get(bridgeStateAtom)).toMatchObject({
      statuses: { eip155: 'disconnected', solana: 'connecting', polkadot: 'disconnected' },
      status: 'disconnected',
      loading: true,
    })
  })

  it.each([
    ['not of one that nobody signed in with', {}, 'connecting', 0],
    ['but for one that may go without signing in', { required: false }, 'connected', 1],
  ] as const)('reconnecting wallets of the last visit › reported, %s', async (_name, siwx, status, count) => {
    const { store } = testWorld({ config: { siwx }, wallets: [testWallet()] })
    store.set(openModalAtom)
    store.set(reconnectingAtom, true)
    store.set(enabledWalletsAtom, { autoReconnect: ['ethereum:io.metamask'] })
    await store.set(reconnectStoredAtom)
    const { accounts, chains, wallets, ...rest } = store.get(bridgeStateAtom)
    expect(rest).toMatchObject({ loading: true, status, statuses: { eip155: status } })
    expect([accounts.length, chains.length, wallets.filter(({ isConnected }) => isConnected).length]).toEqual(
      [count, count, count],
    )
    store.set(reconnectingAtom, false)
    expect(store.get(bridgeStateAtom).status).toBe('connected')
  })

  it("isWalletDefault › is the wallet's first account, also if another is active", () => {
    const entries = accountEntries({
      namespace: 'eip155',
      walletId: 'ethereum:io.metamask',
      handle: '',
      walletName: 'MetaMask',
      icon: undefined,
      accounts: [bob, alice],
      walletOrder: [alice, bob],
      chain: parseChainId('eip155:1'),
    })
    expect(entries).toMatchObject([
      { address: bob, isWalletDefault: false },
      { address: alice, isWalletDefault: true },
    ])
  })

  it('facts of the widget › by wallet', async () => {
    const { store } = testWorld({ wallets: [testWallet()] })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    const type = () => store.get(bridgeStateAtom).accounts[0]?.type
    expect(type()).toBeUndefined()
    store.set(
      ownFactsSlotAtom,
      atom(
        () => (walletId: string) =>
          walletId === 'ethereum:io.metamask' ? { type: 'eoa' as const } : undefined,
      ),
    )
    expect(type()).toBe('eoa')
    store.set(
      ownFactsSlotAtom,
      atom(() => () => undefined),
    )
    expect(type()).toBeUndefined()
  })

  it('isWalletDefault › absent on other platforms', () => {
    const [entry] = accountEntries({
      namespace: 'solana',
      walletId: 'solana:app.phantom',
      handle: '',
      walletName: 'Phantom',
      icon: undefined,
      accounts: ['abc'],
      chain: parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    })
    expect(entry).toEqual({
      id: 'solana:app.phantom:abc',
      platform: 'solana',
      namespace: 'solana',
      address: 'abc',
      walletName: 'Phantom',
      walletId: 'solana:app.phantom',
    })
  })

  it('Polkadot account › has the name, type and genesisHash that its wallet reports', () => {
    const address = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
    const [entry] = accountEntries({
      namespace: 'polkadot',
      walletId: 'polkadot:talisman',
      handle: '',
      walletName: 'Talisman',
      icon: undefined,
      accounts: [address],
      facts: { [address]: { name: 'Savings', type: 'sr25519', genesisHash: '0x68d5' } },
      chain: parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1'),
    })
    expect(entry).toEqual({
      id: `polkadot:talisman:${address}`,
      platform: 'polkadot',
      namespace: 'polkadot',
      address,
      walletName: 'Talisman',
      walletId: 'polkadot:talisman',
      name: 'Savings',
      type: 'sr25519',
      genesisHash: '0x68d5',
    })
  })
})
