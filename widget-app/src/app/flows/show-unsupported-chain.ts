import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { isOnUnsupportedChainAtom } from '#widget/domain/accounts/active-network.ts'
import { atom } from '#widget/lib/state.ts'

/** Views in which the user is about to change the network or the wallet, or which do not depend on the network. */
const independentViews: ReadonlySet<ViewName> = new Set([
  'UnsupportedChain',
  'SwitchNetwork',
  'Networks',
  'ConnectingExternal',
  'ConnectingMultiChain',
  'Transaction',
  'Blocked',
])

/** Shows UnsupportedChain while the wallet is on a network that the host does not configure, and leaves it afterwards. */
export const showUnsupportedChainAtom = atom(null, (get, set) => {
  if (!get(modalOpenAtom)) return
  const unsupported = get(isOnUnsupportedChainAtom)
  const { name } = get(currentViewAtom)
  if (unsupported && !independentViews.has(name))
    set(viewStackAtom, { to: 'reset', view: { name: 'UnsupportedChain' } })
  if (!unsupported && name === 'UnsupportedChain')
    set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
})
