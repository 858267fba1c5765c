import type { ListedSession, SmartSession } from '#shared/api/smart-sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import type { ServiceFailure } from '#widget/core/service-failure.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'

/** Progress of revoking a session. */
export type RevokeState =
  | { readonly is: 'idle'; readonly failure?: ServiceFailure }
  /** The wallet is prompted. */
  | { readonly is: 'signing' }
  /** The signature is posted to the session's service. */
  | { readonly is: 'revoking' }
  /** The service reports that the session has ended. */
  | { readonly is: 'revoked' }

export type RevokeEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'signed' }
  | { readonly is: 'revoked' }
  | { readonly is: 'failed'; readonly failure: ServiceFailure }
  | { readonly is: 'left' }

/** The next state; an event that arrives too late changes nothing. */
export function nextRevoke(state: RevokeState, event: RevokeEvent): RevokeState {
  switch (event.is) {
    case 'left':
      return { is: 'idle' }
    case 'asked':
      return state.is === 'idle' ? { is: 'signing' } : state
    case 'signed':
      return state.is === 'signing' ? { is: 'revoking' } : state
    case 'revoked':
      return state.is === 'revoking' ? { is: 'revoked' } : state
    case 'failed':
      return isUnderWay(state) ? { is: 'idle', failure: event.failure } : state
  }
}

/** Whether the wallet or the service has not responded yet; no other attempt can begin. */
const isUnderWay = ({ is }: RevokeState): boolean => is === 'signing' || is === 'revoking'

/** Status of a session; a revoked session stays revoked after its expiry. */
export type SessionStatus = 'active' | 'expired' | 'revoked'

/**
 * Status of a session. One without an expiry counts as active, because it can act.
 * @param now epoch milliseconds
 */
export function statusOf(
  { revokedAt, expiry }: Partial<Pick<SmartSession, 'revokedAt' | 'expiry'>>,
  now: number,
): SessionStatus {
  if (revokedAt !== undefined && revokedAt !== null) return 'revoked'
  return expiry !== undefined && expiry * 1_000 <= now ? 'expired' : 'active'
}

const siteNameMaxLength = 64

/** The site of a session as sanitized text: the name that it gave itself, and the host of its URL. */
export function siteOf({ project: { name, url } }: SmartSession): {
  readonly name: string
  readonly host: string | undefined
} {
  const { origin, protocol } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : {}
  const host = protocol?.startsWith('http') && origin !== undefined ? displayOrigin(origin) : undefined
  return { name: sanitizeText(name, siteNameMaxLength) || (host ?? ''), host }
}

/** A session with the account and chain that it acts for. */
export type AccountSession = { readonly account: AccountId } & ListedSession

/** The id of a session; undefined if an unreadable session has none. */
export const pciOf = (one: ListedSession): string | undefined =>
  one.is === 'session' ? one.session.pci : one.pci
