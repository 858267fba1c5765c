import { dismissModalAtom, viewAfterConnectAtom } from '#widget/kernel/modal.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { isOnUnsupportedChainAtom } from '#widget/kernel/networks.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * What follows a connection made in a view (SPEC §4): a chain the site does not support is settled first, then the
 * view the host had asked for is shown, else the modal closes.
 */
export const afterConnectAtom = atom(null, (get, set) => {
  if (!get(modalOpenAtom)) return
  const wished = get(viewAfterConnectAtom)
  if (get(isOnUnsupportedChainAtom)) set(viewStackAtom, { to: 'reset', view: { name: 'UnsupportedChain' } })
  else if (wished) set(viewStackAtom, { to: 'reset', view: wished })
  else set(dismissModalAtom)
})
