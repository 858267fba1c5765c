import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/contract.ts'
import { type ConnectionEvent, type ConnectionState, nextConnection, statusOf } from './connections.ts'
import { alice, bob, testWallet } from './test-world.ts'

const connection: Connection = {
  namespace: 'eip155',
  walletId: 'ethereum:io.metamask',
  handle: testWallet().handle,
  walletName: 'MetaMask',
  icon: undefined,
  accounts: [alice],
  chain: parseChainId('eip155:1'),
}
const other: Connection = {
  ...connection,
  walletId: 'ethereum:other',
  handle: 'f'.repeat(32),
  accounts: [bob],
}
const idle: ConnectionState = { is: 'disconnected' }
const connected: ConnectionState = { is: 'connected', connection }
const connecting = (previous?: Connection): ConnectionState => ({
  is: 'connecting',
  walletId: other.walletId,
  kind: 'asked',
  previous,
})
const started: ConnectionEvent = { is: 'started', walletId: other.walletId, kind: 'asked' }
const changed = (
  change: Extract<ConnectionEvent, { is: 'changed' }>['change'],
  handle = connection.handle,
): ConnectionEvent => ({
  is: 'changed',
  handle,
  change,
})
const base = parseChainId('eip155:8453')

describe('nextConnection', () => {
  it.each<[string, ConnectionState | undefined, ConnectionEvent, ConnectionState]>([
    ['nothing yet, started', undefined, started, connecting()],
    ['connected, another started', connected, started, connecting(connection)],
    [
      'connecting, succeeded',
      connecting(),
      { is: 'succeeded', connection: other },
      { is: 'connected', connection: other },
    ],
    ['connecting, failed', connecting(), { is: 'failed' }, idle],
    ['connecting beside another, failed', connecting(connection), { is: 'failed' }, connected],
    [
      'connected, accounts',
      connected,
      changed({ is: 'accounts', accounts: [bob] }),
      { is: 'connected', connection: { ...connection, accounts: [bob] } },
    ],
    [
      'connected, chain',
      connected,
      changed({ is: 'chain', chain: base }),
      { is: 'connected', connection: { ...connection, chain: base } },
    ],
    ['connected, wallet gone', connected, changed({ is: 'disconnected' }), idle],
    ['connecting, previous gone', connecting(connection), changed({ is: 'disconnected' }), connecting()],
    [
      'connected, change of a former wallet',
      connected,
      changed({ is: 'disconnected' }, other.handle),
      connected,
    ],
    ['disconnected, late change', idle, changed({ is: 'chain', chain: base }), idle],
    ['connected, disconnected', connected, { is: 'disconnected' }, idle],
  ])('param: %s', (_, state, event, next) => {
    expect(nextConnection(state, event)).toEqual(next)
  })

  it.each([
    [undefined, 'disconnected'],
    [idle, 'disconnected'],
    [connecting(), 'connecting'],
    [connecting(connection), 'connected'],
    [connected, 'connected'],
  ])('param: status of %j is %s', (state, status) => {
    expect(statusOf(state)).toBe(status)
  })
})
