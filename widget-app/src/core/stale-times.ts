import {
  historyLifetimeMs,
  identityLifetimeMs,
  nameLookupLifetimeMs,
  nativeBalanceLifetimeMs,
  portfolioLifetimeMs,
  tokenPriceLifetimeMs,
} from '#shared/config/limits.ts'

/** How long each kind of remote data counts as fresh, in milliseconds (SPEC §9). */
export const staleTimesMs = {
  portfolio: portfolioLifetimeMs,
  nativeBalance: nativeBalanceLifetimeMs,
  tokenPrice: tokenPriceLifetimeMs,
  history: historyLifetimeMs,
  nameLookup: nameLookupLifetimeMs,
  identity: identityLifetimeMs,
  /** Not in the spec: the catalogue changes by the day. */
  wallets: 5 * 60_000,
  /** Not in the spec: who looks here wants to know what can act now. */
  smartSessions: 10_000,
  /** Not in the spec: what a service lists changes by the day. */
  swapTokens: 5 * 60_000,
  onrampOptions: 5 * 60_000,
  /** Not in the spec: what a session may do never changes. */
  sessionPermissions: 60 * 60_000,
  /** Not in the spec: a token keeps its picture. */
  tokenPictures: 60 * 60_000,
  /** Not in the spec: exchanges, and what they send, change by the day. */
  exchanges: 5 * 60_000,
  /** Not in the spec: what the deployment serves changes with a deployment. */
  supportedChains: 60 * 60_000,
} as const
