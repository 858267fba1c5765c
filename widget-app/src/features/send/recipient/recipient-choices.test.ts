import { describe, expect, it } from 'vitest'
import type { BookEntry } from '#widget/domain/accounts/address-book.ts'
import type { TransactionEntry, TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { ether, recipient, sender, usdcAddress } from '../testing/send-world.ts'
import { maxChoices, recipientChoices } from './recipient-choices.ts'

const hash = '0xab'
const sent: TransactionState = { is: 'submitted', hash }
const entry = (to: string, at: number, state: TransactionState = sent): TransactionEntry => ({
  id: `${to}${at}`,
  at,
  updatedAt: at,
  page: 'one',
  walletId: 'ethereum:io.metamask',
  walletName: 'MetaMask',
  from: sender,
  to,
  asset: ether,
  value: 1n,
  state,
  check: 'not-compared',
})
const named = (address: string, name: string): BookEntry => ({
  is: 'named',
  namespace: 'eip155',
  address,
  name,
})
const choices = (over: Partial<Parameters<typeof recipientChoices>[0]>) =>
  recipientChoices({ namespace: 'eip155', book: [], journal: [], from: [sender], typed: '', ...over }).map(
    ({ address, name, sentAt }) => [address, name, sentAt],
  )

describe('recipientChoices', () => {
  it('journal and address book › recent recipients first, then unused names', () => {
    const journal = [entry(recipient, 9), entry(usdcAddress, 8), entry(recipient.toLowerCase(), 7)]
    const other = `0x${'12'.repeat(20)}`
    expect(choices({ journal, book: [named(other, 'Alice'), named(usdcAddress, 'Bob')] })).toEqual([
      [recipient, undefined, 9],
      [usdcAddress, 'Bob', 8],
      [other, 'Alice', undefined],
    ])
  })

  it('unpaid, own, forgotten, or another namespace › is not suggested', () => {
    const states: readonly TransactionState[] = [
      { is: 'signing' },
      { is: 'rejected' },
      { is: 'unknown' },
      { is: 'dropped', hash },
      { is: 'failed', hash, block: 1n, fee: 1n },
    ]
    const journal = [
      ...states.map((state) => entry(recipient, 5, state)),
      entry(sender, 4),
      entry(usdcAddress, 3),
      // The contract of a swap, and the spender of its approval.
      { ...entry(recipient, 2), purpose: { is: 'swap', gets: ether, atLeast: 1n } },
      { ...entry(recipient, 1), purpose: { is: 'approval' } },
    ] satisfies readonly TransactionEntry[]
    const book: BookEntry[] = [
      { is: 'forgotten', namespace: 'eip155', address: usdcAddress.toLowerCase() },
      { ...named('mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN', 'Sol'), namespace: 'solana' },
    ]
    expect(choices({ journal, book })).toEqual([])
  })

  it('typed text › filters by name and start of the address, up to the limit', () => {
    const book = Array.from({ length: 9 }, (_, i) => named(`0x${String(i).repeat(40)}`, `Friend ${i}`))
    expect(choices({ book })).toHaveLength(maxChoices)
    expect(choices({ book, typed: ' friend 7' })).toEqual([[`0x${'7'.repeat(40)}`, 'Friend 7', undefined]])
    expect(choices({ book, typed: '0x88' })).toEqual([[`0x${'8'.repeat(40)}`, 'Friend 8', undefined]])
    expect(choices({ book, typed: 'nobody' })).toEqual([])
  })
})
