import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { bridgeStateSchema } from '#shared/channel/entries.ts'
import { accountEntries, bridgeStateAtom } from './account.ts'
import { connectWalletAtom } from './connection-commands.ts'
import { openModalAtom } from './modal.ts'
import { alice, bob, testAdapter, testWallet, testWorld } from './test-world.ts'

describe('bridgeStateAtom', () => {
  it('behavior: it tells the host what is connected and what is there, in the shape of the contract', async () => {
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
          providerId: testWallet().handle,
        },
        {
          id: 'ethereum:io.rabby',
          platform: 'ethereum',
          type: 'injected',
          name: 'Rabby',
          isConnected: false,
          providerId: rabby.handle,
        },
      ],
    })
    expect(z.safeParse(bridgeStateSchema, state).success).toBe(true)
  })

  it('param: other platforms have no default account', () => {
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
})
