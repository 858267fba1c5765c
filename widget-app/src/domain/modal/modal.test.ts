import { describe, expect, it } from 'vitest'
import { isPhoneAtom } from '#widget/core/device.ts'
import { hasOpenedAtom, modalOpenAtom, shakeAtom } from '#widget/core/modal-state.ts'
import { alertsAtom, closeToastAtom, raiseAlertAtom, showToastAtom, toastAtom } from '#widget/core/notices.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { discoveredWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { testWallet, testWorld } from '#widget/testing/world.ts'
import { hostPairingAtom } from './host-pairing.ts'
import {
  closeModalAtom,
  dismissModalAtom,
  openModalAtom,
  reopenModalAtom,
  viewAfterConnectAtom,
} from './modal.ts'

const connected = async (options: Parameters<typeof testWorld>[0] = {}) => {
  const world = testWorld({ wallets: [testWallet()], ...options })
  await world.store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
  return world
}

describe('opening', () => {
  it('before the first opening › no call to host or server', () => {
    const { store, transport, urls } = testWorld({ wallets: [testWallet()] })
    expect([store.get(modalOpenAtom), store.get(hasOpenedAtom), transport.watchers, urls.length]).toEqual([
      false,
      false,
      0,
      0,
    ])
    expect(store.get(discoveredWalletsAtom)).toEqual([])
  })

  it('opened › shows the overlay, Connect, and the discovered wallets', () => {
    const { store, hostCalls } = testWorld({ wallets: [testWallet()] })
    expect(store.set(openModalAtom)).toEqual({ name: 'Connect' })
    expect(store.get(modalOpenAtom)).toBe(true)
    expect(store.get(discoveredWalletsAtom)).toHaveLength(1)
    expect(hostCalls).toEqual(['show'])
  })

  it('host controls WalletConnect › opens the code; on a phone the wallets', () => {
    const { store } = testWorld({ config: { manualWCControl: true } })
    expect(store.set(openModalAtom)).toEqual({ name: 'ConnectingWalletConnectBasic' })
    store.set(isPhoneAtom, true)
    expect(store.set(openModalAtom)).toEqual({ name: 'AllWallets' })
  })

  it('URI of the host › valid until the modal closes or a request omits it', () => {
    const { store } = testWorld()
    expect(store.set(openModalAtom, { uri: 'wc:1@2?a' })).toEqual({ name: 'ConnectingWalletConnectBasic' })
    expect(store.get(hostPairingAtom)).toEqual({ uri: 'wc:1@2?a', renewed: 0 })
    store.set(openModalAtom, { uri: 'wc:2@2?b' })
    store.set(openModalAtom, { uri: 'wc:2@2?b' })
    expect(store.get(hostPairingAtom)).toEqual({ uri: 'wc:2@2?b', renewed: 1 })
    store.set(closeModalAtom)
    expect(store.get(hostPairingAtom)).toBeUndefined()
    store.set(openModalAtom, { uri: 'wc:3@2?c' })
    store.set(openModalAtom, {})
    expect(store.get(hostPairingAtom)).toBeUndefined()
  })

  it.each([
    [{}, { name: 'Account' }],
    [{ view: 'WalletSend' }, { name: 'WalletSend' }],
  ] as const)('opened with %o › wallets reconnect › shows what it would open with', async (request, view) => {
    const { store } = testWorld({ wallets: [testWallet()] })
    store.set(openModalAtom, request)
    store.set(reopenModalAtom)
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    store.set(reopenModalAtom)
    expect(store.get(currentViewAtom)).toEqual(view)
  })

  it('opened › the user navigated, or closed › wallets reconnect › nothing changes', async () => {
    const { store } = testWorld({ wallets: [testWallet()] })
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'AllWallets' } })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    store.set(reopenModalAtom)
    expect(store.get(currentViewAtom)).toEqual({ name: 'AllWallets' })
    store.set(dismissModalAtom)
    store.set(reopenModalAtom)
    expect(store.get(modalOpenAtom)).toBe(false)
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
    store.set(reopenModalAtom)
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
  })

  it('refused host › stop screen, and no wallet discovery', () => {
    const { store, transport } = testWorld({ wallets: [testWallet()] })
    store.set(originStatusAtom, 'refused')
    expect(store.set(openModalAtom, { view: 'WalletSend' })).toEqual({ name: 'Blocked', code: 'APKT002' })
    expect(transport.watchers).toBe(0)
  })

  it('view that needs an account › waits behind Connect', async () => {
    const { store } = testWorld()
    expect(store.set(openModalAtom, { view: 'WalletSend', amount: '1' })).toEqual({ name: 'Connect' })
    expect(store.get(viewAfterConnectAtom)).toEqual({ name: 'WalletSend', amount: '1' })
    store.set(dismissModalAtom)
    expect(store.get(viewAfterConnectAtom)).toBeUndefined()
    const other = await connected()
    expect(other.store.set(openModalAtom, { view: 'WalletSend', amount: '1' })).toEqual({
      name: 'WalletSend',
      amount: '1',
    })
    expect(other.store.get(viewAfterConnectAtom)).toBeUndefined()
  })

  it('nothing connected › a requested namespace becomes the active one', () => {
    const { store } = testWorld({ config: { platforms: ['ethereum', 'solana'] } })
    store.set(openModalAtom, { namespace: 'solana' })
    expect(store.get(activeNamespaceAtom)).toBe('solana')
  })

  it('namespace without address › the active one stays', async () => {
    const { store } = await connected({ config: { platforms: ['ethereum', 'solana'] } })
    expect(store.set(openModalAtom, { namespace: 'solana' })).toEqual({
      name: 'SwitchActiveChain',
      namespace: 'solana',
    })
    expect(store.get(activeNamespaceAtom)).toBe('eip155')
  })
})

describe('closing', () => {
  it('resets to Connect and hides the overlay', async () => {
    const { store, hostCalls } = await connected()
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'Networks' } })
    expect(store.set(closeModalAtom)).toBe('closed')
    expect(store.get(viewStackAtom)).toEqual([{ name: 'Connect' }])
    expect(hostCalls).toEqual(['show', 'hide'])
  })

  it('embedded › shows Account while connected', async () => {
    const { store } = await connected({ embedded: true })
    store.set(openModalAtom)
    store.set(closeModalAtom)
    expect(store.get(currentViewAtom)).toEqual({ name: 'Account' })
  })

  it('UnsupportedChain › shakes for 500 ms instead; a host may still close', async () => {
    const { store, clock } = await connected()
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'UnsupportedChain' } })
    expect(store.set(closeModalAtom)).toBe('shaken')
    await clock.advance(499)
    expect([store.get(modalOpenAtom), store.get(shakeAtom)]).toEqual([true, true])
    await clock.advance(1)
    expect(store.get(shakeAtom)).toBe(false)
    store.set(dismissModalAtom)
    expect(store.get(modalOpenAtom)).toBe(false)
  })
})

describe('notices', () => {
  it('one toast at a time; info closes 2.5 s after its own start', async () => {
    const { store, clock } = testWorld()
    store.set(showToastAtom, 'first')
    await clock.advance(2_000)
    store.set(showToastAtom, 'second', 'success')
    await clock.advance(2_499)
    expect(store.get(toastAtom)).toEqual({ message: 'second', variant: 'success', open: true })
    await clock.advance(1)
    expect(store.get(toastAtom)).toEqual({ message: 'second', variant: 'success', open: false })
  })

  it('error › stays until it is dismissed', async () => {
    const { store, clock } = testWorld()
    store.set(showToastAtom, 'failed', 'error')
    await clock.advance(60_000)
    expect(store.get(toastAtom).open).toBe(true)
    store.set(closeToastAtom)
    expect(store.get(toastAtom).open).toBe(false)
  })

  it.each([
    [false, []],
    [true, ['APKT009 Server Error']],
  ])('debug %s › an alert is logged as %j, once', (debug, logged) => {
    const { store, logs } = testWorld({ config: { debug } })
    store.set(raiseAlertAtom, 'APKT009')
    store.set(raiseAlertAtom, 'APKT009')
    expect(store.get(alertsAtom)).toHaveLength(1)
    expect(logs).toEqual(logged)
  })
})
