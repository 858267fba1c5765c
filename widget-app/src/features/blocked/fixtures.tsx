import { type OriginStatus, originStatusAtom } from '#widget/core/verify-origin.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import type { TestWorld } from '#widget/testing/world.ts'

/** The header shows no tick for a site that is refused or could not be checked. */
const withStatus = (status: OriginStatus) => ({
  before: ({ store }: TestWorld) => store.set(originStatusAtom, status),
})

/** Every reason of the Blocked view. Test only. */
export const fixtures: FixturesOf<'Blocked'> = {
  Blocked: [
    { view: { name: 'Blocked', code: 'APKT002' }, state: 'origin not allowed', ...withStatus('refused') },
    { view: { name: 'Blocked', code: 'APKT008' }, state: 'project id missing', ...withStatus('unavailable') },
    {
      view: { name: 'Blocked', code: 'APKT009' },
      state: 'origin check failed',
      ...withStatus('unavailable'),
    },
    {
      view: { name: 'Blocked', code: 'APKT010' },
      state: 'origin check rate limited',
      ...withStatus('unavailable'),
    },
    { view: { name: 'Blocked', code: 'invalid-data' }, state: 'invalid data' },
  ],
}
