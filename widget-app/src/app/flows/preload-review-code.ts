import type { AccountId } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { Store } from '#widget/lib/state.ts'
import { loadRoutes } from '../load-routes.ts'

/**
 * Preloads the code that reviews a host's first request to an account, so that the review opens at once. What fails to
 * load is loaded again when it is needed.
 */
export async function preloadReviewCode(store: Store, account: AccountId): Promise<void> {
  const view = loadRoutes().then(({ preloadReview }) => preloadReview())
  const adapter = store.get(portsAtom).chains.adapter(namespaceOf(account))
  await Promise.allSettled([view, adapter.then(({ preloadRequests }) => preloadRequests?.())])
}
