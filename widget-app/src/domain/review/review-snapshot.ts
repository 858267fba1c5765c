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
  const current = currentConnections(get(connectionsAtom)[namespace]).find(
    (candidate) => candidate.handle === handle,
  )
  const {
    themeMode: _mode,
    themeVariables: _variables,
    analyticsConsent: _consent,
    ...config
  } = get(hostConfigAtom)
  return JSON.stringify([
    walletId,
    handle,
    current && [current.walletId, current.chain, current.accounts],
    get(projectIdAtom),
    config,
  ])
}

/** Whether the wallet is unchanged since the request was prepared for it: same active account, same chain. */
export function matchesSnapshot(
  get: Getter,
  { namespace, handle, walletId, chain, accounts }: Connection,
): boolean {
  const current = currentConnections(get(connectionsAtom)[namespace]).find(
    (candidate) => candidate.handle === handle,
  )
  return current?.walletId === walletId && current.chain === chain && current.accounts[0] === accounts[0]
}

/** Ends the reviews whose snapshot no longer matches. Call it whenever a part of it changes. */
export const expireReviewsAtom = atom(null, (get) => {
  for (const { connection, snapshot, expire } of get(reviewsAtom))
    if (snapshot !== undefined && snapshot !== reviewSnapshot(get, connection)) expire?.(connectionChanged())
})
