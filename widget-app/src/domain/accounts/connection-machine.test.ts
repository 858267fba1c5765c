import { describe, expect, it } from 'vitest'
import { testConnection } from '#widget/testing/connection.ts'
import { testWorld } from '#widget/testing/world.ts'
import { dispatchConnectionEventAtom } from './connection-machine.ts'
import { connectionsAtom } from './connections.ts'

const connection = testConnection()

describe('connections of all namespaces', () => {
  it('event › of one namespace › the others stay', () => {
    const { store } = testWorld()
    const before = store.get(connectionsAtom)
    store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
    store.set(dispatchConnectionEventAtom, 'solana', { is: 'started', walletId: 'w', kind: 'asked' })
    const connected = { is: 'connected', connection }
    expect(store.get(connectionsAtom)).toEqual({
      ...before,
      eip155: connected,
      solana: { is: 'connecting', walletId: 'w', kind: 'asked', previous: undefined },
    })
    store.set(dispatchConnectionEventAtom, 'solana', { is: 'failed' })
    expect(store.get(connectionsAtom)).toEqual({
      ...before,
      eip155: connected,
      solana: { is: 'disconnected' },
    })
  })
})
