import type { View, ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { memoizeWeak } from '#widget/lib/memoize-weak.ts'
import { atom } from '#widget/lib/state.ts'

type AllWallets = ViewOf<'AllWallets'>

/** The search text of one view, cached for when the user returns to it. */
export const searchInputAtom = atom(() => memoizeWeak((view: AllWallets) => atom(view.search ?? '')))

const isAllWallets = (view: View): view is AllWallets => view.name === 'AllWallets'

/** The search texts of the views in the stack. */
export const searchInputsAtom = atom((get): readonly string[] => {
  const inputAtomOf = get(searchInputAtom)
  return get(viewStackAtom)
    .filter(isAllWallets)
    .map((view) => get(inputAtomOf(view)).trim())
    .filter((text) => text !== '')
})
