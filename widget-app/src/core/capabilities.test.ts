import { describe, expect, it } from 'vitest'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { type Capability, capabilityAtom, isCapable } from './capabilities.ts'

const able = testAdapter({
  nativeBalance: async () => 1n,
  send: () => Promise.reject(new Error('Nothing is sent here')),
})

describe('capabilities by namespace', () => {
  it.each<[Capability, readonly boolean[]]>([
    ['nameRegistration', [true, false, false]],
    ['sendParameters', [true, false, false]],
    ['activity', [true, false, false]],
    ['onramp', [true, true, false]],
    ['payWithExchange', [true, true, false]],
    ['sendTokens', [true, true, false]],
    // The chain adapter decides; with an adapter that has the member, Polkadot is capable.
    ['balance', [true, true, true]],
    ['send', [true, true, true]],
  ])('%s › EVM, Solana and Polkadot › as listed (SPEC §6)', (capability, expected) => {
    const namespaces = ['eip155', 'solana', 'polkadot'] as const
    expect(namespaces.map((namespace) => isCapable(capability, namespace, able))).toEqual(expected)
  })

  it('chain capability › no adapter or adapter without the member › false', () => {
    expect(isCapable('send', 'eip155', undefined)).toBe(false)
    expect(isCapable('send', 'eip155', testAdapter())).toBe(false)
    expect(isCapable('balance', 'eip155', testAdapter())).toBe(false)
  })

  it('chain capability › first subscriber › reads the adapter; without one, false', async () => {
    const { store, clock } = testWorld({ adapter: able })
    const sendAtom = capabilityAtom({ capability: 'send', namespace: 'eip155' })
    const elsewhereAtom = capabilityAtom({ capability: 'send', namespace: 'sui' })
    store.sub(sendAtom, () => {})
    store.sub(elsewhereAtom, () => {})
    expect(store.get(elsewhereAtom)).toBe(true)
    await clock.advance(0)
    expect(store.get(sendAtom)).toBe(true)
    expect(store.get(elsewhereAtom)).toBe(false)
  })
})
