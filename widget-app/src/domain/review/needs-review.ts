import type { Risk } from '#widget/domain/review-queue/risk.ts'

/** Where the keys are: in a wallet with its own prompt, or in the widget, whose review is the only prompt. */
export type KeyHolder = 'wallet' | 'widget'

/**
 * Whether the user reviews a request. A host may require more reviews, never fewer: only an allow-listed request without a
 * risk goes to a wallet without one.
 */
export const needsReview = (options: {
  readonly reviewMode: 'always' | 'risky'
  readonly keys: KeyHolder
  readonly risks: readonly Risk[]
  readonly isAllowListed: boolean
}): boolean =>
  !options.isAllowListed ||
  options.keys === 'widget' ||
  options.risks.length > 0 ||
  options.reviewMode === 'always'

/** Whether a request is blocked without a prompt: a sign-in for another host has no honest use (channel T22). */
export const isBlockedRequest = (risks: readonly Risk[]): boolean => risks.includes('foreign-sign-in')
