import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'

/** The warning that stands beside the buttons; `fails` where the run failed. */
export type SevereRisk = {
  readonly risk: Risk | 'fails'
  readonly isGrave: boolean
  /** How many more warnings there are. */
  readonly others: number
}

/** Whether the foot says all of a warning: a failed run has its details in the body, a look-alike its addresses. */
export const isShownInFooterOnly = ({ risk, isGrave: isRed }: SevereRisk): boolean =>
  isRed && risk !== 'fails' && risk !== 'look-alike'

/** The gravest warning of a review, in the order of its facts; undefined where there is none. */
export function mostSevereRisk({
  risks,
  simulation,
}: Pick<Review, 'risks' | 'simulation'>): SevereRisk | undefined {
  const grave = risks.find(isSevere)
  const fails = simulation.is === 'fails' ? ('fails' as const) : undefined
  const risk = grave ?? fails ?? risks[0]
  if (risk === undefined) return undefined
  return {
    risk,
    isGrave: grave !== undefined || risk === 'fails',
    others: risks.length + (fails === undefined ? 0 : 1) - 1,
  }
}
