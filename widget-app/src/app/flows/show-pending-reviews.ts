import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { expireReviewsAtom } from '#widget/domain/review/review-snapshot.ts'
import { cancelHiddenReviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { atom, type Store } from '#widget/lib/state.ts'

const isWatchingAtom = atom(false)

/**
 * Starts watching reviews: one that is no longer on screen, because the modal closed or another view is shown, is cancelled,
 * and one whose connection, project or configuration changed ends with an error.
 */
export function showPendingReviews(store: Store): void {
  if (store.get(isWatchingAtom)) return
  store.set(isWatchingAtom, true)
  const cancelHidden = () => store.set(cancelHiddenReviewsAtom)
  store.sub(modalOpenAtom, cancelHidden)
  store.sub(currentViewAtom, cancelHidden)
  const expire = () => store.set(expireReviewsAtom)
  store.sub(connectionsAtom, expire)
  store.sub(hostConfigAtom, expire)
}
