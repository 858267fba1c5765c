import { describe, expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import {
  activeConnectionAtom,
  bridgeStateAtom,
  currentConnectionsAtom,
} from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { unsignedConnectionsAtom } from '#widget/domain/accounts/sign-in.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { connectWalletAtom, disconnectAtom, reconnectStoredAtom } from './connection-actions.ts'

const metamask = testWallet()
const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
const [first, second] = [metamask, rabby].map(walletIdOf)

type PendingConnect = { readonly give: () => void; readonly refuse: (cause: unknown) => void }

/** A page with two wallets; those given were connected at the last visit. Each connect waits for the test. */
function worldWithLastVisit(...autoReconnect: readonly (string | undefined)[]) {
  const instant = testAdapter()
  const pendingConnects = new Map<string, PendingConnect>()
  const connect: ChainAdapter['connect'] = (wallet, options) =>
    new Promise((resolve, reject) => {
      pendingConnects.set(walletIdOf(wallet), {
        give: () => void instant.connect(wallet, options).then(resolve),
        refuse: reject,
      })
    })
  const world = testWorld({ wallets: [metamask, rabby], adapter: { ...instant, connect } })
  const { store, clock } = world
  store.set(enabledWalletsAtom, { autoReconnect: autoReconnect.filter((one) => one !== undefined) })
  const restore = async () => {
    const reconnecting = store.set(reconnectStoredAtom)
    await clock.advance(0)
    return { restored: reconnecting }
  }
  const settle = async (walletId: string | undefined, by: keyof PendingConnect, cause?: unknown) => {
    pendingConnects.get(walletId ?? '')?.[by](cause)
    await clock.advance(0)
  }
  return { ...world, restore, answer: settle, calls: instant.calls }
}

describe('disconnect while wallets of the last visit reconnect', () => {
  it.each([
    ['everything', {}],
    ['its namespace', { namespace: 'eip155' }],
    ['the wallet', { walletId: first }],
  ] as const)('%s › does not reconnect, and is disconnected at the wallet', async (_what, target) => {
    const { store, restore, answer: settle, calls } = worldWithLastVisit(first)
    const { restored: reconnecting } = await restore()
    await store.set(disconnectAtom, target)
    await settle(first, 'give')
    await reconnecting
    expect(store.get(currentConnectionsAtom)).toEqual([])
    expect(store.get(bridgeStateAtom)).toMatchObject({ loading: false, status: 'disconnected' })
    expect(calls.filter((call) => call.startsWith('disconnect'))).toEqual([`disconnect ${first}`])
  })

  it('one wallet › the next one of the last visit is reconnected', async () => {
    const { store, restore, answer: settle } = worldWithLastVisit(first, second)
    const { restored: reconnecting } = await restore()
    await store.set(disconnectAtom, { walletId: first })
    await settle(first, 'give')
    await settle(second, 'give')
    await reconnecting
    expect(store.get(currentConnectionsAtom)).toMatchObject([{ walletId: second }])
  })
})

describe("user connects a wallet before the last visit's is reconnected", () => {
  it('wallet responds › connected, the one of the last visit is not', async () => {
    const { store, clock, restore, answer: settle } = worldWithLastVisit(first)
    const attempt = store.set(connectWalletAtom, { walletId: second ?? '' })
    await clock.advance(0)
    const { restored: reconnecting } = await restore()
    await settle(second, 'give')
    expect(await attempt).toMatchObject({ walletId: second })
    await settle(first, 'give')
    await reconnecting
    expect(store.get(currentConnectionsAtom)).toMatchObject([{ walletId: second }])
  })

  it('wallet already connected › the one of the last visit is not requested', async () => {
    const { store, clock, restore, answer: settle, calls } = worldWithLastVisit(first)
    const attempt = store.set(connectWalletAtom, { walletId: second ?? '' })
    await clock.advance(0)
    await settle(second, 'give')
    await attempt
    store.set(enabledWalletsAtom, { autoReconnect: [first ?? '', second ?? ''] })
    await (await restore()).restored
    expect(store.get(currentConnectionsAtom)).toMatchObject([{ walletId: second }])
    expect(calls).toEqual([`connect ${second}`])
  })

  it('sign-in required › reported to the host while others reconnect', async () => {
    const { store, clock, answer: settle } = worldWithLastVisit()
    store.set(hostConfigAtom, (config) => ({ ...config, siwx: {} }))
    store.set(reconnectingAtom, true)
    const attempt = store.set(connectWalletAtom, { walletId: second ?? '' })
    await clock.advance(0)
    await settle(second, 'give')
    await attempt
    expect(store.get(bridgeStateAtom).accounts).toMatchObject([{ walletId: second }])
    expect(store.get(unsignedConnectionsAtom)).toEqual([])
  })

  it('wallet rejects › the one of the last visit is connected', async () => {
    const { store, clock, restore, answer: settle } = worldWithLastVisit(first)
    const attempt = store.set(connectWalletAtom, { walletId: second ?? '' })
    const rejection = expect(attempt).rejects.toThrow('User rejected')
    await clock.advance(0)
    const { restored: reconnecting } = await restore()
    await settle(first, 'give')
    await settle(second, 'refuse', new Error('User rejected'))
    await Promise.all([rejection, reconnecting])
    expect(store.get(activeConnectionAtom)).toMatchObject({ walletId: first })
  })
})
