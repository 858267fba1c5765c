import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { type ConnectionEvent, nextConnectionState } from './connection-machine.ts'
import { type ConnectionState, statusOf } from './connections.ts'

const connection = testConnection()
const other: Connection = {
  ...connection,
  walletId: 'ethereum:other',
  handle: 'f'.repeat(32),
  accounts: [bob],
}
const idle: ConnectionState = { is: 'disconnected' }
const connected: ConnectionState = { is: 'connected', connection }
const connecting = (previous?: Connection, ...others: readonly Connection[]): ConnectionState => ({
  is: 'connecting',
  walletId: other.walletId,
  kind: 'asked',
  previous,
  ...(others.length > 0 ? { others } : {}),
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
const of = (one: Connection): ConnectionState => ({ is: 'connected', connection: one })
const both = (one: Connection, another: Connection): ConnectionState => ({
  is: 'connected',
  connection: one,
  others: [another],
})
const carol = '0x3333333333333333333333333333333333333333'
const three: Connection = { ...connection, accounts: [alice, bob, carol] }
const bobFirst: Connection = {
  ...connection,
  accounts: [bob, alice, carol],
  walletOrder: [alice, bob, carol],
}
const use = (address: string): ConnectionEvent => ({ is: 'used', walletId: connection.walletId, address })

describe('nextConnectionState', () => {
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
    [
      'connected, another beside it',
      connected,
      { is: 'succeeded', connection: other, beside: true },
      both(other, connection),
    ],
    [
      'two, one of them again in place of all',
      both(other, connection),
      { is: 'succeeded', connection },
      connected,
    ],
    [
      'two, one of them again beside',
      both(other, connection),
      { is: 'succeeded', connection, beside: true },
      both(connection, other),
    ],
    ['two, a third started', both(other, connection), started, connecting(other, connection)],
    ['two and a third that failed', connecting(other, connection), { is: 'failed' }, both(other, connection)],
    ['nothing, one came back', idle, { is: 'joined', connection }, connected],
    ['one, another came back', connected, { is: 'joined', connection: other }, both(connection, other)],
    ['connecting, another came back', connecting(), { is: 'joined', connection: other }, connecting(other)],
    [
      'two, the other is used',
      both(connection, other),
      { is: 'used', walletId: other.walletId },
      both(other, connection),
    ],
    [
      'two, an unknown one is used',
      both(connection, other),
      { is: 'used', walletId: 'ethereum:nobody' },
      both(connection, other),
    ],
    [
      'two, the one in use leaves',
      both(connection, other),
      { is: 'left', walletId: connection.walletId },
      { is: 'connected', connection: other },
    ],
    ['one leaves', connected, { is: 'left', walletId: connection.walletId }, idle],
    [
      'two, the one in use is gone',
      both(connection, other),
      changed({ is: 'disconnected' }),
      { is: 'connected', connection: other },
    ],
    [
      'two, the other changes its accounts',
      both(other, connection),
      changed({ is: 'accounts', accounts: [bob] }),
      both(other, { ...connection, accounts: [bob] }),
    ],
    ['accounts, the second is used', of(three), use(bob), of(bobFirst)],
    [
      'two, another account of the active one',
      both(three, other),
      { is: 'account', walletId: connection.walletId, address: bob },
      both(bobFirst, other),
    ],
    [
      'two that share accounts, another account of one of them',
      both(three, { ...other, accounts: [alice, bob] }),
      { is: 'account', walletId: connection.walletId, address: bob },
      both(bobFirst, { ...other, accounts: [alice, bob] }),
    ],
    [
      'two, another account of the other one, which stays the other',
      both(other, three),
      { is: 'account', walletId: connection.walletId, address: bob },
      both(other, bobFirst),
    ],
    ['accounts, the first again', of(bobFirst), use(alice), of(three)],
    ['accounts, one which it does not have', of(three), use('0x9'), of(three)],
    [
      'the second account is used, the wallet adds one',
      of(bobFirst),
      changed({ is: 'accounts', accounts: [alice, carol, bob, '0x4'] }),
      of({ ...connection, accounts: [bob, alice, carol, '0x4'], walletOrder: [alice, carol, bob, '0x4'] }),
    ],
    [
      'the second account is used, the wallet chooses another',
      of(bobFirst),
      changed({ is: 'accounts', accounts: [carol, alice, bob] }),
      of({ ...connection, accounts: [carol, alice, bob] }),
    ],
    [
      'the second account is used, the wallet takes it away',
      of(bobFirst),
      changed({ is: 'accounts', accounts: [alice, carol] }),
      of({ ...connection, accounts: [alice, carol] }),
    ],
    [
      'facts are those of the last list',
      of({ ...connection, facts: { [alice]: { name: 'Old' } } }),
      changed({ is: 'accounts', accounts: [alice], facts: { [alice]: { name: 'New' } } }),
      of({ ...connection, facts: { [alice]: { name: 'New' } } }),
    ],
  ])('%s', (_, state, event, next) => {
    expect(nextConnectionState(state, event)).toEqual(next)
  })

  it.each([
    [undefined, 'disconnected'],
    [idle, 'disconnected'],
    [connecting(), 'connecting'],
    [connecting(connection), 'connected'],
    [connected, 'connected'],
  ])('status of %j › %s', (state, status) => {
    expect(statusOf(state)).toBe(status)
  })
})
