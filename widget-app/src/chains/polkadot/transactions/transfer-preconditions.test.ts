import { describe, expect, it } from 'vitest'
import { accountState, transferable } from '../account-state.ts'
import { type TransferFailureReason, transferFailure } from './transfer-preconditions.ts'

const existentialDeposit = 100n
const account = (free: bigint, locked = 0n) => ({ free, locked })

describe('accountState', () => {
  it.each<[string, object, bigint, bigint, bigint?]>([
    ['nothing frozen', { free: 5, reserved: 7, frozen: 0 }, 5n, 0n, 12n],
    ['frozen overlaps reserved', { free: 50, reserved: 7, frozen: 20 }, 50n, 13n, 57n],
    ['less frozen than reserved', { free: 50, reserved: 30, frozen: 20 }, 50n, 0n],
    ['older runtimes: the larger of two', { free: 50, reserved: 7, miscFrozen: 20, feeFrozen: 9 }, 50n, 20n],
    ['more than a number holds', { free: '0x0de0b6b3a7640000', reserved: 0, frozen: 0 }, 10n ** 18n, 0n],
  ])('%s › account state', (_name, data, free, locked, total) => {
    const state = accountState({ nonce: 0, data })
    expect(state).toMatchObject({ free, locked, ...(total && { total }) })
  })

  it('invalid state › throws', () => {
    expect(() => accountState({ data: { free: -1, reserved: 0 } })).toThrow()
  })
})

describe('transferable', () => {
  it.each([
    [account(1_000n), 900n],
    [account(1_000n, 40n), 900n],
    [account(1_000n, 400n), 600n],
    [account(1_000n, 4_000n), 0n],
    [account(99n), 0n],
    [account(0n), 0n],
  ])('%o › %i is transferable', (state, expected) => {
    expect(transferable(state, existentialDeposit)).toBe(expected)
  })
})

describe('transferFailure', () => {
  it.each<[string, bigint, bigint, bigint, TransferFailureReason | undefined]>([
    ['all but fee and deposit', 1_000n, 0n, 890n, undefined],
    ['one planck of the deposit', 1_000n, 0n, 891n, 'sender-below-existential-deposit'],
    ['the whole deposit', 1_000n, 0n, 990n, 'sender-below-existential-deposit'],
    ['more than there is', 1_000n, 0n, 991n, 'insufficient-funds'],
    ['what is locked', 1_000n, 400n, 591n, 'insufficient-funds'],
    ['just not what is locked', 1_000n, 400n, 590n, undefined],
  ])('sending %s', (_name, free, locked, value, expected) => {
    const facts = { sender: account(free, locked), receiver: account(500n), fee: 10n, value }
    expect(transferFailure({ ...facts, existentialDeposit: existentialDeposit })).toBe(expected)
  })

  it.each<[bigint, bigint, TransferFailureReason | undefined]>([
    [0n, 99n, 'receiver-below-existential-deposit'],
    [0n, 100n, undefined],
    [100n, 1n, undefined],
  ])('recipient with %i receives %i', (free, value, expected) => {
    const facts = { sender: account(10_000n), receiver: account(free), fee: 10n, value }
    expect(transferFailure({ ...facts, existentialDeposit: existentialDeposit })).toBe(expected)
  })
})
