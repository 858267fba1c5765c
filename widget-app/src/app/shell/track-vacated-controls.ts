import { currentViewAtom, viewMovesAtom } from '#widget/core/view-stack.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { rememberVacatedControls } from '#widget/ui/sheet/vacated-controls.ts'

/** Changes with each view, and with each request that one view shows after the other. */
const displayedKeyAtom = atom((get) => `${get(viewMovesAtom)} ${get(reviewsAtom)[0]?.id}`)

const isReviewAtom = atom((get) => get(currentViewAtom).name === 'ApproveTransaction')

/**
 * Records the position of buttons when a review replaces a view, or ends; subscribers run before the render. Other views
 * change only on the user's input.
 */
export const trackVacatedControls = (store: Store, page: Document): (() => void) => {
  let wasReview = store.get(isReviewAtom)
  return store.sub(displayedKeyAtom, () => {
    const isReview = store.get(isReviewAtom)
    if (isReview || wasReview) rememberVacatedControls(page)
    wasReview = isReview
  })
}
