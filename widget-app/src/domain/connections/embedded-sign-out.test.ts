import { describe, expect, it, vi } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { signOutSlotAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import { signOutEmbeddedAtom } from '#widget/domain/embedded-wallet/sign-out.ts'
import {
  embeddedWorld,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { testAdapter, testWallet } from '#widget/testing/world.ts'
import { connectWalletAtom, disconnectAtom } from './connection-actions.ts'

const ethereum = testEmbeddedWallet('eip155')
const solana = testEmbeddedWallet('solana')
const phantom = testWallet({ namespace: 'solana', source: 'wallet-standard', name: 'Phantom' })

/** A user with our own wallet, and the given ones connected. */
async function connectedWorld(...connected: readonly (typeof ethereum)[]) {
  const adapter = testAdapter()
  const world = embeddedWorld(
    { '/sign-out': () => ({ body: {} }) },
    {
      config: { platforms: ['ethereum', 'solana'] },
      wallets: [ethereum, solana, phantom],
      adapter,
      otherAdapters: [testAdapter({ namespace: 'solana' })],
    },
  )
  const { store, urls } = world
  store.set(signOutSlotAtom, { signOut: () => void store.set(signOutEmbeddedAtom) })
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  for (const wallet of connected) await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  const signOuts = () => urls.filter((url) => url.includes('/embedded/v1/sign-out')).length
  return { ...world, adapter, signOuts }
}

describe('our own wallet disconnects', () => {
  it.each([
    ['its only namespace, by wallet', [ethereum], { walletId: walletIdOf(ethereum) }],
    ['its only namespace', [ethereum], { namespace: 'eip155' }],
    ['everything', [ethereum, solana], {}],
    ['its last namespace, beside another wallet', [ethereum, phantom], { namespace: 'eip155' }],
  ] as const)('%s › logged out', async (_, connected, target) => {
    const { store, signOuts } = await connectedWorld(...connected)
    await store.set(disconnectAtom, target)
    await vi.waitFor(() => expect(signOuts()).toBe(1))
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
  })

  it.each([
    ['one of two namespaces', [ethereum, solana], { namespace: 'eip155' }],
    ['another wallet', [ethereum, phantom], { namespace: 'solana' }],
  ] as const)('%s › stays logged in', async (_, connected, target) => {
    const { store, signOuts } = await connectedWorld(...connected)
    await store.set(disconnectAtom, target)
    expect(signOuts()).toBe(0)
    expect(store.get(embeddedSessionAtom)).toBeDefined()
  })

  it('accounts of the wallet are gone › not reconnected at the next visit', async () => {
    const { store, adapter } = await connectedWorld(ethereum)
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([walletIdOf(ethereum)])
    adapter.emit({ is: 'disconnected' })
    expect(store.get(connectionsAtom)).toMatchObject({ eip155: { is: 'disconnected' } })
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([])
  })

  it('connected again after a login › connected and logged in', async () => {
    const { store } = await connectedWorld(ethereum)
    await store.set(disconnectAtom, {})
    await vi.waitFor(() => expect(store.get(embeddedSessionAtom)).toBeUndefined())
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
    await store.set(connectWalletAtom, { walletId: walletIdOf(ethereum) })
    expect(store.get(connectionsAtom)).toMatchObject({ eip155: { is: 'connected' } })
    expect(store.get(embeddedSessionAtom)).toBeDefined()
  })
})
