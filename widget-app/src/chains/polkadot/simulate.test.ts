import { expect, test } from 'vitest'
import { changeOf } from './simulate.ts'
import { alice, bob } from './testing/unit-world.ts'

const transfer = (from: string, to: string, amount: string) => ({
  section: 'balances',
  method: 'Transfer',
  data: { from, to, amount },
})

test('behavior: the events of a dry run sum up to what the account has more or less, under any prefix', () => {
  const aliceOnPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const events = [
    transfer(aliceOnPolkadot, bob, '1,500,000'),
    transfer(bob, alice, '500'),
    transfer(bob, bob, '9'),
    { section: 'system', method: 'ExtrinsicSuccess', data: {} },
    { section: 'balances', method: 'Transfer', data: 'something else' },
  ]
  expect(changeOf(events, alice)).toBe(-1_499_500n)
})
