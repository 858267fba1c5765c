import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { findDuplicateSwap, findDuplicateTransfer } from './find-duplicate.ts'
import type { TransactionEntry } from './transaction-entry.ts'

const chain = parseChainId('eip155:1')
const ether = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const onOtherChain = { ...ether, chain: parseChainId('eip155:10') }
const submitted = { is: 'submitted', hash: '0x01' } as const

const sent: TransactionEntry = {
  ...{ id: 'a', at: 0, updatedAt: 0, page: 'p', walletId: 'w', walletName: 'W', from: alice, to: bob },
  ...{ asset: ether, value: 1n, state: submitted, check: 'not-compared' },
}
const swapped: TransactionEntry = { ...sent, purpose: { is: 'swap', gets: usdc, atLeast: 10n } }

type Row = readonly [name: string, change: Partial<TransactionEntry>, isDuplicate: boolean]
const shared: readonly Row[] = [
  ['the same', {}, true],
  ['prompted', { state: { is: 'signing' } }, true],
  ['unknown', { state: { is: 'unknown' } }, true],
  ['confirmed', { state: { is: 'confirmed', hash: '0x01', block: 9n, fee: 21n } }, false],
  ['rejected', { state: { is: 'rejected' } }, false],
  ['dismissed', { isTold: true }, false],
  ['another amount', { value: 2n }, false],
  ['another sender', { from: bob }, false],
  ['another asset', { asset: usdc }, false],
  ['another chain', { asset: onOtherChain }, false],
  ['an approval', { purpose: { is: 'approval' } }, false],
]

describe('findDuplicateTransfer', () => {
  const transfer = { from: alice.toLowerCase(), to: bob.toLowerCase(), asset: ether, value: 1n }

  it.each<Row>([...shared, ['another recipient', { to: alice }, false], ['a swap', swapped, false]])(
    '%s',
    (_, change, isDuplicate) => {
      const entry = { ...sent, ...change }
      expect(findDuplicateTransfer([entry], transfer)).toBe(isDuplicate ? entry : undefined)
    },
  )

  it('two of the same › the latest, which is the first of the journal', () => {
    expect(findDuplicateTransfer([{ ...sent, id: 'late' }, sent], transfer)?.id).toBe('late')
  })
})

describe('findDuplicateSwap', () => {
  const swap = { from: alice.toLowerCase(), asset: ether, value: 1n, gets: usdc }
  const getsEther = { is: 'swap', gets: ether, atLeast: 10n } as const

  it.each<Row>([
    ...shared,
    ['another recipient', { to: alice }, true],
    ['another bought token', { purpose: getsEther }, false],
  ])('%s › warns if it is the same and undecided', (_, change, isDuplicate) => {
    const entry = { ...swapped, ...change }
    expect(findDuplicateSwap([entry], swap)).toBe(isDuplicate ? entry : undefined)
  })

  it('transfer › no duplicate', () => {
    expect(findDuplicateSwap([sent], swap)).toBeUndefined()
  })
})
