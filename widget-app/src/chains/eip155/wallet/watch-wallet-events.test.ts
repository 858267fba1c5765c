import { describe, expect, test } from 'vitest'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { alice, bob, connection } from '../testing/unit-world.ts'
import { parseEvent, watch } from './watch-wallet-events.ts'

const lower = alice.toLowerCase()

describe('watch', () => {
  test.each<[string, unknown, unknown]>([
    ['accountsChanged', [lower, bob], { is: 'accounts', accounts: [alice, bob] }],
    ['accountsChanged', [], { is: 'unread', what: 'accounts', isEnd: true }],
    ['accountsChanged', lower, { is: 'accounts', accounts: [alice] }],
    ['accountsChanged', 'garbage', { is: 'unread', what: 'accounts', isEnd: false }],
    ['accountsChanged', ['garbage'], { is: 'unread', what: 'accounts', isEnd: false }],
    ['accountsChanged', undefined, { is: 'unread', what: 'accounts', isEnd: false }],
    ['chainChanged', '0xa', { is: 'chain', chain: 'eip155:10' }],
    ['chainChanged', '10', { is: 'chain', chain: 'eip155:10' }],
    ['chainChanged', 10, { is: 'chain', chain: 'eip155:10' }],
    ['chainChanged', { chainId: '0xa' }, { is: 'chain', chain: 'eip155:10' }],
    ['chainChanged', 'eip155:10', { is: 'chain', chain: 'eip155:10' }],
    ['chainChanged', 'loading', { is: 'unread', what: 'chain' }],
    ['disconnect', { code: 4900 }, { is: 'unread', what: 'accounts', isEnd: true }],
    ['disconnect', undefined, { is: 'unread', what: 'accounts', isEnd: true }],
    ['message', { type: 'eth_subscription' }, undefined],
  ])('%s %j › %j', (event, data, change) => {
    expect(parseEvent(event, data)).toEqual(change)
  })

  describe.each([
    ['disconnect with 4900', 'disconnect', { code: 4900 }],
    ['disconnect with 1013', 'disconnect', { code: 1013 }],
    ['accountsChanged without accounts', 'accountsChanged', []],
  ])('%s', (_event, name, data) => {
    const ended = { is: 'disconnected' }
    test.each([
      ['has the same accounts', () => [alice], { is: 'accounts', accounts: [alice] }],
      ['has another account', () => [bob], { is: 'accounts', accounts: [bob] }],
      ['has none', () => [], ended],
      ['answers garbage', () => null, ended],
      [
        'rejects',
        () => {
          throw new ProviderRpcError(4900, 'gone')
        },
        ended,
      ],
    ])('wallet %s › its state counts', async (_, response, change) => {
      const transport = memoryTransport({ eth_accounts: response })
      const changes: unknown[] = []
      watch(transport, fakeClock(), connection, (one) => changes.push(one))
      transport.emit(name, data)
      await new Promise((resolve) => setImmediate(resolve))
      expect(transport.count('eth_accounts')).toBe(1)
      expect(changes).toEqual([change])
    })

    test('wallet does not respond › the event counts after 2 s', async () => {
      const clock = fakeClock()
      const transport = memoryTransport({ eth_accounts: () => new Promise(() => {}) })
      const changes: unknown[] = []
      watch(transport, clock, connection, (one) => changes.push(one))
      transport.emit(name, data)
      await clock.advance(disconnectWaitMs - 1)
      expect(changes).toEqual([])
      await clock.advance(1)
      await new Promise((resolve) => setImmediate(resolve))
      expect(changes).toEqual([ended])
    })
  })

  test.each<[string, unknown, string, unknown, unknown]>([
    ['accountsChanged', undefined, 'eth_accounts', [alice], { is: 'accounts', accounts: [bob] }],
    ['disconnect', undefined, 'eth_accounts', [], { is: 'accounts', accounts: [bob] }],
    ['chainChanged', undefined, 'eth_chainId', '0x1', { is: 'chain', chain: 'eip155:10' }],
  ])(
    '%s is read slowly, a later event has the data › the later one counts',
    async (event, data, method, response, latest) => {
      let settle = (_value: unknown) => {}
      const slow = new Promise((resolve) => {
        settle = resolve
      })
      const transport = memoryTransport({ [method]: () => slow })
      const changes: unknown[] = []
      watch(transport, fakeClock(), connection, (change) => changes.push(change))
      transport.emit(event, data)
      if (method === 'eth_chainId') transport.emit('chainChanged', '0xa')
      else transport.emit('accountsChanged', [bob])
      settle(response)
      await new Promise((resolve) => setImmediate(resolve))
      expect(changes).toEqual([latest])
    },
  )

  test('changes › reported until unsubscribed', () => {
    const transport = memoryTransport({})
    const changes: unknown[] = []
    const stop = watch(transport, fakeClock(), connection, (change) => changes.push(change))
    transport.emit('chainChanged', '0x1')
    stop()
    transport.emit('chainChanged', '0x2')
    expect(changes).toEqual([{ is: 'chain', chain: 'eip155:1' }])
  })
})
