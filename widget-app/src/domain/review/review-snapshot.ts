import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { atom, type Getter } from '#widget/lib/state.ts'

/** The error of a request whose connection, chain, account, project or configuration changed during its review. */
export const connectionChanged = () =>
  new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet changed while the request was reviewed')

/**
 * What must not change between the opening of a review and the wallet's prompt, as one text: the connection with its current
 * chain and accounts, the project, and the configuration. Theme and consent are excluded.
 */
export function reviewSnapshot(get: Getter, { namespace, handle, walletId }: Connection): string {
  const live = currentConnections(get(connectionsAtom)[namespace]).find((held) => held.handle === handle)
  const {
    themeMode: _mode,
    themeVariables: _variables,
    analyticsConsent: _consent,
    ...config
  } = get(hostConfigAtom)
  return JSON.stringify([
    walletId,
    handle,
    live && [live.walletId, live.chain, live.accounts],
    get(projectIdAtom),
    config,
  ])
}

/** Whether the wallet is unchanged since the request was prepared for it: same active account, same chain. */
export function matchesSnapshot(
  get: Getter,
  { namespace, handle, walletId, chain, accounts }: Connection,
): boolean {
  const live = currentConnections(get(connectionsAtom)[namespace]).find((held) => held.handle === handle)
  return live?.walletId === walletId && live.chain === chain && live.accounts[0] === accounts[0]
}

/** Ends the reviews whose snapshot no longer matches. Call it whenever a part of it changes. */
export const expireReviewsAtom = atom(null, (get) => {
  for (const { connection, pin, expire } of get(reviewsAtom))
    if (pin !== undefined && pin !== reviewSnapshot(get, connection)) expire?.(connectionChanged())
})
