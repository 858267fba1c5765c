import {
  historyLifetimeMs,
  identityLifetimeMs,
  nameLookupLifetimeMs,
  nativeBalanceLifetimeMs,
  portfolioLifetimeMs,
  tokenPriceLifetimeMs,
} from '#shared/config/limits.ts'

/** How long each kind of remote data is fresh, in milliseconds (SPEC §9). */
export const staleTimesMs = {
  portfolio: portfolioLifetimeMs,
  nativeBalance: nativeBalanceLifetimeMs,
  tokenPrice: tokenPriceLifetimeMs,
  history: historyLifetimeMs,
  nameLookup: nameLookupLifetimeMs,
  identity: identityLifetimeMs,
  /** Not in the spec: the catalogue changes within days. */
  wallets: 5 * 60_000,
  /** Not in the spec: the view must list the sessions that are active now. */
  smartSessions: 10_000,
  /** Not in the spec: the lists of a service change within days. */
  swapTokens: 5 * 60_000,
  onrampOptions: 5 * 60_000,
  /** Not in the spec: the permissions of a session never change. */
  sessionPermissions: 60 * 60_000,
  /** Not in the spec: the icon of a token does not change. */
  tokenIcons: 60 * 60_000,
  /** Not in the spec: exchanges and the assets they send change within days. */
  exchanges: 5 * 60_000,
  /** Not in the spec: the served chains change with a deployment. */
  supportedChains: 60 * 60_000,
} as const
