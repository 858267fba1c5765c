import { dismissModalAtom, viewAfterConnectAtom } from '#widget/kernel/modal.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { isOnUnsupportedChainAtom } from '#widget/kernel/networks.ts'
import type { ViewName } from '#widget/kernel/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/kernel/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/** Views which have done their work once a wallet is connected. */
const connectViews: ReadonlySet<ViewName> = new Set([
  'Connect',
  'ConnectingExternal',
  'AllWallets',
  'GetWallet',
])

/**
 * What follows a connection made in a view (SPEC §4): a chain the site does not support is settled first, then the
 * view the host had asked for is shown, else the modal closes. A view that was opened meanwhile, such as by a site which
 * heard of the account, stays.
 */
export const afterConnectAtom = atom(null, (get, set) => {
  if (!get(modalOpenAtom)) return
  const wished = get(viewAfterConnectAtom)
  if (get(isOnUnsupportedChainAtom)) set(viewStackAtom, { to: 'reset', view: { name: 'UnsupportedChain' } })
  else if (!connectViews.has(get(currentViewAtom).name)) return
  else if (wished) set(viewStackAtom, { to: 'reset', view: wished })
  else set(dismissModalAtom)
})
