import { type AnalyticsEvent, trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { atom } from '#widget/lib/state.ts'
import type { SendProblem } from './send-problem.ts'

/** How a login with a service ended; `cancelled` too if the user has left its view. */
export type SocialLoginEnd =
  | { readonly is: 'completed' }
  | { readonly is: 'cancelled' }
  | { readonly is: 'expired' }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'not-started'; readonly problem: SendProblem }

function eventOf(provider: SocialId, end: SocialLoginEnd): AnalyticsEvent {
  const failed = (message: string): AnalyticsEvent => ({
    event: 'SOCIAL_LOGIN_ERROR',
    properties: { provider, message },
  })
  switch (end.is) {
    case 'completed':
      return { event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider } }
    case 'cancelled':
      return { event: 'SOCIAL_LOGIN_CANCELED', properties: { provider } }
    case 'expired':
      return failed('expired')
    case 'failed':
      return failed(end.reason)
    case 'not-started':
      return failed(end.problem.is)
  }
}

/** Tracks the end of a login with a service; errors by their kind, without texts of the service. */
export const trackSocialEndAtom = atom(null, (_get, set, provider: SocialId, end: SocialLoginEnd): void => {
  set(trackEventAtom, eventOf(provider, end))
})

/** Tracks the start of a login with a service. */
export const trackSocialStartAtom = atom(null, (_get, set, provider: SocialId): void => {
  set(trackEventAtom, { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } })
})
