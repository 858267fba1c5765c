import { describe, expect, it } from 'vitest'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { enabledWalletsAtom, withEnabled, withoutEnabled } from './enabled-wallets.ts'

describe('enabled wallets', () => {
  it('latest first, once, without removed ones', () => {
    const two = withEnabled(withEnabled({ autoReconnect: [] }, 'ethereum:a'), 'polkadot:b')
    expect(two.autoReconnect).toEqual(['polkadot:b', 'ethereum:a'])
    expect(withEnabled(two, 'ethereum:a').autoReconnect).toEqual(['ethereum:a', 'polkadot:b'])
    expect(withoutEnabled(two, 'polkadot:b').autoReconnect).toEqual(['ethereum:a'])
    expect(withoutEnabled(two, 'solana:never')).toEqual(two)
  })

  it('length › is limited', () => {
    const ids = Array.from({ length: 80 }, (_, at) => `ethereum:${at}`)
    const list = ids.reduce(withEnabled, { autoReconnect: [] })
    expect(list.autoReconnect).toHaveLength(64)
    expect(list.autoReconnect[0]).toBe('ethereum:79')
  })

  const key = 'drawbridge/enabled-wallets/https://shop.example|demo'

  it('another document of the same host › reads the list', async () => {
    const storage = memoryArea()
    const { store } = testWorld({ storage, wallets: [testWallet()], adapter: testAdapter() })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    expect(storage.get(key)).not.toBeNull()
    expect(testWorld({ storage }).store.get(enabledWalletsAtom).autoReconnect).toEqual([
      'ethereum:io.metamask',
    ])
  })

  it.each([
    [null],
    [[]],
    [42],
    ['string'],
    [{}],
    [{ autoReconnect: 'a' }],
    [{ autoReconnect: [''] }],
    [{ autoReconnect: [7] }],
  ])('stored %j › is ignored and reported, and the widget works', async (data) => {
    const storage = memoryArea({ [key]: JSON.stringify({ v: 1, at: 1, data }) })
    const { store, logs } = testWorld({ storage, wallets: [testWallet()], adapter: testAdapter() })
    expect(store.get(enabledWalletsAtom)).toEqual({ autoReconnect: [] })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual(['ethereum:io.metamask'])
    expect(logs).toContain(`storage/invalid ${key}`)
  })
})
