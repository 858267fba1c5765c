import type { FixturesOf } from '#widget/kernel/fixture.ts'

/** Both reasons of the stop screen. Test only. */
export const fixtures: FixturesOf<'Blocked'> = {
  Blocked: [
    { view: { name: 'Blocked', code: 'APKT002' }, state: 'origin not allowed' },
    { view: { name: 'Blocked', code: 'APKT008' }, state: 'project id missing' },
  ],
}
