import { expect, it } from 'vitest'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { progressMessage } from './messages.ts'

const t = createStore().get(translateAtom)
const confirmed: TransactionState = { is: 'confirmed', hash: '0x01', block: 9n, fee: 21n }

it.each<[string, TransactionState, string | undefined, string]>([
  ['is being read', confirmed, undefined, 'Confirmed. Checking how much you received.'],
  [
    'could not be read',
    { ...confirmed, isUnread: true },
    undefined,
    'Confirmed. We couldn’t read how much you received: check your account.',
  ],
  ['is known', confirmed, '0.5 ETH', 'You received 0.5 ETH'],
])('progress of a swap › received amount %s › has its message', (_, entry, received, text) => {
  const state = { is: 'submitted', entryId: 'a', approvalId: undefined } as const
  const names = { wallet: 'MetaMask', amount: '100 USDC', received, shortfall: undefined }
  expect(progressMessage(state, entry, names, t)).toEqual({ title: 'Swapped', text })
})

it('mismatch › below the minimum shows both amounts, other mismatches do not', () => {
  const state = { is: 'mismatched', entryId: 'a', approvalId: undefined } as const
  const shortfall = { amount: '295 USDC', minimum: '296.109 USDC' }
  const names = { wallet: 'MetaMask', amount: '0.1 ETH', received: '295 USDC', shortfall }
  const text = progressMessage(state, undefined, names, t).text
  expect(text).toContain('You received 295 USDC; you approved at least 296.109 USDC.')
  expect(progressMessage(state, undefined, { ...names, shortfall: undefined }, t).text).not.toContain('295')
})
