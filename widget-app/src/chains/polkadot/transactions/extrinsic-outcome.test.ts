import { describe, expect, it } from 'vitest'
import { alice, bob } from '../testing/unit-world.ts'
import { type ExtrinsicEvent, type ExtrinsicOutcome, outcomeOf } from './extrinsic-outcome.ts'

const event = (name: string, ...data: readonly unknown[]): ExtrinsicEvent => ({ name, data })
const success = event('system.ExtrinsicSuccess', {})
const failure = event('system.ExtrinsicFailed', { module: { index: 10, error: '0x03000000' } }, {})
/** Events contain accounts with the chain's own prefix. */
const onPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

describe('outcomeOf', () => {
  it.each<[string, readonly ExtrinsicEvent[], ExtrinsicOutcome | undefined]>([
    [
      'the fee as the runtime tells it, whatever else was withdrawn',
      [
        event('balances.Withdraw', onPolkadot, 200),
        event('balances.Deposit', onPolkadot, 50),
        event('transactionPayment.TransactionFeePaid', onPolkadot, 150, 0),
        success,
      ],
      { is: 'confirmed', fee: 150n },
    ],
    [
      'older runtimes: withdrawn less paid back, of the signer only',
      [
        event('balances.Withdraw', onPolkadot, '0x00000000000000000de0b6b3a7640000'),
        event('balances.Deposit', onPolkadot, 50),
        event('balances.Deposit', bob, 7),
        success,
      ],
      { is: 'confirmed', fee: 10n ** 18n - 50n },
    ],
    [
      'a failure costs its fee',
      [event('balances.Withdraw', onPolkadot, 9), failure],
      { is: 'failed', fee: 9n },
    ],
    ['no word of an end', [event('balances.Withdraw', onPolkadot, 9)], undefined],
    ['nothing', [], undefined],
  ])('%s › outcome', (_name, events, expected) => {
    expect(outcomeOf(alice, events)).toEqual(expected)
  })
})
