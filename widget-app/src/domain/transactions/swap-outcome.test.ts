import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, bob } from '#widget/testing/world.ts'
import {
  isBelowMinimum,
  isFinal,
  needsReceivedAmount,
  swapFailure,
  swapOutcome,
  withReceived,
} from './swap-outcome.ts'
import type { TransactionEntry, TransactionPurpose, TransactionState } from './transaction-entry.ts'

const chain = parseChainId('eip155:1')
const ether = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const swap: TransactionPurpose = { is: 'swap', gets: usdc, atLeast: 10n }
const confirmed: TransactionState = { is: 'confirmed', hash: '0x01', block: 9n, fee: 21n }
const unread: TransactionState = { ...confirmed, isUnread: true }
const day = 24 * 60 * 60 * 1_000

const entry = (state: TransactionState, purpose?: TransactionPurpose): TransactionEntry => ({
  ...{ id: 'a', at: 0, updatedAt: 0, page: 'p', walletId: 'w', walletName: 'W', from: alice, to: bob },
  ...{ asset: ether, value: 1n, state, check: 'not-compared' as const, ...(purpose ? { purpose } : {}) },
})

describe('outcome of a swap', () => {
  it.each<[string, TransactionState, TransactionPurpose | undefined, ReturnType<typeof swapOutcome>]>([
    ['a payment', confirmed, undefined, undefined],
    ['a permission', confirmed, { is: 'approval' }, undefined],
    ['a swap on its way', { is: 'submitted', hash: '0x01' }, swap, undefined],
    ['a swap that failed', { ...confirmed, is: 'failed' }, swap, undefined],
    ['not read yet', confirmed, swap, { is: 'reading' }],
    ['could not be read', unread, swap, { is: 'unreadable' }],
    ['as agreed, to the unit', confirmed, { ...swap, received: 10n }, { is: 'enough', value: 10n }],
    ['a unit less', confirmed, { ...swap, received: 9n }, { is: 'short', value: 9n }],
  ])('outcome › %s', (_, state, purpose, brought) => {
    const one = entry(state, purpose)
    expect(swapOutcome(one)).toEqual(brought)
    expect(isBelowMinimum(one)).toBe(brought?.is === 'short')
  })

  it('received amount › stored once read, replaces an unreadable one', () => {
    const tried = withReceived(entry(confirmed, swap), undefined)
    expect(tried).toEqual(entry(unread, swap))
    const read = withReceived(tried, 12n)
    expect(read).toEqual(entry(confirmed, { ...swap, received: 12n }))
    expect(withReceived(read, undefined)).toEqual(read)
  })

  it.each<[string, TransactionEntry, number, boolean]>([
    ['not read yet, however old', entry(confirmed, swap), 9 * day, true],
    ['could not be read, within a day', entry(unread, swap), day - 1, true],
    ['could not be read, after a day', entry(unread, swap), day, false],
    ['read', entry(confirmed, { ...swap, received: 9n }), 0, false],
  ])('still to be read › %s', (_, one, now, isSo) => {
    expect(needsReceivedAmount(one, now)).toBe(isSo)
  })
})

describe('end of a swap', () => {
  it.each<[string, TransactionEntry, string | undefined]>([
    ['as agreed', entry(confirmed, { ...swap, received: 10n }), undefined],
    ['nobody could read it', entry(unread, swap), undefined],
    ['less than agreed', entry(confirmed, { ...swap, received: 9n }), 'less than agreed'],
    ['failed', entry({ ...confirmed, is: 'failed' }, swap), 'failed'],
    ['replaced', entry({ is: 'replaced', hash: '0x01' }, swap), 'replaced'],
  ])('reported to the host › %s', (_, one, message) => {
    expect(swapFailure(one)).toBe(message)
  })

  it.each<[string, TransactionState, TransactionPurpose | undefined, boolean]>([
    ['a payment in a block', confirmed, undefined, true],
    ['a permission in a block waits for its swap', confirmed, { is: 'approval' }, false],
    ['a swap in a block waits for what it brought', confirmed, swap, false],
    ['a swap that failed', { ...confirmed, is: 'failed' }, swap, true],
    ['a swap on its way', { is: 'submitted', hash: '0x01' }, swap, false],
  ])('final › %s', (_, state, purpose, isSo) => {
    expect(isFinal({ state, ...(purpose ? { purpose } : {}) })).toBe(isSo)
  })
})
