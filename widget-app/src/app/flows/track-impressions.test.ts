import { describe, expect, it } from 'vitest'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { type TestWorldOptions, testWallet, testWorld } from '#widget/testing/world.ts'
import { trackImpressions } from './track-impressions.ts'

const entry = { id: 'gull', name: 'Gull', chains: ['eip155:1'], order: 7, badge_type: 'certified' }
const nameless = testWallet({ name: 'Heron', rdns: 'example.heron' })

function shown(options: TestWorldOptions = {}) {
  const routes = { '/getWallets': () => ({ body: { data: [entry], count: 1 } }) }
  const world = testWorld({ wallets: [nameless], topWallets: [entry], routes, ...options })
  world.store.set(watchWalletsAtom)
  const tracked: { readonly event: string; readonly properties: object }[] = []
  trackImpressions(world.store, (event) => tracked.push(event))
  const items = () => tracked.flatMap(({ properties }) => Object.values(properties).flat())
  return { ...world, tracked, items }
}

describe('trackImpressions', () => {
  it('wallets on Connect for a second › tracked, once in an opening', async () => {
    const { store, clock, transport, tracked, items } = shown()
    store.set(openModalAtom)
    await clock.advance(900)
    expect(tracked).toEqual([])
    await clock.advance(100)
    expect(tracked.map(({ event }) => event)).toEqual(['WALLET_IMPRESSION_V2'])
    expect(items()).toContainEqual({
      ...{ name: 'Gull', walletRank: 7, explorerId: 'gull', view: 'Connect' },
      ...{ displayIndex: expect.any(Number), query: '', certified: true },
    })
    expect(items()).toContainEqual({
      ...{ name: 'Heron', walletRank: undefined, rdnsId: 'example.heron', view: 'Connect' },
      ...{ displayIndex: expect.any(Number), query: '', certified: false },
    })
    const count = items().length
    transport.show([nameless, testWallet({ name: 'Tern', rdns: 'example.tern' })])
    await clock.advance(1_000)
    expect(items().slice(count)).toMatchObject([{ name: 'Tern' }])
    store.set(dismissModalAtom)
    store.set(openModalAtom)
    await clock.advance(1_000)
    expect(items()).toHaveLength(2 * (count + 1))
  })

  it('list left earlier, or behind one button › not tracked', async () => {
    const left = shown()
    left.store.set(openModalAtom)
    await left.clock.advance(900)
    left.store.set(viewStackAtom, { to: 'push', view: { name: 'WhatIsAWallet' } })
    await left.clock.advance(5_000)
    expect(left.tracked).toEqual([])

    const behind = shown({ config: { features: { collapseWallets: true } } })
    behind.store.set(openModalAtom)
    await behind.clock.advance(5_000)
    expect(behind.tracked).toEqual([])
    behind.store.set(viewStackAtom, { to: 'push', view: { name: 'ConnectWallets' } })
    await behind.clock.advance(1_000)
    expect(behind.items()).toContainEqual(expect.objectContaining({ name: 'Gull', view: 'ConnectWallets' }))
  })
})
