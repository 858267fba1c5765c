import { describe, expect, test } from 'vitest'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { ageText, refetchState } from './balance-age.ts'

const ready: QueryResult<number> = { is: 'ready', data: 1, stale: false, updatedAt: 0, failure: undefined }
const failure = { error: new Error('No node'), retryAt: 30_000 }

describe('refreshing', () => {
  test('after a failure › blocked for 30 s with the seconds left, also over old data', () => {
    expect(refetchState({ is: 'failed', ...failure }, 0)).toEqual({ is: 'wait', seconds: 30 })
    expect(refetchState({ is: 'failed', ...failure }, -900)).toEqual({ is: 'wait', seconds: 30 })
    expect(refetchState({ ...ready, failure }, 18_500)).toEqual({ is: 'wait', seconds: 12 })
    expect(refetchState({ is: 'failed', ...failure }, 29_999)).toEqual({ is: 'wait', seconds: 1 })
    expect(refetchState({ is: 'failed', ...failure }, 30_000)).toEqual({ is: 'possible' })
  })

  test('data loaded › possible; loading › under way', () => {
    expect(refetchState(ready, 0)).toEqual({ is: 'possible' })
    expect(refetchState({ is: 'loading' }, 0)).toEqual({ is: 'underWay' })
    expect(refetchState({ ...ready, isFetching: true }, 0)).toEqual({ is: 'underWay' })
  })
})

test.each([
  [-5_000, 'now'],
  [0, 'now'],
  [12_000, '12s ago'],
  [59_999, '59s ago'],
  [60_000, '1m ago'],
  [3_600_000, '1h ago'],
  [86_400_000 * 3, '3d ago'],
])('%i ms › %s', (elapsed, text) => {
  expect(ageText(elapsed, 'en')).toBe(text)
})
