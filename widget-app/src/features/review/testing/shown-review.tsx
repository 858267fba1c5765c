import { act, render, screen } from '@testing-library/react'
import { loadBundledTokensAtom } from '#widget/domain/balances/bundled-tokens.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { type Review, reviewsAtom, updateReviewAtom } from '#widget/domain/review-queue/reviews.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { ApproveTransactionView } from '../views/approve-transaction-view.tsx'
import { reviewStates } from './review-fixtures.ts'

/** Renders the review of a fixture state, changed by `over`, with its footer. */
export async function showReview(state: string, over: Partial<Review> = {}) {
  const fixture = reviewStates.find((one) => one.state === state)
  if (!fixture) throw new Error(`No state ${state}`)
  const world = testWorld(fixture.options)
  fixture.before?.(world)
  const { store } = world
  const review = (): Review => {
    const [first] = store.get(reviewsAtom)
    if (!first) throw new Error('Nothing is reviewed')
    return first
  }
  store.set(updateReviewAtom, review().id, over)
  await Promise.all([store.set(loadNetworksAtom), store.set(loadBundledTokensAtom)])
  const footer = document.createElement('footer')
  const { container } = render(
    <StoreProvider store={store}>
      <FooterSlotContext value={footer}>
        <ApproveTransactionView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  document.body.append(footer)
  return {
    ...world,
    footer,
    body: container,
    change: (next: Partial<Review>) => act(() => store.set(updateReviewAtom, review().id, next)),
    review,
  }
}

/** Removes what `showReview` added to the document. */
export function removeFooters(): void {
  for (const footer of document.querySelectorAll('footer')) footer.remove()
}

const collapseWhitespace = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim()

/** The values next to a label. */
export const factsOf = (label: string): readonly string[] =>
  screen
    .queryAllByText(label, { selector: 'dt' })
    .map((term) => collapseWhitespace(term.parentElement?.querySelector('dd')?.textContent))

/** The text of an element, on one line. */
export const textOf = (element: Element | null | undefined): string =>
  collapseWhitespace(element?.textContent)
