import { describe, expect, it } from 'vitest'
import { testWorld } from '#widget/kernel/test-world.ts'
import { offeredActionsAtom } from './actions.ts'

const offered = (world: ReturnType<typeof testWorld>) =>
  world.store.get(offeredActionsAtom).map(({ id }) => id)

describe('offeredActionsAtom', () => {
  it('behavior: the flag receive hides the way to Receive', () => {
    expect(offered(testWorld())).toContain('receive')
    const hidden = testWorld({ config: { features: { receive: false } } })
    expect(offered(hidden)).not.toContain('receive')
  })
})
