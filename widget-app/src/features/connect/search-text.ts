import type { View, ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { memoizeWeak } from '#widget/lib/memoize-weak.ts'
import { atom } from '#widget/lib/state.ts'

type AllWallets = ViewOf<'AllWallets'>

/** The words in the search of one view, which are still there for who comes back to it. */
export const searchWordsAtom = atom(() => memoizeWeak((view: AllWallets) => atom(view.search ?? '')))

const isAllWallets = (view: View): view is AllWallets => view.name === 'AllWallets'

/** What is being searched for, on screen or behind it. */
export const soughtWordsAtom = atom((get): readonly string[] => {
  const wordsOf = get(searchWordsAtom)
  return get(viewStackAtom)
    .filter(isAllWallets)
    .map((view) => get(wordsOf(view)).trim())
    .filter((words) => words !== '')
})
