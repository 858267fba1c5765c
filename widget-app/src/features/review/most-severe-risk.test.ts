import { describe, expect, it } from 'vitest'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { isShownInFooterOnly, mostSevereRisk } from './most-severe-risk.ts'

const fails: Review['simulation'] = { is: 'fails', reason: undefined }
const other: Review['simulation'] = { is: 'unavailable' }

describe('most severe risk', () => {
  it.each([
    ['no risk', [], other, undefined],
    ['mild risk', ['burn'], other, { risk: 'burn', isSevere: false, others: 0 }],
    ['severe after mild', ['burn', 'blind'], other, { risk: 'blind', isSevere: true, others: 1 }],
    ['two severe', ['blind', 'encoded'], other, { risk: 'blind', isSevere: true, others: 1 }],
    ['failed simulation', [], fails, { risk: 'fails', isSevere: true, others: 0 }],
    ['failure and mild', ['burn'], fails, { risk: 'fails', isSevere: true, others: 1 }],
    ['failure and severe', ['blind'], fails, { risk: 'blind', isSevere: true, others: 1 }],
  ] as const)('%s › names the warning and counts the others', (_case, risks, simulation, expected) => {
    expect(mostSevereRisk({ risks, simulation })).toEqual(expected)
  })

  it.each([
    ['blind', true, true],
    ['burn', false, false],
    ['fails', true, false],
    ['look-alike', true, false],
  ] as const)('%s, severe: %s › whole warning in the footer only: %s', (risk, isSevere, isShown) => {
    expect(isShownInFooterOnly({ risk, isSevere, others: 0 })).toBe(isShown)
  })
})
