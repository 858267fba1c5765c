import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'

/** The warning above the buttons; `fails` if the simulation fails. */
export type SevereRisk = {
  readonly risk: Risk | 'fails'
  readonly isSevere: boolean
  /** Number of further warnings. */
  readonly others: number
}

/**
 * Whether the footer shows the whole warning: a failed simulation has its details in the body, address poisoning its
 * addresses.
 */
export const isShownInFooterOnly = ({ risk, isSevere: isRed }: SevereRisk): boolean =>
  isRed && risk !== 'fails' && risk !== 'look-alike'

/** The most severe warning of a review, in the order of its facts; undefined if there is none. */
export function mostSevereRisk({
  risks,
  simulation,
}: Pick<Review, 'risks' | 'simulation'>): SevereRisk | undefined {
  const severe = risks.find(isSevere)
  const fails = simulation.is === 'fails' ? ('fails' as const) : undefined
  const risk = severe ?? fails ?? risks[0]
  if (risk === undefined) return undefined
  return {
    risk,
    isSevere: severe !== undefined || risk === 'fails',
    others: risks.length + (fails === undefined ? 0 : 1) - 1,
  }
}
