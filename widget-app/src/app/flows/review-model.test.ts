import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount, caseSeed, checkProperty } from '#widget/chains/testing/check-property.ts'
import { sessionShape, shapes } from './testing/model-shapes.ts'
import { type Action, disturbances, play, undisturbed } from './testing/review-model.ts'

const withInserted = (path: readonly Action[], at: number, action: Action): readonly Action[] => [
  ...path.slice(0, at),
  action,
  ...path.slice(at),
]

const places = undisturbed.map((_, at) => at).concat(undisturbed.length)
const requestIndex = undisturbed.length - 1

describe.each(shapes)('model of review, click, wallet request, result: $namespace', (shape) => {
  const countRequests = async (actions: readonly Action[]) => (await play(actions, shape)).walletRequests

  it('undisturbed, or with another theme › one wallet request, with a result', async () => {
    expect(await play(undisturbed, shape)).toEqual({ walletRequests: 1, limit: 5n, dappResult: 'signed' })
    for (const at of places) expect(await countRequests(withInserted(undisturbed, at, 'theme'))).toBe(1)
  })

  it.each([
    'chain',
    'account',
    'disconnect',
    'another wallet',
    'networks',
    'site name',
    'cancel',
    'reload',
  ] as const)('R5 › %s while the review is open › no wallet request', async (action) => {
    for (const at of [3, 4, 5]) expect(await countRequests(withInserted(undisturbed, at, action))).toBe(0)
  })

  it('R5 › account or chain changes during preparation › no wallet request', async () => {
    for (const action of ['chain', 'account', 'disconnect', 'another wallet'] as const)
      expect(await countRequests(withInserted(undisturbed, 0, action))).toBe(0)
  })

  it('approval lowered before the click › the wallet receives the lower one', async () => {
    const actions: readonly Action[] = ['go', 'go', 'go', 'limit', 'go', 'press', 'go', 'go', 'go']
    expect(await play(actions, shape)).toEqual({ walletRequests: 1, limit: 3n, dappResult: 'signed' })
  })

  it('R5 › any event while the wallet has the request › one wallet request', async () => {
    for (const action of disturbances)
      expect(await countRequests(withInserted(undisturbed, requestIndex, action))).toBe(1)
  })

  it('R5 › random sequences › only what was shown', async () => {
    const action = fc.constantFrom<Action>(...disturbances, 'go', 'go', 'go', 'go', 'press', 'press')
    const property = fc.asyncProperty(fc.array(action, { maxLength: 16 }), async (actions) => {
      await play(actions, shape)
    })
    await checkProperty(property, { numRuns: caseCount(100, 2_000), seed: caseSeed(16) })
  })
})

describe('model of review, click, wallet request, result: two events', () => {
  it.each(disturbances)(
    'R5 › %s and any other event, at adjacent points › only what was shown',
    async (first) => {
      for (const second of ['press', 'go', 'outcome', 'chain', 'limit', 'another wallet', 'crash'] as const)
        for (const at of places)
          for (const later of places.filter((place) => place === at || place === at + 1))
            await play(withInserted(withInserted(undisturbed, later, second), at, first))
    },
  )
})

describe('model of review, click in the confirm window, wallet request, result', () => {
  it('undisturbed › one wallet request, with a result', async () => {
    expect(await play(undisturbed, sessionShape)).toEqual({
      walletRequests: 1,
      limit: 5n,
      dappResult: 'signed',
    })
  })

  it.each(disturbances)('R5 › %s at any point › only what was shown', async (action) => {
    for (const at of places) await play(withInserted(undisturbed, at, action), sessionShape)
  })

  it.each(['chain', 'account', 'disconnect', 'another wallet', 'networks', 'site name', 'reload'] as const)(
    'R5 › %s while the window is open › no wallet request',
    async (action) => {
      const actions = withInserted(undisturbed, 4, action)
      expect(await play(actions, sessionShape)).toMatchObject({ walletRequests: 0 })
    },
  )
})
