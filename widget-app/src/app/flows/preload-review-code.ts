import type { AccountId } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { Store } from '#widget/lib/state.ts'
import { lazyViews } from '../lazy-views.ts'

/**
 * Gets the code ready that shows what a site's first request to an account would do, so that it is on screen at once.
 * What cannot be had is asked for again when it is needed.
 */
export async function preloadReviewCode(store: Store, account: AccountId): Promise<void> {
  const view = lazyViews().then(({ preloadReview }) => preloadReview())
  const adapter = store.get(portsAtom).chains.adapter(namespaceOf(account))
  await Promise.allSettled([view, adapter.then(({ readyRequests }) => readyRequests?.())])
}
