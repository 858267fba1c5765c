import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount, caseSeed, checkProperty } from '#widget/chains/testing/check-property.ts'
import {
  type Action,
  actionsBeforeFirstRequest,
  disturbances,
  playBundle,
  undisturbed,
} from './testing/bundle-model.ts'

const withInserted = (path: readonly Action[], at: number, ...actions: readonly Action[]) => [
  ...path.slice(0, at),
  ...actions,
  ...path.slice(at),
]

const places = undisturbed.map((_, at) => at).concat(undisturbed.length)
/** The wallet has rejected the bundle, or has the first single: in neither state the second was requested. */
const beforeFirst = actionsBeforeFirstRequest - 1
const afterFirst = [
  actionsBeforeFirstRequest,
  actionsBeforeFirstRequest + 1,
  actionsBeforeFirstRequest + 2,
  actionsBeforeFirstRequest + 3,
]
const id = { id: expect.stringMatching(/^0x/) }

describe('model of a bundle that is sent as single transactions', () => {
  it('undisturbed, or with another theme › one review, both in their order', async () => {
    expect(await playBundle(undisturbed)).toEqual({ walletRequests: [0, 1], reviews: 1, dappResult: id })
    for (const at of places)
      expect(await playBundle(withInserted(undisturbed, at, 'theme'))).toMatchObject({
        walletRequests: [0, 1],
      })
  })

  it.each(disturbances)('R5 › %s at any point › only what was shown', async (action) => {
    for (const at of places) await playBundle(withInserted(undisturbed, at, action))
  })

  it.each(['chain', 'account', 'disconnect', 'networks', 'site name', 'reload'] as const)(
    'R5 › %s before the first single › no wallet request',
    async (action) => {
      for (const at of [4, 5, 6, beforeFirst])
        expect(await playBundle(withInserted(undisturbed, at, action))).toMatchObject({ walletRequests: [] })
    },
  )

  it.each(['chain', 'account', 'disconnect', 'networks', 'site name', 'outcome', 'reload'] as const)(
    'R5 › %s between the singles › no second request without a click of its own',
    async (action) => {
      for (const at of afterFirst)
        expect(await playBundle(withInserted(undisturbed, at, action)), `${at}`).toMatchObject({
          walletRequests: [0],
        })
    },
  )

  it.each(['networks', 'site name', 'outcome'] as const)(
    'R5 › %s between the singles, and a click › the second after its own review',
    async (action) => {
      // The first result; the second single and the rest are prepared and simulated; then their own review, from the start.
      const going: readonly Action[] = ['go', 'go', 'go', 'go']
      const rest: readonly Action[] = [...going, 'go', 'go', 'go', 'press', 'go', 'go', 'go']
      const actions = [...undisturbed.slice(0, actionsBeforeFirstRequest), action, ...rest]
      expect(await playBundle(actions)).toEqual({ walletRequests: [0, 1], reviews: 2, dappResult: id })
    },
  )

  it('R5 › random sequences › only what was shown', async () => {
    const action = fc.constantFrom<Action>(...disturbances, 'go', 'go', 'go', 'go', 'go', 'press', 'press')
    const property = fc.asyncProperty(
      fc.nat(undisturbed.length),
      fc.array(action, { maxLength: 14 }),
      async (from, actions) => {
        await playBundle([...undisturbed.slice(0, from), ...actions])
      },
    )
    await checkProperty(property, { numRuns: caseCount(100, 2_000), seed: caseSeed(17) })
  })
})
