import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { isOnUnsupportedChainAtom } from '#widget/domain/accounts/active-network.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { signInRequirementAtom } from '#widget/domain/accounts/sign-in.ts'
import { dismissModalAtom, viewAfterConnectAtom } from '#widget/domain/modal/modal.ts'
import { atom } from '#widget/lib/state.ts'
import { afterConnecting } from './after-connecting.ts'
import { showSignInAtom } from './sign-in.ts'

/** Goes back to the view that required a wallet, else closes the modal. */
const returnToViewAtom = atom(null, (get, set) => {
  const connection = get(activeConnectionAtom)
  const { back, wanted } = connection
    ? afterConnecting(get(viewStackAtom), connection)
    : { back: undefined, wanted: undefined }
  if (back === undefined) {
    if (wanted) set(viewStackAtom, { to: 'reset', view: wanted })
    else set(dismissModalAtom)
    return
  }
  for (let step = 0; step < back; step += 1) set(viewStackAtom, { to: 'back' })
  if (wanted) set(viewStackAtom, { to: 'push', view: wanted })
})

/**
 * Continues after a connection made in a view (SPEC §4): first an unsupported chain is resolved, then the view that the host
 * requested is shown, then the view that the user came from, else the modal closes. A view that was opened meanwhile,
 * such as by the host on the accounts event, stays.
 */
export const afterConnectAtom = atom(null, (get, set) => {
  if (!get(modalOpenAtom)) return
  const requestedView = get(viewAfterConnectAtom)
  if (get(isOnUnsupportedChainAtom)) set(viewStackAtom, { to: 'reset', view: { name: 'UnsupportedChain' } })
  else if (flowOf(get(currentViewAtom)) !== 'connect') return
  else if (get(signInRequirementAtom)) set(showSignInAtom)
  else if (requestedView) set(viewStackAtom, { to: 'reset', view: requestedView })
  else set(returnToViewAtom)
})
