import type { FixturesOf } from '#widget/testing/fixture.ts'

/** Every reason of the Blocked view. Test only. */
export const fixtures: FixturesOf<'Blocked'> = {
  Blocked: [
    { view: { name: 'Blocked', code: 'APKT002' }, state: 'origin not allowed' },
    { view: { name: 'Blocked', code: 'APKT008' }, state: 'project id missing' },
    { view: { name: 'Blocked', code: 'APKT009' }, state: 'origin check failed' },
    { view: { name: 'Blocked', code: 'APKT010' }, state: 'origin check rate limited' },
    { view: { name: 'Blocked', code: 'invalid-data' }, state: 'invalid data' },
  ],
}
