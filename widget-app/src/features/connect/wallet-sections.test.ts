import { describe, expect, test } from 'vitest'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { roundedCount, walletSections } from './wallet-sections.ts'

const row = (id: string, group: ConnectorGroup): WalletRow => ({
  id,
  name: id,
  icon: undefined,
  group,
  badge: undefined,
  found: [],
  entry: undefined,
  isDoubtful: false,
})

describe('walletSections', () => {
  test('recent and installed wallets › one section; the others in the given order', () => {
    const rows = [
      row('a', 'recent'),
      row('b', 'injected'),
      row('c', 'featured'),
      row('d', 'custom'),
      row('e', 'recommended'),
    ]
    expect(
      walletSections(rows).map(({ kind, rows: sectionRows }) => [kind, sectionRows.map(({ id }) => id)]),
    ).toEqual([
      ['yours', ['a', 'b']],
      ['featured', ['c']],
      ['custom', ['d']],
      ['recommended', ['e']],
    ])
  })

  test('order that splits a kind › repeats its section', () => {
    const rows = [row('a', 'recent'), row('b', 'featured'), row('c', 'injected')]
    expect(walletSections(rows).map(({ kind }) => kind)).toEqual(['yours', 'featured', 'yours'])
  })
})

test.each([
  [0, '0'],
  [9, '9'],
  [10, '10+'],
  [118, '110+'],
  [120, '120+'],
])('%i wallets › %s', (count, text) => {
  expect(roundedCount(count)).toBe(text)
})
