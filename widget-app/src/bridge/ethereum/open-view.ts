import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { blockAtom } from '#widget/core/verify-origin.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/** Shows a view without a click of the user: pushed over the current one, or as the view the modal opens with. */
export const openViewAtom = atom(null, (get, set, view: View) => {
  if (get(blockAtom)) return
  const isOpen = get(modalOpenAtom) || get(hostConfigAtom).embedded
  set(viewStackAtom, { to: isOpen ? 'push' : 'reset', view })
  if (isOpen) return
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
})
