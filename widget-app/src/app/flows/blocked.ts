import { blockAtom } from '#widget/kernel/origin.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/** Puts the stop screen in the place of whatever is shown once the site is refused, even in the middle of a visit. */
export const followBlockAtom = atom(null, (get, set) => {
  const code = get(blockAtom)
  if (code) set(viewStackAtom, { to: 'reset', view: { name: 'Blocked', code } })
})
