import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sendProblemOf, waitUnits } from './send-problem.ts'

const statusError = (data: object) => new WidgetError('http/status', 'HTTP status', { data })

describe('sendProblemOf', () => {
  it.each([
    ['429 with a time', { status: 429, retryAfterMs: 5_000 }, { is: 'too-many', retryAtMs: 6_000 }],
    [
      '429 without a time',
      { status: 429, retryAfterMs: undefined },
      { is: 'too-many', retryAtMs: undefined },
    ],
    ['500', { status: 500, retryAfterMs: 5_000 }, { is: 'failed', details: { code: 'http/status' } }],
  ])('%s', (_, data, problem) => {
    expect(sendProblemOf(statusError(data), 1_000)).toMatchObject(problem)
  })
})

describe('waitUnits', () => {
  it.each([
    [-1, 0, 'seconds'],
    [1, 1, 'seconds'],
    [30_000, 30, 'seconds'],
    [59_001, 60, 'seconds'],
    [60_000, 1, 'minutes'],
    [60_001, 2, 'minutes'],
    [90 * 60_000, 90, 'minutes'],
    [91 * 60_000, 2, 'hours'],
    [86_400_000, 24, 'hours'],
  ])('%i ms › %i %s', (waitMs, count, unit) => {
    expect(waitUnits(waitMs)).toEqual({ unit, count })
  })
})
