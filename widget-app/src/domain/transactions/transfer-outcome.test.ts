import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { en } from '#widget/i18n/en.ts'
import { translator } from '#widget/lib/i18n/translate.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { needsReceivedAmount, withReceived } from './swap-outcome.ts'
import type { TransactionEntry, TransactionState } from './transaction-entry.ts'
import { receivedAmountText, receivedMessage } from './transfer-messages.ts'
import { receivedAmount } from './transfer-outcome.ts'

const t = translator({ tag: 'en', direction: 'ltr', messages: en })
const chain = parseChainId('eip155:1')
const token = { chain, address: bob, symbol: 'USDX', name: 'Dollar X', decimals: 2 }
const ether = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const confirmed: TransactionState = { is: 'confirmed', hash: '0x01', block: 9n, fee: 21n }
const unread: TransactionState = { ...confirmed, isUnread: true }

const entry = (over: Partial<TransactionEntry> = {}): TransactionEntry => ({
  ...{ id: 'a', at: 0, updatedAt: 0, page: 'p', walletId: 'w', walletName: 'W', from: alice, to: bob },
  ...{ asset: token, value: 10_000n, state: confirmed, check: 'not-compared' as const, ...over },
})

describe('receivedAmount', () => {
  it.each<[string, Partial<TransactionEntry>, ReturnType<typeof receivedAmount>]>([
    ['on its way', { state: { is: 'submitted', hash: '0x01' } }, undefined],
    ['a permission', { purpose: { is: 'approval' } }, undefined],
    ['native currency', { asset: ether }, { is: 'asked' }],
    ['to oneself', { to: alice }, { is: 'asked' }],
    ['not read yet', {}, { is: 'reading' }],
    ['could not be read', { state: unread }, { is: 'unreadable' }],
    ['all of it', { arrived: 10_000n }, { is: 'asked' }],
    ['all but a unit of many', { value: 10n ** 18n, arrived: 10n ** 18n - 1n }, { is: 'asked' }],
    ['all but a unit of few', { arrived: 9_999n }, { is: 'other', value: 9_999n }],
    ['less', { arrived: 9_500n }, { is: 'other', value: 9_500n }],
    ['nothing', { arrived: 0n }, { is: 'other', value: 0n }],
  ])('%s › mined or not › as the chain shows it', (_name, over, arrival) => {
    expect(receivedAmount(entry(over))).toEqual(arrival)
  })

  it.each<[string, Partial<TransactionEntry>, string, string | undefined]>([
    ['all of it', { arrived: 10_000n }, '100 USDX arrived', undefined],
    [
      'less',
      { arrived: 9_500n },
      '95 USDX arrived of the 100 USDX that you sent. The token took the rest.',
      '95 USDX',
    ],
    ['more', { arrived: 10_001n }, '100.01 USDX arrived. You sent 100 USDX.', '100.01 USDX'],
    ['not read yet', {}, 'Confirmed. Checking how much arrived.', undefined],
    [
      'could not be read',
      { state: unread },
      'Confirmed. We couldn’t read how much arrived: check with the recipient.',
      undefined,
    ],
  ])('%s › on screen › never the requested amount instead', (_name, over, text, arrived) => {
    expect(receivedMessage(entry(over), 'en', t)).toBe(text)
    expect(receivedAmountText(entry(over), 'en')).toBe(arrived)
  })

  it('unreadable, then read › stored and not read again', () => {
    const tried = withReceived(entry(), undefined)
    expect(tried).toEqual(entry({ state: unread }))
    expect(needsReceivedAmount(tried, 1)).toBe(true)
    const read = withReceived(tried, 9_500n)
    expect(read).toEqual(entry({ arrived: 9_500n }))
    expect(needsReceivedAmount(read, 1)).toBe(false)
    expect(withReceived(read, 9_000n)).toEqual(read)
  })
})
