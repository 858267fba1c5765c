import type { FixturesOf } from '#widget/testing/fixture.ts'
import { reviewStates } from './testing/review-fixtures.ts'

/** Every state of the review of a request. Test only. */
export const fixtures: FixturesOf<'ApproveTransaction'> = { ApproveTransaction: reviewStates }
