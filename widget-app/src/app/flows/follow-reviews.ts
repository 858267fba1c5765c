import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { cancelUnseenReviewsAtom } from '#widget/kernel/reviews.ts'
import { currentViewAtom } from '#widget/kernel/view-stack.ts'
import { atom, type Store } from '#widget/lib/state.ts'

const followingAtom = atom(false)

/** From now on a review that nobody sees any more, because the modal closed or shows something else, is cancelled. */
export function followReviews(store: Store): void {
  if (store.get(followingAtom)) return
  store.set(followingAtom, true)
  const follow = () => store.set(cancelUnseenReviewsAtom)
  store.sub(modalOpenAtom, follow)
  store.sub(currentViewAtom, follow)
}
