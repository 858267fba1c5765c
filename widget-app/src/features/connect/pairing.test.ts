import { describe, expect, test } from 'vitest'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { successDelayMs } from '#widget/core/success-delay.ts'
import { bridgeStateAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectedNamespacesAtom } from '#widget/domain/accounts/connections.ts'
import { recentWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { settle } from '#widget/lib/fake-clock.ts'
import { type TestWorldOptions, testAdapter, testWorld } from '#widget/testing/world.ts'
import { type PairingState, pairingAtom } from './pairing.ts'

const sessionWallet = (over: Partial<DiscoveredWallet> = {}): DiscoveredWallet => ({
  handle: 'wc:abc:eip155',
  namespace: 'eip155',
  source: 'walletconnect',
  name: 'Harbour',
  ...over,
})

/** Subscribes to a pairing and records its states. */
function watchPairing(options: TestWorldOptions = {}, walletId?: string) {
  const world = testWorld(options)
  // An atom family caches its members, so each test uses its own.
  const attemptAtom = pairingAtom(walletId ?? `wallet-${Math.random()}`)
  const states: PairingState[] = []
  const record = () => {
    const state = world.store.get(attemptAtom)
    if (states.at(-1) !== state) states.push(state)
  }
  const unsubscribe = world.store.sub(attemptAtom, record)
  record()
  return {
    ...world,
    unsubscribe,
    retry: () => world.store.set(attemptAtom, 'retry'),
    states,
    now: () => world.store.get(attemptAtom),
    names: () => states.map(({ is }) => is),
    uri: () => {
      const state = world.store.get(attemptAtom)
      return state.is === 'waiting' ? state.uri : ''
    },
  }
}

describe('WalletConnect pairing', () => {
  test('deployment without a relay › fails as not set up', async () => {
    const { now, store } = watchPairing({ deploy: { walletConnect: { relayUrl: '' } } })
    await settle()
    expect(now()).toEqual({
      is: 'failed',
      details: { code: 'pairing/not-set-up', text: 'WalletConnectConnector not found' },
    })
    expect(store.get(alertsAtom)).toEqual([])
  })

  test('public relay, no project id there › fails with its own code, proposes nothing', async () => {
    const { now, pairing } = watchPairing({ deploy: { walletConnect: { projectId: undefined } } })
    await settle()
    expect(now()).toMatchObject({ is: 'failed', details: { code: 'pairing/no-project-id' } })
    expect(pairing.counts().proposed).toBe(0)
  })

  test('relay of the operator, no project id there › pairs', async () => {
    const walletConnect = { projectId: undefined, relayUrl: 'wss://relay.example' }
    const { now } = watchPairing({ deploy: { walletConnect } })
    await settle()
    expect(now()).toMatchObject({ is: 'waiting' })
  })

  test('URI › shown with its expiry; approval connects each namespace', async () => {
    const { clock, pairing, names, now, store, flowCalls } = watchPairing()
    await settle()
    expect(now()).toMatchObject({ is: 'waiting', expiresAt: clock.now() + 240_000, renewed: 0 })
    pairing.approve([sessionWallet()])
    await settle()
    expect(names()).toEqual(['starting', 'waiting', 'approving', 'connected'])
    expect(now()).toEqual({ is: 'connected', namespaces: ['eip155'] })
    expect(store.get(connectedNamespacesAtom)).toEqual(['eip155'])
    expect(flowCalls).toEqual([])
    await clock.advance(successDelayMs)
    expect(flowCalls).toEqual(['afterConnect eip155'])
  })

  test('session › reported as appKit, separate from an extension of the same wallet', async () => {
    const { pairing, store } = watchPairing()
    await settle()
    pairing.approve([sessionWallet({ rdns: 'io.metamask' })])
    await settle()
    const [wallet] = store.get(bridgeStateAtom).wallets
    expect(wallet).toEqual({
      id: 'ethereum:walletconnect:io.metamask',
      platform: 'ethereum',
      type: 'appKit',
      name: 'Harbour',
      isConnected: true,
    })
    expect(store.get(recentWalletsAtom)).toEqual(['io.metamask'])
  })

  test('second of two wallets with one name › recent under that name', async () => {
    const { pairing, store } = watchPairing()
    await settle()
    pairing.approve([sessionWallet({ rdns: 'io.metamask', ordinal: 2 })])
    await settle()
    expect(store.get(bridgeStateAtom).wallets).toMatchObject([{ id: 'ethereum:walletconnect:io.metamask#2' }])
    expect(store.get(recentWalletsAtom)).toEqual(['io.metamask'])
  })

  test('URI › replaced 10 s before expiry; the previous one can still be approved', async () => {
    const { clock, pairing, now, uri, states } = watchPairing()
    await settle()
    const first = uri()
    await clock.advance(229_999)
    expect(uri()).toBe(first)
    await clock.advance(1)
    expect(now()).toMatchObject({ is: 'waiting', renewed: 1, wasDeclined: false })
    expect(uri()).not.toBe(first)
    pairing.approve([sessionWallet()], first)
    await settle()
    expect(states.at(-1)).toMatchObject({ is: 'connected' })
    expect(pairing.counts()).toEqual({ proposed: 2, open: 0 })
  })

  test('URI rejected › replaced by a new one that shows the rejection', async () => {
    const { pairing, now, uri, events } = watchPairing()
    await settle()
    const first = uri()
    pairing.decline()
    await settle()
    expect(now()).toMatchObject({ is: 'waiting', renewed: 1, wasDeclined: true })
    expect(uri()).not.toBe(first)
    expect(events.map(({ event }) => event)).toEqual(['USER_REJECTED'])
  })

  test('relay silent for 10 s › reports it; a late response still gives the URI', async () => {
    const { clock, pairing, now, retry, unsubscribe } = watchPairing()
    pairing.silence()
    retry()
    await clock.advance(9_999)
    expect(now()).toEqual({ is: 'starting' })
    await clock.advance(1)
    expect(now()).toEqual({ is: 'silent' })
    pairing.resume()
    await settle()
    expect(now()).toMatchObject({ is: 'waiting' })
    unsubscribe()
  })

  test('Verify enabled › reports the check of the site', async () => {
    const { names } = watchPairing({ deploy: { walletConnect: { verify: true } } })
    await settle()
    expect(names()).toEqual(['checking', 'waiting'])
  })

  test('unsubscribed › withdraws every URI and stops every timer', async () => {
    const { clock, pairing, unsubscribe, now } = watchPairing()
    await clock.advance(230_000)
    expect(pairing.counts().open).toBe(2)
    unsubscribe()
    await settle()
    expect(pairing.counts().open).toBe(0)
    expect(clock.pending).toBe(0)
    expect(now()).toEqual({ is: 'starting' })
  })

  test('retry › starts again', async () => {
    const { pairing, now, retry, events } = watchPairing()
    await settle()
    pairing.fail(new Error('broken'))
    await settle()
    expect(now()).toEqual({ is: 'failed', details: { code: 'unexpected', text: 'broken' } })
    expect(events).toMatchObject([{ event: 'CONNECT_ERROR', properties: { message: 'broken' } }])
    retry()
    await settle()
    expect(now()).toMatchObject({ is: 'waiting', renewed: 0 })
  })

  test.each(['APKT002', 'APKT006', 'APKT007'] as const)(
    'relay error %s › ends the pairing and raises an alert',
    async (code) => {
      const { pairing, now, store } = watchPairing()
      await settle()
      pairing.fail(new WidgetError(code, 'Unauthorized'))
      await settle()
      expect(now()).toEqual({ is: 'failed', details: { code, text: 'Unauthorized' } })
      expect(store.get(alertsAtom).map((alert) => alert.code)).toEqual([code])
    },
  )

  test('no project id › proposes nothing and raises APKT008', async () => {
    const { pairing, now, store } = watchPairing({ config: { projectId: ' ' } })
    await settle()
    expect(now()).toEqual({ is: 'failed', details: { code: 'APKT008', text: 'Project ID Missing' } })
    expect(store.get(alertsAtom)).toMatchObject([{ code: 'APKT008', text: 'Project ID Missing' }])
    expect(pairing.counts().proposed).toBe(0)
  })

  test('one namespace fails › the others connect', async () => {
    const { pairing, now, store } = watchPairing({ config: { platforms: ['ethereum', 'solana'] } })
    await settle()
    pairing.approve([sessionWallet({ namespace: 'solana', handle: 'wc:abc:solana' }), sessionWallet()])
    await settle()
    expect(now()).toEqual({ is: 'connected', namespaces: ['eip155'] })
    expect(store.get(connectedNamespacesAtom)).toEqual(['eip155'])
  })

  test('every namespace fails › fails with the reason', async () => {
    const connect = () => Promise.reject(new ProviderRpcError(4100, 'Locked'))
    const { pairing, now } = watchPairing({ adapter: testAdapter({ connect }) })
    await settle()
    pairing.approve([sessionWallet()])
    await settle()
    expect(now()).toEqual({ is: 'failed', details: { code: '4100', text: 'Locked' } })
  })

  test('wallet selected › passes its id to the proposal', async () => {
    const { pairing } = watchPairing({}, 'a-catalogue-id')
    await settle()
    expect(pairing.walletIds).toEqual(['a-catalogue-id'])
  })
})
