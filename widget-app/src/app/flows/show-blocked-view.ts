import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { blockAtom, isOriginAllowed, originStatusAtom } from '#widget/core/verify-origin.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { viewAfterClose } from '#widget/domain/modal/closing-rules.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { atom } from '#widget/lib/state.ts'

/** Replaces the current view by Blocked once the host is blocked, and leaves Blocked when a later check allows the host. */
export const showBlockedViewAtom = atom(null, (get, set) => {
  const code = get(blockAtom)
  const view = get(currentViewAtom)
  if (code) {
    if (view.name !== 'Blocked' || view.code !== code)
      set(viewStackAtom, { to: 'reset', view: { name: 'Blocked', code } })
    return
  }
  if (view.name !== 'Blocked' || !isOriginAllowed(get(originStatusAtom))) return
  if (get(modalOpenAtom)) {
    set(openModalAtom)
    return
  }
  const { embedded } = get(portsAtom).host
  const connected = get(currentConnectionsAtom).length > 0
  set(viewStackAtom, { to: 'reset', view: viewAfterClose({ embedded, connected }) })
})
