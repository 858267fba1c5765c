import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ActivityItem } from './activity-items.ts'
import { monthHeadings } from './activity-lines.ts'

const at = (time: Date): ActivityItem => ({
  is: 'found',
  key: String(time),
  at: time.getTime(),
  record: {
    id: String(time),
    at: time.getTime(),
    chain: parseChainId('eip155:1'),
    hash: '0x1',
    status: 'confirmed',
    action: 'sent',
    from: '0x1',
    to: undefined,
    nonce: undefined,
    movements: [],
  },
})

// Local times, in the time zone of the test run.
const items = [
  at(new Date(2026, 5, 1, 0, 1)),
  at(new Date(2026, 4, 31, 23, 59)),
  at(new Date(2026, 4, 31, 1)),
  at(new Date(2026, 4, 1)),
  at(new Date(2025, 4, 1)),
]

describe('monthHeadings', () => {
  test.each([
    ['en', ['June 2026', 'May 2026', 'May 2025'], [0, 1, 4]],
    ['de', ['Juni 2026', 'Mai 2026', 'Mai 2025'], [0, 1, 4]],
    ['fa', ['۱۴۰۵ خرداد', '۱۴۰۵ اردیبهشت', '۱۴۰۴ اردیبهشت'], [0, 3, 4]],
  ])('locale %s › months of its calendar and language, in local time', (locale, labels, starts) => {
    const headings = monthHeadings(items, locale)
    expect(headings.map(({ label }) => label)).toEqual(labels)
    expect(headings.map(({ at: start }) => start)).toEqual(starts)
  })

  test('empty list › no headings', () => {
    expect(monthHeadings([], 'en')).toEqual([])
  })
})
