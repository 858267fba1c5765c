import { atom } from '#widget/lib/state.ts'
import { hostConfigAtom } from './config.ts'
import { modalOpenAtom } from './modal-state.ts'
import { blockAtom } from './origin.ts'
import { portsAtom } from './ports.ts'
import type { View } from './view.ts'
import { viewStackAtom } from './view-stack.ts'

/** Shows a view without a click of the user: pushed over the current one, or as the view the modal opens with. */
export const openViewAtom = atom(null, (get, set, view: View) => {
  if (get(blockAtom)) return
  const isOpen = get(modalOpenAtom) || get(hostConfigAtom).embedded
  set(viewStackAtom, { to: isOpen ? 'push' : 'reset', view })
  if (isOpen) return
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
})
