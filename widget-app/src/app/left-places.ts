import { reviewsAtom } from '#widget/kernel/reviews.ts'
import { viewMovesAtom } from '#widget/kernel/view-stack.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { rememberLeftPlaces } from '#widget/ui/left-places.ts'

/** Changes with each view, and with each request that one view shows after the other. */
const shownAtom = atom((get) => `${get(viewMovesAtom)} ${get(reviewsAtom)[0]?.id}`)

/** Remembers where buttons were whenever something else comes in their place; subscribers run before it is drawn. */
export const followLeftPlaces = (store: Store, page: Document): (() => void) =>
  store.sub(shownAtom, () => rememberLeftPlaces(page))
