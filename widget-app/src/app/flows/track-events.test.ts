import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { embeddedHandle } from '#widget/chains/embedded-handle.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { reconnectedAtom, reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom, disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, type TestWorldOptions, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { trackEvents } from './track-events.ts'

const page = Object.assign(new EventTarget(), {
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  navigator: { sendBeacon: () => true },
})
const metamask = 'ethereum:io.metamask'

function world(options: TestWorldOptions = {}) {
  const made = testWorld({ wallets: [testWallet()], ...options })
  return {
    ...made,
    follow: () => trackEvents(made.store, page),
    names: () => made.events.map(({ event }) => event),
    last: () => made.events.at(-1),
  }
}

describe('events from views and connections', () => {
  it('modal opens and closes › events with the connection state', async () => {
    const { store, follow, events, last } = world()
    follow()
    store.set(openModalAtom)
    expect(last()).toEqual({
      event: 'MODAL_OPEN',
      properties: { connected: false, caipNetworkId: 'eip155:1' },
    })
    await store.set(connectWalletAtom, { walletId: metamask })
    store.set(dismissModalAtom)
    expect(last()).toMatchObject({ event: 'MODAL_CLOSE', properties: { connected: true } })
    expect(events[0]).toEqual({
      event: 'INITIALIZE',
      properties: {
        platforms: 'ethereum',
        networks: 2,
        themeMode: 'auto',
        embedded: false,
        basic: false,
        siwx: false,
        caipNetworkId: 'eip155:1',
      },
    })
    expect(events[1]?.event).toBe('MODAL_CREATED')
  })

  it('events before the file loaded › tracked afterwards', () => {
    const { store, follow, names } = world()
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'AllWallets' } })
    follow()
    expect(names().slice(2)).toEqual(['MODAL_OPEN', 'CLICK_ALL_WALLETS'])

    const short = world()
    short.store.set(openModalAtom)
    short.store.set(dismissModalAtom)
    short.follow()
    expect(short.names().slice(2)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
  })

  it('view opened from another › one click event; the initial view has none', () => {
    const { store, follow, events, names } = world()
    follow()
    store.set(openModalAtom, { view: 'AllWallets' })
    expect(names().slice(2)).toEqual(['MODAL_OPEN'])
    store.set(openModalAtom)
    for (const name of ['WhatIsAWallet', 'AllWallets', 'Networks'] as const)
      store.set(viewStackAtom, { to: 'push', view: { name } })
    store.set(viewStackAtom, { to: 'back' })
    store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSend' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'Swap' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'SwapSelectToken', side: 'to' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'RegisterAccountName' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'EmailLogin' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'ConnectingExternal', walletId: metamask } })
    expect(names().slice(3)).toEqual([
      'CLICK_WALLET_HELP',
      'CLICK_ALL_WALLETS',
      'CLICK_NETWORKS',
      'OPEN_SEND',
      'OPEN_SWAP',
      'CLICK_SELECT_TOKEN_TO_SWAP',
      'OPEN_ENS_FLOW',
      'EMAIL_LOGIN_SELECTED',
      'SELECT_WALLET',
    ])
    expect(events.at(-1)?.properties).toMatchObject({ platform: 'browser', view: 'ConnectingExternal' })
    store.set(isPhoneAtom, true)
    store.set(viewStackAtom, { to: 'push', view: { name: 'ConnectingWalletConnect' } })
    expect(events.at(-1)?.properties).toMatchObject({ name: 'WalletConnect', platform: 'mobile' })
  })

  it('wallet with several namespaces › selected once, and again after going back', () => {
    const { store, follow, names } = world()
    follow()
    store.set(openModalAtom)
    const before = names().length
    const several: View = { name: 'ConnectingMultiChain', walletId: metamask }
    const one: View = { name: 'ConnectingExternal', walletId: metamask }
    store.set(viewStackAtom, { to: 'push', view: several })
    store.set(viewStackAtom, { to: 'push', view: one })
    store.set(viewStackAtom, { to: 'replace', view: { name: 'ConnectingWalletConnect', walletId: metamask } })
    expect(names().slice(before)).toEqual(['SELECT_WALLET'])
    store.set(viewStackAtom, { to: 'replace', view: { name: 'ConnectingWalletConnect' } })
    store.set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
    store.set(viewStackAtom, { to: 'push', view: one })
    expect(names().slice(before)).toEqual(['SELECT_WALLET', 'SELECT_WALLET', 'SELECT_WALLET'])
  })

  it('clicks › distinguished by the previous and the next view', () => {
    const { store, follow, names } = world()
    follow()
    store.set(openModalAtom)
    const told = (...views: readonly View[]) => {
      store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
      const before = names().length
      for (const view of views) store.set(viewStackAtom, { to: 'push', view })
      return names().slice(before)
    }
    const get: View = { name: 'GetWallet', walletId: metamask }
    expect(told({ name: 'WhatIsAWallet' }, get)).toEqual(['CLICK_WALLET_HELP', 'CLICK_GET_WALLET_HELP'])
    expect(told({ name: 'AllWallets' }, get)).toEqual(['CLICK_ALL_WALLETS'])
    expect(told({ name: 'Swap' }, { name: 'Networks' })).toEqual([
      'OPEN_SWAP',
      'CLICK_SELECT_NETWORK_TO_SWAP',
    ])
    expect(told({ name: 'DataCapture' }, { name: 'DataCaptureOtpConfirm' })).toEqual([])
    store.set(viewStackAtom, { to: 'back' })
    expect(names().at(-1)).toBe('EMAIL_EDIT')
  })

  it('buying › one start event, whichever view is first', () => {
    const { store, follow, names } = world()
    follow()
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampAmount' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampProviders' } })
    store.set(viewStackAtom, { to: 'back' })
    store.set(viewStackAtom, { to: 'replace', view: { name: 'BuyInProgress', id: 'one' } })
    // Once more, after a declined card.
    store.set(viewStackAtom, { to: 'replace', view: { name: 'OnRampAmount' } })
    expect(names().slice(3)).toEqual(['SELECT_BUY_CRYPTO'])
    store.set(viewStackAtom, { to: 'back' })
    store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampProviders' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampAmount' } })
    expect(names().slice(3)).toEqual(['SELECT_BUY_CRYPTO', 'SELECT_BUY_CRYPTO'])
  })

  it('wallet does not support disconnecting › tracked, and disconnected all the same', async () => {
    const adapter = testAdapter({ disconnect: () => Promise.reject(new Error(`No session of ${alice}`)) })
    const { store, follow, events } = world({ adapter })
    follow()
    await store.set(connectWalletAtom, { walletId: metamask })
    await store.set(disconnectAtom)
    expect(events.slice(-2)).toMatchObject([
      { event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } },
      { event: 'DISCONNECT_ERROR', properties: { message: 'No session of …' } },
    ])
  })

  it('connect, switch and disconnect › events without an address', async () => {
    const { store, follow, events, names } = world()
    follow()
    store.set(openModalAtom)
    await store.set(connectWalletAtom, { walletId: metamask })
    expect(events.at(-1)).toEqual({
      event: 'CONNECT_SUCCESS',
      properties: {
        method: 'browser',
        name: 'MetaMask',
        reconnect: false,
        view: 'Connect',
        caipNetworkId: 'eip155:1',
      },
    })
    const base = parseChainId('eip155:8453')
    const { handle } = testWallet()
    store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'changed',
      handle,
      change: { is: 'chain', chain: base },
    })
    expect(events.at(-1)).toEqual({
      event: 'SWITCH_NETWORK',
      properties: { network: base, caipNetworkId: base },
    })
    await store.set(disconnectAtom)
    expect(names().slice(3)).toEqual(['CONNECT_SUCCESS', 'SWITCH_NETWORK', 'DISCONNECT_SUCCESS'])
    expect(events.at(-1)?.properties).toMatchObject({ namespace: 'eip155' })
    expect(JSON.stringify(events)).not.toContain(alice.slice(2))
  })

  it('embedded wallet › connected by the login', async () => {
    const own = testWallet({
      handle: embeddedHandle('eip155'),
      source: 'embedded',
      name: 'Own Wallet',
      rdns: 'own',
    })
    const { store, follow, last } = world({ wallets: [own] })
    follow()
    await store.set(connectWalletAtom, { walletId: walletIdOf(own) })
    expect(last()).toMatchObject({ event: 'CONNECT_SUCCESS', properties: { method: 'email' } })
  })

  it('enabled wallets › tracked once all have reconnected, with reconnect', async () => {
    const { store, follow, names, last } = world()
    store.set(reconnectingAtom, true)
    follow()
    await store.set(connectWalletAtom, { walletId: metamask })
    expect(names()).not.toContain('CONNECT_SUCCESS')
    store.set(reconnectingAtom, false)
    expect(last()).toMatchObject({ event: 'CONNECT_SUCCESS', properties: { reconnect: true } })
  })

  it('wallet › reconnects after it was locked › CONNECT_SUCCESS with reconnect', async () => {
    const { store, follow, last } = world()
    follow()
    await store.set(connectWalletAtom, { walletId: metamask })
    const { handle } = testWallet()
    store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'changed',
      handle,
      change: { is: 'disconnected' },
    })
    store.set(reconnectedAtom, new Set([handle]))
    store.set(dispatchConnectionEventAtom, 'eip155', { is: 'joined', connection: testConnection() })
    expect(last()).toMatchObject({ event: 'CONNECT_SUCCESS', properties: { reconnect: true } })
  })

  it('listener throws › tracking continues', () => {
    const { store, follow, logs } = world()
    const ports = store.get(portsAtom)
    const tellEvent = () => {
      throw new Error('The page is gone')
    }
    store.set(portsAtom, { ...ports, host: { ...ports.host, emitEvent: tellEvent } })
    follow()
    store.set(openModalAtom)
    expect(logs.filter((line) => line.startsWith('The event MODAL_OPEN'))).toHaveLength(1)
  })
})
